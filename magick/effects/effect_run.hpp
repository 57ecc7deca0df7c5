// What the operations of magick/effect.h have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/window/border.hpp"
#include "kernels/window/taps.hpp"
#include "magick/core/barrier.hpp"
#include "magick/operations/operation.hpp"

namespace lodestone {

// What reports to the caller about an effect: its reason, such as "Unable to convolve image".
struct Effect {
  const Image* image;
  const char* reason;
  ExceptionInfo* exception;

  // nullptr, for the caller to return.
  Image* Refuse(const char* description, ExceptionType severity = OptionError) const;
};

// An image of the source's size from `work`, which is complete but for its channels and pixels.
// `text`: the monitor's, a printf format that takes the file name.
// NULL with the exception set.
Image* RunEffect(const Effect& effect, const MagickAccelerateWork& work, const std::string& text);

// Taps along both directions, divided, and what lies outside.
struct SeparableTaps {
  std::vector<double> across, down;
  kernels::Border border;
  PixelPacket color;  // of a constant border
};

// The samples in `keep` are those of the source.
Image* RunSeparable(const Effect& effect, const SeparableTaps& taps, std::uint32_t keep,
                    const std::string& text);

// A list of taps, over the image and what lies around it by its virtual pixel method, or `color`.
Image* RunTaps(const Effect& effect, MagickAccelerateOperation operation,
               const kernels::TapList& taps, const PixelPacket& color, std::uint32_t keep,
               const std::string& text);

// Sets what lies around the image: `map`, which must outlive `work`, and the colour where it is
// constant.
void SetBorder(const kernels::BorderMap& map, kernels::Border border, const PixelPacket& color,
               MagickAccelerateWork* work);

// The bits of MagickAccelerateFinish.keep for all channels but `channel`.
std::uint32_t KeptSamples(const Image* image, ChannelType channel);

// Every entry point: an image with pixels, and no exception leaves.
template <class Body>
Image* RunEntry(const Effect& effect, Body&& body) {
  return Guard(effect.exception, static_cast<Image*>(nullptr), [&]() -> Image* {
    if (!effect.image || !SizeIsUsable(effect.image->columns, effect.image->rows, effect.reason,
                                       "Negative or zero image size", effect.exception))
      return nullptr;
    return body();
  });
}

}  // namespace lodestone
