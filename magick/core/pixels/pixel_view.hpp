// A view of an image's pixels: points into them if possible, else into a copy.
#pragma once

#include <cstddef>

#include "kernels/window/border.hpp"
#include "magick/image.h"
#include "magick/core/pixels/pixel_block.hpp"
#include "magick/core/pixels/selected_area.hpp"

namespace lodestone {

class PixelStore;

class PixelView {
 public:
  enum class Access { kReadWrite, kWriteOnly };

  // Each selects a region, and returns null with *exception set on failure; without an image too.
  const PixelPacket* Acquire(const Image* image, const RectangleInfo& region,
                             ExceptionInfo* exception);
  PixelPacket* Select(Image* image, const RectangleInfo& region, Access access,
                      ExceptionInfo* exception);
  // Stores the selected region if it was a copy.
  bool Sync(Image* image, ExceptionInfo* exception);

  const RectangleInfo& region() const { return region_; }
  PixelPacket* pixels() const { return pixels_; }
  IndexPacket* indexes() const { return indexes_; }
  SelectedArea selected() const {
    if (pixels_ == nullptr) return {};
    return {pixels_, indexes_, region_.width * region_.height, writable_};
  }

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

// One pixel, at any position; the background colour with *exception set if there are no pixels.
PixelPacket OnePixel(const Image* image, long x, long y, ExceptionInfo* exception);

// Stands for the view of an image that there is not. Threads: each has its own.
PixelView& NoView();

// The image's virtual pixel method, which all views of it use.
kernels::Border VirtualBorder(const Image* image);

}  // namespace lodestone
