#include "magick/operations/colorspace/cmyk.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "accel/dispatch/explain.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/operations/colorspace/color_rule.hpp"

namespace lodestone {
namespace {

// One for each pixel, in the host's memory; none for images without alpha.
using Alphas = std::vector<IndexPacket>;

std::size_t AreaOf(const Image* image) {
  return std::size_t{image->columns} * image->rows;
}

// Of RGB images. False with *exception set.
bool ReadOpacities(const Image* image, Alphas* alphas, ExceptionInfo* exception) {
  if (!image->matte || accel::Explaining()) return true;
  const PixelPacket* const pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (!pixels) return false;
  alphas->resize(AreaOf(image));
  std::transform(pixels, pixels + alphas->size(), alphas->begin(),
                 [](const PixelPacket& pixel) { return pixel.opacity; });
  return true;
}

// The pixels stay where they are, which may be a device. False with *exception set.
bool WriteIndexes(Image* image, const Alphas& alphas, ExceptionInfo* exception) {
  const StoreReference store = image->cache->Hold();
  if (!store || accel::Explaining()) return true;
  if (!store->indexes() && !store->AddIndexes(image->filename, exception)) return false;
  if (alphas.empty()) {
    std::fill_n(store->indexes(), store->area(), IndexPacket{OpaqueOpacity});
  } else {
    std::copy(alphas.begin(), alphas.end(), store->indexes());
  }
  return true;
}

// An image made CMYK by setting only its colorspace field has no indexes: it is opaque.
Alphas ReadIndexes(const Image* image) {
  const StoreReference store = image->cache->Hold();
  if (!image->matte || !store || store->grey() || !store->indexes()) return {};
  return {store->indexes(), store->indexes() + store->area()};
}

bool WriteOpacities(Image* image, const Alphas& alphas, ExceptionInfo* exception) {
  if (alphas.empty() || accel::Explaining()) return true;
  PixelPacket* const pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (!pixels) return false;
  for (std::size_t i = 0; i < alphas.size(); ++i) pixels[i].opacity = alphas[i];
  return SyncImagePixelsEx(image, exception) != MagickFail;
}

// All four samples are colours, in one of the spaces; alpha is elsewhere meanwhile. Without
// success, the image is what it was.
bool ChangeInks(Image* image, MagickAccelerateColorFunction function) {
  const ColorspaceType space = std::exchange(image->colorspace, CMYKColorspace);
  const MagickBool matte = std::exchange(image->matte, MagickFalse);
  const ClassType storage = std::exchange(image->storage_class, DirectClass);
  const bool changed =
      ChangeFour(image, "colorspace", {function}, "[%s] Transform colorspace...") != MagickFail;
  image->matte = matte;
  if (!changed) {
    image->colorspace = space;
    image->storage_class = storage;
  }
  return changed;
}

}  // namespace

// Black moves to opacity, alpha from there to the indexes.
bool CmykFromRgb(Image* image, ExceptionInfo* exception) {
  Alphas alphas;
  if (!ReadOpacities(image, &alphas, exception) || !ChangeInks(image, MagickAccelerateStoreCmyk))
    return false;
  image->is_grayscale = MagickFalse;
  return WriteIndexes(image, alphas, exception);
}

bool RgbFromCmyk(Image* image, ExceptionInfo* exception) {
  const Alphas alphas = ReadIndexes(image);
  if (!ChangeInks(image, MagickAccelerateReadCmyk)) return false;
  image->colorspace = RGBColorspace;
  return WriteOpacities(image, alphas, exception);
}

}  // namespace lodestone
