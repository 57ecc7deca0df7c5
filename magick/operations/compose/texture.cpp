// Tiling images.
#include "magick/texture.h"

#include "magick/colorspace.h"
#include "magick/composite.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

constexpr char kUnable[] = "Unable to constitute image";

// `size` columns or rows again and again.
AxisMap Repeated(unsigned long size, unsigned long count) {
  AxisMap map(count);
  std::uint32_t next = 0;
  for (std::uint32_t& entry : map) {
    entry = next;
    if (++next == size) next = 0;
  }
  return map;
}

// Before there are maps, which take memory too.
bool IsWithinLimits(unsigned long columns, unsigned long rows, ExceptionInfo* exception) {
  if (!SizeIsUsable(columns, rows, kUnable, "Negative or zero image size", exception)) return false;
  const ImageHolder image(AllocateImage(nullptr));
  if (!image.get()) throw std::bad_alloc();
  image.get()->columns = columns;
  image.get()->rows = rows;
  return CheckImagePixelLimits(image.get(), exception) != MagickFail;
}

Image* Tiled(const Image* texture, unsigned long columns, unsigned long rows, bool direct,
             const char* text, ExceptionInfo* exception) {
  if (!IsWithinLimits(columns, rows, exception) ||
      !SizeIsUsable(texture->columns, texture->rows, kUnable, "Texture has no pixels", exception))
    return nullptr;
  PixelMap map{Repeated(texture->columns, columns), Repeated(texture->rows, rows)};
  map.direct = direct;
  return MapPixels(texture, map, text, exception);
}

// The image over the tiles, which become the result.
bool Mix(const Image* image, Image* tiles, ExceptionInfo* exception) {
  tiles->colorspace = image->colorspace;
  return CompositeImageRegion(OverCompositeOp, nullptr, image->columns, image->rows, image, 0, 0,
                              tiles, 0, 0, exception) != MagickFail;
}

MagickPassFail Cover(Image* image, const Image* texture) {
  const bool mixes = image->matte && image->cache->has_pixels();
  const bool grey = texture->is_grayscale && (!mixes || image->is_grayscale);
  const ImageHolder tiles(Tiled(texture, image->columns, image->rows, true, "[%s] Apply texture...",
                                &image->exception));
  if (!tiles.get() || (mixes && !Mix(image, tiles.get(), &image->exception))) return MagickFail;
  image->cache->Take(tiles.get()->cache->Hold());
  image->storage_class = DirectClass;
  RecordPixelChange(image);
  image->is_grayscale = grey ? MagickTrue : MagickFalse;
  image->matte = mixes ? MagickFalse : texture->matte;
  return MagickPass;
}

// The fourth samples of CMYK images are black, so their alpha has no place in a mixture.
MagickPassFail CoverAny(Image* image, const Image* texture) {
  if (image->colorspace == CMYKColorspace && image->matte &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  return Cover(image, texture);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* ConstituteTextureImage(const unsigned long columns, const unsigned long rows,
                              const Image* texture, ExceptionInfo* exception) {
  if (!texture) return nullptr;
  return Guard(exception, nullptr, [&] {
    return Tiled(texture, columns, rows, false, "[%s] Generate texture...  ", exception);
  });
}

MagickPassFail TextureImage(Image* image, const Image* texture) {
  if (!image || !texture) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return CoverAny(image, texture); });
}
