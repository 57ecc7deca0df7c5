// A window on the pixels of an image: points into them where it can, else into a copy.
#pragma once

#include <cstddef>

#include "kernels/window/border.hpp"
#include "magick/image.h"
#include "magick/pixels/pixel_block.hpp"

namespace lodestone {

class PixelStore;

class PixelView {
 public:
  enum class Access { kReadWrite, kWriteOnly };

  // Each selects a region, and gives null with *exception set if that fails.
  const PixelPacket* Acquire(const Image* image, const RectangleInfo& region,
                             ExceptionInfo* exception);
  PixelPacket* Select(Image* image, const RectangleInfo& region, Access access,
                      ExceptionInfo* exception);
  // Stores the selected region if it was a copy.
  bool Sync(Image* image, ExceptionInfo* exception);

  const RectangleInfo& region() const { return region_; }
  PixelPacket* pixels() const { return pixels_; }
  IndexPacket* indexes() const { return indexes_; }

 private:
  void Clear();
  bool Stage(const Image* image, bool indexed, ExceptionInfo* exception);
  bool AcquireOutside(const Image* image, const PixelStore& store, ExceptionInfo* exception);
  void PointInto(const PixelStore& store, bool indexed);
  void CopyIn(const PixelStore& store);

  RectangleInfo region_{};
  PixelPacket* pixels_ = nullptr;
  IndexPacket* indexes_ = nullptr;
  bool writable_ = false;
  bool staged_ = false;
  PixelBlock staged_pixels_;
  PixelBlock staged_indexes_;
};

// One pixel, anywhere; the background colour with *exception set if there are no pixels.
PixelPacket OnePixel(const Image* image, long x, long y, ExceptionInfo* exception);

// What lies outside of the image for all who look there: its virtual pixel method.
kernels::Border VirtualBorder(const Image* image);

}  // namespace lodestone
