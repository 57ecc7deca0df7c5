// Rows of copies of an image, side by side and one below the other.
#pragma once

#include <cstddef>

#include "magick/core/pixels/pixel_view.hpp"

namespace lodestone {

// Threads: each has its own.
class TileRow {
 public:
  // The first copy is at the offset of the image's tile_info.
  explicit TileRow(const Image* image) : image_(image) {}

  // False with *exception set: no pixels.
  bool Select(std::size_t y, ExceptionInfo* exception) {
    const unsigned long row = Offset(y, image_->tile_info.y) % image_->rows;
    pixels_ = view_.Acquire(image_, {image_->columns, 1, 0, static_cast<long>(row)}, exception);
    return pixels_ != nullptr;
  }
  const PixelPacket& At(std::size_t x) const {
    return pixels_[Offset(x, image_->tile_info.x) % image_->columns];
  }

 private:
  // As an unsigned number, as in GraphicsMagick, also before the first copy.
  static unsigned long Offset(std::size_t position, long first) {
    return position - static_cast<unsigned long>(first);
  }

  const Image* image_;
  PixelView view_;
  const PixelPacket* pixels_ = nullptr;
};

}  // namespace lodestone
