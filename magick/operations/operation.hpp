// Running one operation of the acceleration layer on images.
#pragma once

#include <cstdint>

#include "accel/plugin.h"
#include "magick/error.h"
#include "magick/image.h"

namespace lodestone {

// What an entry point asks for.
struct OperationRequest {
  const Image* source;
  unsigned long columns, rows;  // of the result
  ClassType storage_class;      // of the result
  MagickAccelerateOperation operation;
  const char* progress_text;  // printf format that takes the file name
  bool intermediate = false;  // the result is nobody's: limits on the size of images are not for it
};

// Neither side is 0 nor too long for the acceleration layer; else false with *exception set.
bool SizeIsUsable(unsigned long columns, unsigned long rows, const char* reason,
                  const char* zero_description, ExceptionInfo* exception);

// A side that SizeIsUsable said is.
inline std::uint32_t Narrow(unsigned long side) {
  return static_cast<std::uint32_t>(side);
}

// Destroys an image that did not come to be.
class ImageHolder {
 public:
  explicit ImageHolder(Image* image) : image_(image) {}
  ~ImageHolder();
  ImageHolder(const ImageHolder&) = delete;
  ImageHolder& operator=(const ImageHolder&) = delete;

  Image* get() const { return image_; }
  Image* release();

 private:
  Image* image_;
};

// A new image with the source's attributes, of the asked size and class, without pixels. NULL with
// *exception set: memory or limits.
Image* MakeDestination(const OperationRequest& request, ExceptionInfo* exception);

// GraphicsMagick weights by `opacity` in CMYK images too, where it holds black.
inline bool HasOpacity(const Image* image) {
  return image->matte || image->colorspace == CMYKColorspace;
}

// Dispatches `work`, complete but for its pixels, from request.source to `destination`, which gets
// new pixels: of one sample each where the source's are and can stay so, whatever work.channels
// says of packets.
// Returns false with *exception set: cancelled, no accelerator though one is required, memory.
bool RunOperation(const OperationRequest& request, const MagickAccelerateWork& work,
                  Image* destination, ExceptionInfo* exception);

}  // namespace lodestone
