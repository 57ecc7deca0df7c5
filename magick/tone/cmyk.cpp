#include "magick/tone/cmyk.hpp"

#include <cstddef>

#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

Quantum WithBlack(Quantum ink, double light) {
  const double value = (MaxRGBDouble - ink) * light / MaxRGBDouble;
  return RoundDoubleToQuantum(value);
}

}  // namespace

// Black moves to opacity, alpha from there to the indexes.
bool CmykFromRgb(Image* image, ExceptionInfo* exception) {
  image->storage_class = DirectClass;
  image->colorspace = CMYKColorspace;
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return false;
  IndexPacket* indexes = AccessMutableIndexes(image);
  const size_t count = size_t{image->columns} * image->rows;
  for (size_t i = 0; i < count; ++i) {
    PixelPacket& pixel = pixels[i];
    indexes[i] = image->matte != MagickFalse ? pixel.opacity : IndexPacket{OpaqueOpacity};
    pixel.red = static_cast<Quantum>(MaxRGB - pixel.red);
    pixel.green = static_cast<Quantum>(MaxRGB - pixel.green);
    pixel.blue = static_cast<Quantum>(MaxRGB - pixel.blue);
    pixel.opacity = pixel.red < pixel.green ? pixel.red : pixel.green;
    if (pixel.blue < pixel.opacity) pixel.opacity = pixel.blue;
  }
  return SyncImagePixelsEx(image, exception) != MagickFail;
}

bool RgbFromCmyk(Image* image, ExceptionInfo* exception) {
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return false;
  const IndexPacket* indexes = AccessMutableIndexes(image);
  const size_t count = size_t{image->columns} * image->rows;
  for (size_t i = 0; i < count; ++i) {
    PixelPacket& pixel = pixels[i];
    const double light = MaxRGBDouble - pixel.opacity;
    pixel.red = WithBlack(pixel.red, light);
    pixel.green = WithBlack(pixel.green, light);
    pixel.blue = WithBlack(pixel.blue, light);
    pixel.opacity = image->matte != MagickFalse ? indexes[i] : Quantum{OpaqueOpacity};
  }
  image->storage_class = DirectClass;
  image->colorspace = RGBColorspace;
  return SyncImagePixelsEx(image, exception) != MagickFail;
}

}  // namespace lodestone
