// Grey images as PseudoClass images.
#include <algorithm>
#include <numeric>
#include <vector>

#include "magick/analyze.h"
#include "magick/colormap.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/quantize.h"
#include "magick/operations/quantize/plain_colors.hpp"

using lodestone::Guard;
using lodestone::quantize::SameColor;

namespace {

struct IndexedPixels {
  PixelPacket* pixels;
  IndexPacket* indexes;  // null: failed
  std::size_t count;
};

IndexedPixels AllPixels(Image* image) {
  IndexedPixels all{};
  all.pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  if (all.pixels == nullptr) return all;
  all.indexes = AccessMutableIndexes(image);
  all.count = std::size_t{image->columns} * image->rows;
  return all;
}

// The index of a shade is the shade, in a palette of all.
bool UseAllShades(Image* image) {
  if (AllocateImageColormap(image, MaxColormapSize) == MagickFail) return false;
  const IndexedPixels all = AllPixels(image);
  if (all.indexes == nullptr) return false;
  for (std::size_t i = 0; i < all.count; ++i)
    all.indexes[i] = ScaleQuantumToIndex(all.pixels[i].red);
  return SyncImagePixels(image) != MagickFail;
}

// A palette of the shades that occur, from dark to bright.
bool UseShadesThatOccur(Image* image) {
  if (!UseAllShades(image)) return false;
  const IndexedPixels all = AllPixels(image);
  if (all.indexes == nullptr) return false;
  std::vector<IndexPacket> ranks(MaxColormapSize);
  std::vector<bool> occurs(MaxColormapSize);
  for (std::size_t i = 0; i < all.count; ++i) occurs[all.indexes[i]] = true;
  unsigned colors = 0;
  for (unsigned shade = 0; shade < MaxColormapSize; ++shade) {
    if (!occurs[shade]) continue;
    ranks[shade] = static_cast<IndexPacket>(colors);
    image->colormap[colors++] = image->colormap[shade];
  }
  for (std::size_t i = 0; i < all.count; ++i) all.indexes[i] = ranks[all.indexes[i]];
  return SyncImagePixels(image) != MagickFail &&
         ReallocateImageColormap(image, colors) != MagickFail;
}

// Sorts the palette by intensity and merges equal neighbours.
bool CompactPalette(Image* image) {
  const std::vector<PixelPacket> before(image->colormap, image->colormap + image->colors);
  std::vector<unsigned> order(before.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return PixelIntensity(&before[a]) < PixelIntensity(&before[b]);
  });
  std::vector<IndexPacket> ranks(before.size());
  unsigned colors = 0;
  for (const unsigned old : order) {
    if (colors == 0 || !SameColor(image->colormap[colors - 1], before[old]))
      image->colormap[colors++] = before[old];
    ranks[old] = static_cast<IndexPacket>(colors - 1);
  }
  const IndexedPixels all = AllPixels(image);
  if (all.indexes == nullptr) return false;
  for (std::size_t i = 0; i < all.count; ++i)
    all.indexes[i] = ranks[std::min<std::size_t>(all.indexes[i], ranks.size() - 1)];
  return SyncImagePixels(image) != MagickFail &&
         ReallocateImageColormap(image, colors) != MagickFail;
}

bool ToGreyPalette(Image* image, bool compact) {
  if (image->is_grayscale == MagickFalse &&
      TransformColorspace(image, GRAYColorspace) == MagickFail)
    return false;
  const bool has_palette =
      image->storage_class == PseudoClass && image->colormap != nullptr && image->colors != 0;
  if (compact && has_palette) return CompactPalette(image);
  if (has_palette) return true;
  return compact ? UseShadesThatOccur(image) : UseAllShades(image);
}

}  // namespace

void GrayscalePseudoClassImage(Image* image, unsigned int optimize_colormap) {
  if (image == nullptr) return;
  Guard(&image->exception, [&] {
    if (!ToGreyPalette(image, optimize_colormap != MagickFalse)) return;
    lodestone::RecordGreyness(image, true,
                              IsMonochromeImage(image, &image->exception) != MagickFalse);
  });
}
