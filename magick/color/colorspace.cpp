// Conversion between RGB, grey and CMYK.
#include "magick/colorspace.h"

#include <algorithm>

#include "magick/core/barrier.hpp"
#include "magick/pixels/grey_samples.hpp"
#include "magick/image.h"
#include "magick/pixels/pixel_cache.hpp"

using lodestone::Guard;
using lodestone::StoreReference;
using lodestone::Throw;

namespace {

Quantum ToGray(const PixelPacket& pixel, ColorspaceType space) {
  const bool rec709 = space == Rec709LumaColorspace;
  const double luma = rec709 ? 0.2126 * pixel.red + 0.7152 * pixel.green + 0.0722 * pixel.blue
                             : 0.299 * pixel.red + 0.587 * pixel.green + 0.114 * pixel.blue;
  return RoundDoubleToQuantum(luma);
}

void MakeGray(PixelPacket& pixel, ColorspaceType space) {
  pixel.red = pixel.green = pixel.blue = ToGray(pixel, space);
}

// Such an image needs only one sample per pixel.
bool GraySamplesFromRgb(Image* image, ColorspaceType space, ExceptionInfo* exception) {
  const PixelPacket* before =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (before == nullptr) return false;
  const StoreReference kept = image->cache->Hold();
  Quantum* samples = lodestone::NewGreySamples(image, 0, exception);
  if (samples == nullptr) return false;
  std::transform(before, before + size_t{image->columns} * image->rows, samples,
                 [space](const PixelPacket& pixel) { return ToGray(pixel, space); });
  image->is_grayscale = MagickTrue;
  return true;
}

bool GrayFromRgb(Image* image, ColorspaceType space, ExceptionInfo* exception) {
  if (image->is_grayscale != MagickFalse) return true;
  if (image->matte == MagickFalse && image->storage_class == DirectClass)
    return GraySamplesFromRgb(image, space, exception);
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return false;
  const size_t count = size_t{image->columns} * image->rows;
  for (size_t i = 0; i < count; ++i) MakeGray(pixels[i], space);
  if (image->storage_class == PseudoClass) {
    for (unsigned int i = 0; i < image->colors; ++i) MakeGray(image->colormap[i], space);
  }
  image->is_grayscale = MagickTrue;
  return SyncImagePixelsEx(image, exception) != MagickFail;
}

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

Quantum WithBlack(Quantum ink, double light) {
  const double value = (MaxRGBDouble - ink) * light / MaxRGBDouble;
  return RoundDoubleToQuantum(value);
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

bool IsSupported(ColorspaceType space) {
  return IsRGBColorspace(space) || IsCMYKColorspace(space);
}

bool Transform(Image* image, ColorspaceType target, ExceptionInfo* exception) {
  if (!IsSupported(image->colorspace) || !IsSupported(target)) {
    Throw(exception, OptionError, "Conversion between these colorspaces is not supported",
          image->filename);
    return false;
  }
  const bool has_pixels = image->columns != 0 && image->rows != 0 && image->ping == MagickFalse;
  if (has_pixels) {
    if (IsCMYKColorspace(image->colorspace) && !RgbFromCmyk(image, exception)) return false;
    if (IsCMYKColorspace(target) && !CmykFromRgb(image, exception)) return false;
    if (IsGrayColorspace(target) && !GrayFromRgb(image, target, exception)) return false;
  }
  image->colorspace = target;
  return true;
}

}  // namespace

MagickPassFail TransformColorspace(ImagePtr image, const ColorspaceType colorspace) {
  if (image->colorspace == colorspace) return MagickPass;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    return Transform(image, colorspace, &image->exception) ? MagickPass : MagickFail;
  });
}
