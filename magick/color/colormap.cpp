// Colour maps of PseudoClass images.
#include "magick/colormap.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "magick/color/luma.hpp"
#include "magick/core/barrier.hpp"
#include "magick/memory.h"
#include "magick/pixel_cache.h"
#include "magick/pixel_iterator.h"

using lodestone::kLuma601;

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

// The index that comes `amount` after this one, around the end.
IndexPacket Cycled(long index, long amount, long colors) {
  const long moved = (index + amount) % colors;
  return static_cast<IndexPacket>(moved < 0 ? moved + colors : moved);
}

MagickPassFail CycleRow(void*, const void* data, Image* image, PixelPacket* pixels,
                        IndexPacket* indexes, const long count, ExceptionInfo*) {
  const int amount = *static_cast<const int*>(data);
  for (long i = 0; indexes != nullptr && i < count; ++i) {
    indexes[i] = Cycled(indexes[i], amount, static_cast<long>(image->colors));
    const PixelPacket& color = image->colormap[indexes[i]];
    pixels[i].red = color.red;
    pixels[i].green = color.green;
    pixels[i].blue = color.blue;
  }
  return indexes == nullptr ? MagickFail : MagickPass;
}

bool NeedsColormap(Image* image) {
  if (image->storage_class == PseudoClass && image->colormap != nullptr) return true;
  ThrowException(&image->exception, ImageError, "Image has no colormap", image->filename);
  return false;
}

bool SameColor(const PixelPacket& a, const PixelPacket& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

}  // namespace

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

MagickPassFail CycleColormapImage(Image* image, const int amount) {
  if (image == nullptr) return MagickFail;
  const unsigned is_grayscale = image->is_grayscale, is_monochrome = image->is_monochrome;
  if (image->storage_class == DirectClass && SetImageType(image, PaletteType) == MagickFail)
    return MagickFail;
  if (!NeedsColormap(image) || image->colors == 0) return MagickFail;
  const MagickPassFail status =
      PixelIterateMonoModify(CycleRow, nullptr, "[%s] Cycle colormap...", nullptr, &amount, 0, 0,
                             image->columns, image->rows, image, &image->exception);
  image->is_grayscale = is_grayscale;
  image->is_monochrome = is_monochrome;
  return status;
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
