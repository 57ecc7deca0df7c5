#include <algorithm>

#include "coders/png/apng.hpp"

namespace lodestone::coders {
namespace {

constexpr PixelPacket Transparent() {
  PixelPacket pixel = {};
  pixel.opacity = TransparentOpacity;
  return pixel;
}

// One straight colour over another.
PixelPacket Over(const PixelPacket& top, const PixelPacket& bottom) {
  if (top.opacity == OpaqueOpacity || bottom.opacity == TransparentOpacity) return top;
  if (top.opacity == TransparentOpacity) return bottom;
  const double a = 1.0 - top.opacity / MaxRGBDouble;
  const double b = (1.0 - a) * (1.0 - bottom.opacity / MaxRGBDouble);
  const auto mix = [&](Quantum above, Quantum below) {
    return static_cast<Quantum>((a * above + b * below) / (a + b) + 0.5);
  };
  PixelPacket pixel = {};
  pixel.red = mix(top.red, bottom.red);
  pixel.green = mix(top.green, bottom.green);
  pixel.blue = mix(top.blue, bottom.blue);
  pixel.opacity = static_cast<Quantum>(MaxRGBDouble * (1.0 - a - b) + 0.5);
  return pixel;
}

}  // namespace

ApngCanvas::ApngCanvas(const ApngFile& file) : columns_(file.width) {
  const bool restores = std::any_of(file.frames.begin(), file.frames.end(), [](const auto& frame) {
    return frame.dispose == kApngRestore;
  });
  const std::uint64_t pixels = std::uint64_t{file.width} * file.height;
  if (!claim_.Acquire((restores ? 2 : 1) * pixels * sizeof(PixelPacket))) {
    FailOfMemoryLimit();
  }
  pixels_.assign(pixels, Transparent());
}

// Clears or restores the place of the last frame.
void ApngCanvas::Dispose() {
  if (drawn_.dispose == kApngRestore) pixels_ = kept_;
  if (drawn_.dispose != kApngClear) return;
  for (std::size_t y = drawn_.y; y < std::size_t{drawn_.y} + drawn_.height; ++y) {
    std::fill_n(pixels_.begin() + static_cast<std::ptrdiff_t>(y * columns_ + drawn_.x),
                drawn_.width, Transparent());
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
