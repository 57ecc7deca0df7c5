// Colour maps of PseudoClass images.
#include "magick/core/color/colormap.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "magick/core/color/luma.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/memory.h"
#include "magick/pixel_cache.h"

using lodestone::kLuma601;
using lodestone::NeedsColormap;

namespace {

// Resizes the colour map. False with image->exception set: size, or memory.
bool IsColormapSize(Image* image, unsigned long colors) {
  if (colors > 0 && colors <= MaxColormapSize) return true;
  ThrowException(&image->exception, OptionError, "Number of colors is out of range",
                 image->filename);
  return false;
}

bool Resize(Image* image, unsigned long colors) {
  if (!IsColormapSize(image, colors)) return false;
  void* memory = MagickRealloc(image->colormap, colors * sizeof(PixelPacket));
  image->colormap = static_cast<PixelPacket*>(memory);
  if (memory == nullptr) {
    image->colors = 0;
    image->storage_class = DirectClass;
    ThrowException(&image->exception, ResourceLimitError, "Memory allocation failed",
                   image->filename);
    return false;
  }
  return true;
}

unsigned Intensity(const PixelPacket& color) {
  return static_cast<unsigned>(kLuma601[0] * color.red + kLuma601[1] * color.green +
                               kLuma601[2] * color.blue + 0.5);
}

// Maps every index through the table, and sets the pixels to the new colours.
bool Renumber(Image* image, const std::vector<IndexPacket>& table) {
  for (unsigned long y = 0; y < image->rows; y++) {
    PixelPacket* pixels = GetImagePixels(image, 0, static_cast<long>(y), image->columns, 1);
    IndexPacket* indexes = AccessMutableIndexes(image);
    if (pixels == nullptr || indexes == nullptr) return false;
    for (unsigned long x = 0; x < image->columns; x++) {
      const size_t old_index = std::min<size_t>(indexes[x], table.size() - 1);
      indexes[x] = table[old_index];
      const PixelPacket& color = image->colormap[indexes[x]];
      pixels[x].red = color.red;
      pixels[x].green = color.green;
      pixels[x].blue = color.blue;
    }
    if (SyncImagePixels(image) == MagickFail) return false;
  }
  return true;
}

bool SameColor(const PixelPacket& a, const PixelPacket& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

}  // namespace

bool lodestone::NeedsColormap(Image* image) {
  if (image->storage_class == PseudoClass && image->colormap != nullptr) return true;
  ThrowException(&image->exception, ImageError, "Image has no colormap", image->filename);
  return false;
}

MagickPassFail AllocateImageColormap(Image* image, const unsigned long colors) {
  if (image == nullptr) return MagickFail;
  if (!Resize(image, colors)) return MagickFail;
  const unsigned long step = MaxRGB / std::max(colors - 1, 1UL);
  for (unsigned long i = 0; i < colors; i++) {
    const Quantum gray = static_cast<Quantum>(i * step);
    image->colormap[i].red = gray;
    image->colormap[i].green = gray;
    image->colormap[i].blue = gray;
    image->colormap[i].opacity = OpaqueOpacity;
  }
  image->storage_class = PseudoClass;
  image->colors = static_cast<unsigned int>(colors);
  return MagickPass;
}

MagickPassFail ReallocateImageColormap(Image* image, const unsigned int colors) {
  if (image == nullptr) return MagickFail;
  const unsigned int before = image->colormap == nullptr ? 0 : image->colors;
  if (!Resize(image, colors)) return MagickFail;
  for (unsigned int i = before; i < colors; i++) image->colormap[i] = PixelPacket{};
  image->colors = colors;
  return MagickPass;
}

MagickPassFail ReplaceImageColormap(Image* image, const PixelPacket* colormap,
                                    const unsigned int colors) {
  return lodestone::Guard(lodestone::ExceptionOf(image), {image, colormap}, MagickFail, [=] {
    if (!NeedsColormap(image) || !IsColormapSize(image, colors)) return MagickFail;
    std::vector<IndexPacket> table(image->colors, 0);
    for (unsigned int i = 0; i < image->colors; i++) {
      const PixelPacket* found = std::find_if(
          colormap, colormap + colors,
          [&](const PixelPacket& color) { return SameColor(color, image->colormap[i]); });
      if (found != colormap + colors) table[i] = static_cast<IndexPacket>(found - colormap);
    }
    const std::vector<PixelPacket> kept(colormap, colormap + colors);
    if (ReallocateImageColormap(image, colors) == MagickFail) return MagickFail;
    std::copy(kept.begin(), kept.end(), image->colormap);
    return Renumber(image, table) ? MagickPass : MagickFail;
  });
}

MagickPassFail SortColormapByIntensity(Image* image) {
  return lodestone::Guard(lodestone::ExceptionOf(image), {image}, MagickFail, [=] {
    if (!NeedsColormap(image)) return MagickFail;
    std::vector<unsigned> order(image->colors);
    std::iota(order.begin(), order.end(), 0U);
    const std::vector<PixelPacket> before(image->colormap, image->colormap + image->colors);
    std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
      return Intensity(before[a]) > Intensity(before[b]);
    });
    std::vector<IndexPacket> table(order.size());
    for (size_t i = 0; i < order.size(); i++) {
      image->colormap[i] = before[order[i]];
      table[order[i]] = static_cast<IndexPacket>(i);
    }
    return Renumber(image, table) ? MagickPass : MagickFail;
  });
}
