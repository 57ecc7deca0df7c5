// Running one operation of the acceleration layer on images.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "accel/plugin.h"
#include "base/owner.hpp"
#include "magick/error.h"
#include "magick/image.h"

namespace lodestone {

// What an entry point requests.
struct OperationRequest {
  const Image* source;
  unsigned long columns, rows;  // of the result
  ClassType storage_class;      // of the result
  MagickAccelerateOperation operation;
  const char* progress_text;      // printf format that takes the file name
  bool intermediate = false;      // the result is internal: exempt from the limits on image size
  unsigned long grey_levels = 0;  // of the palette of a result of one sample a pixel; 0: none
  const Image* second = nullptr;  // of operations on two images
  // Unshared pixels of the source may be changed on the CPU; the destination then gets none.
  bool in_place = false;
};

// The log of the acceleration layer goes into this library's, from the first call on.
void ConnectLog();

// Neither side is 0 nor too long for the acceleration layer; else false with *exception set.
bool SizeIsUsable(unsigned long columns, unsigned long rows, const char* reason,
                  const char* zero_description, ExceptionInfo* exception);

// A number passed to an entry point, and the name of its parameter.
struct NamedNumber {
  const char* name;
  double value;
};

// All of them are finite; else false with *exception set.
bool AreFinite(std::initializer_list<NamedNumber> numbers, const char* reason,
               ExceptionInfo* exception);

// A side length that SizeIsUsable accepted.
inline std::uint32_t Narrow(unsigned long side) {
  return static_cast<std::uint32_t>(side);
}

// Those of a pixel, widened.
void CopySamples(const PixelPacket& color, std::uint16_t* to);

// Destroys an image that was not completed.
using ImageHolder = Owner<Image, DestroyImage>;

// A new image with the source's attributes, of the requested size and class, without pixels. NULL
// with *exception set: memory or limits.
Image* MakeDestination(const OperationRequest& request, ExceptionInfo* exception);

// Whether the fourth samples count: opacity, or black of CMYK.
inline bool HasOpacity(const Image* image) {
  return image->matte || image->colorspace == CMYKColorspace;
}

// For operations that treat all four samples alike.
inline MagickAccelerateChannels SeparateChannels(const Image* image) {
  return HasOpacity(image) ? MagickAcceleratePlain : MagickAccelerateOpaque;
}
// For operations that weight colours by alpha. Black of CMYK is a colour like the others.
inline MagickAccelerateChannels WeightedChannels(const Image* image) {
  if (image->colorspace == CMYKColorspace) return MagickAcceleratePlain;
  return image->matte ? MagickAccelerateWeighted : MagickAccelerateOpaque;
}
// For those that do so unless the image asks for GraphicsMagick's way.
inline MagickAccelerateChannels FilteredChannels(const Image* image) {
  return image->unweighted_colors ? SeparateChannels(image) : WeightedChannels(image);
}

// If the image asks for it, and its colours are RGB: `work` weighs them in linear light.
void WeighInLight(const Image* source, MagickAccelerateWork* work);

// Dispatches `work`, complete except for its pixels, from request.source to `destination`, which
// gets new pixels: of one sample each if the source's are and the result's can be, whatever
// channels work.channels names for packets.
// Returns false with *exception set: cancelled, no accelerator though one is required, memory.
bool RunOperation(const OperationRequest& request, const MagickAccelerateWork& work,
                  Image* destination, ExceptionInfo* exception);

// Whether an operation that might do so wrote its result over the source: `destination` has none.
bool WroteOverSource(const Image* destination);

// One of several operations on one source.
struct OperationRun {
  OperationRequest request;
  MagickAccelerateWork work;
  Image* destination;
};

// The same for several at once, at least one; the accelerator is chosen for all of them together.
// They have the same source, operation, channels, and class of results.
bool RunOperations(std::span<const OperationRun> runs, ExceptionInfo* exception);

}  // namespace lodestone
