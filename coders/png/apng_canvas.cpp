#include <algorithm>

#include "coders/common/over.hpp"
#include "coders/png/apng.hpp"

namespace lodestone::coders {
ApngCanvas::ApngCanvas(const ApngFile& file) : columns_(file.width) {
  const bool restores = std::any_of(file.frames.begin(), file.frames.end(), [](const auto& frame) {
    return frame.dispose == kApngRestore;
  });
  const std::uint64_t pixels = std::uint64_t{file.width} * file.height;
  if (!claim_.Acquire((restores ? 2 : 1) * pixels * sizeof(PixelPacket))) {
    FailOfMemoryLimit();
  }
  pixels_.assign(pixels, TransparentPixel());
}

// Clears or restores the place of the last frame.
void ApngCanvas::Dispose() {
  if (drawn_.dispose == kApngRestore) pixels_ = kept_;
  if (drawn_.dispose != kApngClear) return;
  for (std::size_t y = drawn_.y; y < std::size_t{drawn_.y} + drawn_.height; ++y) {
    std::fill_n(pixels_.begin() + static_cast<std::ptrdiff_t>(y * columns_ + drawn_.x),
                drawn_.width, TransparentPixel());
  }
}

void ApngCanvas::Draw(const ApngFrame& frame, const Image* image, ExceptionInfo* exception) {
  Dispose();
  drawn_ = frame;
  drawn_.data.clear();
  if (frame.dispose == kApngRestore) kept_ = pixels_;
  const ConstPixels source = AllPixels(image, exception);
  const bool matte = image->matte != MagickFalse;
  for (std::size_t y = 0; y < frame.height; ++y) {
    const PixelPacket* from = source.Row(y);
    PixelPacket* to = pixels_.data() + (frame.y + y) * columns_ + frame.x;
    for (std::size_t x = 0; x < frame.width; ++x) {
      PixelPacket pixel = from[x];
      if (!matte) pixel.opacity = OpaqueOpacity;
      to[x] = frame.blend == kApngOver ? Over(pixel, to[x]) : pixel;
    }
  }
}

}  // namespace lodestone::coders
