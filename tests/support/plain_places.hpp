// Pixels at places between others, restated in double.
#pragma once

#include <cmath>

#include "tests/support/test_image.hpp"

namespace lodestone::test::plain_places {

struct Place {
  double x, y;
  bool is_copied = false;
};
inline PixelPacket At(const Image* image, double x, double y) {
  Exception exception;
  return AcquireOnePixel(image, static_cast<long>(x), static_cast<long>(y), exception);
}

// Four neighbours, of which transparent ones have no part in colours; positions are cut off.
struct Interpolated {
  double red, green, blue, opacity;
  double area = 1.0;  // that is not transparent
};
inline Interpolated Interpolate(const Image* image, Place at) {
  if (at.is_copied) {
    const PixelPacket pixel = At(image, at.x, at.y);
    return {double(pixel.red), double(pixel.green), double(pixel.blue), double(pixel.opacity)};
  }
  const double right = at.x - std::floor(at.x), below = at.y - std::floor(at.y);
  const double x = std::trunc(at.x), y = std::trunc(at.y);
  const PixelPacket pixels[] = {At(image, x, y), At(image, x + 1, y), At(image, x, y + 1),
                                At(image, x + 1, y + 1)};
  const double weights[] = {(1 - right) * (1 - below), right * (1 - below), (1 - right) * below,
                            right * below};
  const bool cmyk = image->colorspace == CMYKColorspace;
  Interpolated sum{0, 0, 0, 0};
  double area = 0.0;
  for (int i = 0; i < 4; ++i) {
    sum.opacity += weights[i] * pixels[i].opacity;
    if (image->matte && pixels[i].opacity == TransparentOpacity) continue;
    area += weights[i];
    sum.red += weights[i] * pixels[i].red;
    sum.green += weights[i] * pixels[i].green;
    sum.blue += weights[i] * pixels[i].blue;
  }
  if (area <= 0.5 / MaxRGBDouble) return {0, 0, 0, MaxRGBDouble};
  if (!image->matte && !cmyk) sum.opacity = OpaqueOpacity;
  return {sum.red / area, sum.green / area, sum.blue / area, sum.opacity, area};
}

}  // namespace lodestone::test::plain_places
