// An image as plain numbers, for oracles: images of both libraries are converted to it for
// comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "magick/api.h"
#include "tests/support/test_image.hpp"

namespace lodestone::test {

struct RasterPixel {
  std::uint16_t red, green, blue, opacity;
  bool operator==(const RasterPixel&) const = default;
};

struct Raster {
  std::uint32_t columns = 0, rows = 0;
  bool pseudo_class = false, matte = false, cmyk = false;
  std::vector<RasterPixel> colormap, pixels;
  std::vector<std::uint16_t> indexes;  // empty: none

  bool weights_by_opacity() const { return matte || cmyk; }
  const RasterPixel& at(std::size_t x, std::size_t y) const { return pixels[y * columns + x]; }
};

inline RasterPixel ToRasterPixel(const PixelPacket& pixel) {
  return {pixel.red, pixel.green, pixel.blue, pixel.opacity};
}

inline Raster ToRaster(const Image* image) {
  Raster raster;
  raster.columns = static_cast<std::uint32_t>(image->columns);
  raster.rows = static_cast<std::uint32_t>(image->rows);
  raster.pseudo_class = image->storage_class == PseudoClass;
  raster.matte = image->matte != MagickFalse;
  raster.cmyk = image->colorspace == CMYKColorspace;
  for (unsigned i = 0; raster.pseudo_class && i < image->colors; ++i)
    raster.colormap.push_back(ToRasterPixel(image->colormap[i]));
  for (const PixelPacket& pixel : Pixels(image)) raster.pixels.push_back(ToRasterPixel(pixel));
  for (IndexPacket index : Indexes(image)) raster.indexes.push_back(index);
  return raster;
}

// The same image with 16-bit samples. Palette indexes are not samples and stay.
inline Raster ToSixteenBits(Raster raster) {
  constexpr std::uint16_t kFactor = 65535 / MaxRGB;
  auto widen = [](std::vector<RasterPixel>& pixels) {
    for (RasterPixel& p : pixels)
      p = {static_cast<std::uint16_t>(p.red * kFactor),
           static_cast<std::uint16_t>(p.green * kFactor),
           static_cast<std::uint16_t>(p.blue * kFactor),
           static_cast<std::uint16_t>(p.opacity * kFactor)};
  };
  widen(raster.colormap);
  widen(raster.pixels);
  for (std::uint16_t& index : raster.indexes)
    if (raster.cmyk) index = static_cast<std::uint16_t>(index * kFactor);
  return raster;
}

}  // namespace lodestone::test
