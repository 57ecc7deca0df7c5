// Simple changes to all pixels of an image.
#include <algorithm>
#include <cstdio>

#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/image.h"
#include "magick/monitor.h"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/depth_levels.hpp"
#include "magick/core/pixels/inks.hpp"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/core/pixels/pixel_store.hpp"

using lodestone::Guard;
using lodestone::Throw;

namespace {

struct AllPixels {
  PixelPacket* pixels = nullptr;
  IndexPacket* indexes = nullptr;
  size_t count = 0;
};

// The whole image for reading and writing; pixels is null with *exception set on failure.
AllPixels GetAll(Image* image, ExceptionInfo* exception) {
  AllPixels all;
  all.pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  all.indexes = AccessMutableIndexes(image);
  all.count = size_t{image->columns} * image->rows;
  return all;
}

void ConvertToDirectClass(Image* image) {
  image->storage_class = DirectClass;
}

void RoundColor(const lodestone::DepthLevels& levels, bool matte, PixelPacket& pixel) {
  const auto round = [&](Quantum& sample) {
    sample = static_cast<Quantum>(levels.Nearest(sample));
  };
  round(pixel.red);
  round(pixel.green);
  round(pixel.blue);
  if (matte) round(pixel.opacity);
}

// Combines `opacity` with another one: the alphas multiply.
Quantum ReduceAlpha(Quantum opacity, double alpha) {
  const double value = MaxRGBDouble - (MaxRGBDouble - opacity) * alpha;
  return RoundDoubleToQuantum(value);
}

MagickPassFail Fill(Image* image, const PixelPacket& color, ExceptionInfo* exception) {
  if (color.opacity != OpaqueOpacity) image->matte = MagickTrue;
  ConvertToDirectClass(image);
  PixelPacket* pixels = SetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return MagickFail;
  const size_t count = size_t{image->columns} * image->rows;
  std::fill_n(pixels, count, color);
  if (IndexPacket* indexes = AccessMutableIndexes(image)) std::fill_n(indexes, count, 0);
  const bool gray = color.red == color.green && color.green == color.blue;
  lodestone::RecordGreyness(image, gray, gray && (color.red == 0 || color.red == MaxRGB));
  return SyncImagePixelsEx(image, exception);
}

// Writes the colours that the indexes stand for; an index beyond the map counts as 0.
bool ExpandIndexes(Image* image, size_t* bad_index) {
  const AllPixels all = GetAll(image, &image->exception);
  if (all.pixels == nullptr || all.indexes == nullptr) return false;
  *bad_index = 0;
  for (size_t i = 0; i < all.count; ++i) {
    if (all.indexes[i] >= image->colors) {
      *bad_index = all.indexes[i];
      all.indexes[i] = 0;
    }
    const Quantum opacity = all.pixels[i].opacity;
    all.pixels[i] = image->colormap[all.indexes[i]];
    if (image->matte != MagickFalse) all.pixels[i].opacity = opacity;
  }
  return true;
}

}  // namespace

MagickPassFail SetImage(Image* image, const Quantum opacity) {
  if (image == nullptr) return MagickFail;
  return SetImageEx(image, opacity, &image->exception);
}

MagickPassFail SetImageEx(Image* image, const Quantum opacity, ExceptionInfo* exception) {
  return Guard(exception, {image}, MagickFail, [&] {
    PixelPacket color = image->background_color;
    if (opacity != OpaqueOpacity) color.opacity = opacity;
    return Fill(image, lodestone::PixelOf(image, color), exception);
  });
}

MagickPassFail SetImageColor(Image* image, const PixelPacket* pixel) {
  return Guard(lodestone::ExceptionOf(image), {image, pixel}, MagickFail,
               [&] { return Fill(image, *pixel, &image->exception); });
}

MagickPassFail SetImageColorRegion(Image* image, long x, long y, unsigned long width,
                                   unsigned long height, const PixelPacket* pixel) {
  return Guard(lodestone::ExceptionOf(image), {image, pixel}, MagickFail, [&]() -> MagickPassFail {
    if (pixel->opacity != OpaqueOpacity) image->matte = MagickTrue;
    ConvertToDirectClass(image);
    PixelPacket* pixels = SetImagePixels(image, x, y, width, height);
    if (pixels == nullptr) return MagickFail;
    std::fill_n(pixels, size_t{width} * height, *pixel);
    return SyncImagePixels(image);
  });
}

MagickPassFail SetImageDepth(Image* image, const unsigned long depth) {
  return Guard(lodestone::ExceptionOf(image), {image}, MagickFail, [&]() -> MagickPassFail {
    if (depth == 0) {
      Throw(&image->exception, OptionError, "Depth is not in range", image->filename);
      return MagickFail;
    }
    image->depth = static_cast<unsigned int>(std::min<unsigned long>(depth, QuantumDepth));
    if (image->depth == QuantumDepth) return MagickPass;
    const lodestone::DepthLevels levels(image->depth);
    const bool gray = image->is_grayscale != MagickFalse;
    const bool monochrome = image->is_monochrome != MagickFalse;
    const AllPixels all = GetAll(image, &image->exception);
    if (all.pixels == nullptr) return MagickFail;
    const bool matte = image->matte != MagickFalse || image->colorspace == CMYKColorspace;
    for (size_t i = 0; i < all.count; ++i) RoundColor(levels, matte, all.pixels[i]);
    if (image->storage_class == PseudoClass) {
      for (unsigned int i = 0; i < image->colors; ++i)
        RoundColor(levels, false, image->colormap[i]);
    }
    image->is_grayscale = gray ? MagickTrue : MagickFalse;
    image->is_monochrome = monochrome ? MagickTrue : MagickFalse;
    return SyncImagePixels(image);
  });
}

MagickPassFail SetImageOpacity(Image* image, const unsigned int opacity) {
  return Guard(lodestone::ExceptionOf(image), {image}, MagickFail, [&]() -> MagickPassFail {
    const bool weaken = image->matte != MagickFalse;
    const bool gray = image->is_grayscale != MagickFalse;
    const bool monochrome = image->is_monochrome != MagickFalse;
    image->matte = MagickTrue;
    ConvertToDirectClass(image);
    const AllPixels all = GetAll(image, &image->exception);
    if (all.pixels == nullptr) return MagickFail;
    const Quantum value = static_cast<Quantum>(std::min<unsigned int>(opacity, MaxRGB));
    const double alpha = (MaxRGBDouble - value) / MaxRGBDouble;
    const bool cmyk = image->colorspace == CMYKColorspace;
    for (size_t i = 0; i < all.count; ++i) {
      Quantum& target = cmyk ? all.indexes[i] : all.pixels[i].opacity;
      target = weaken ? ReduceAlpha(target, alpha) : value;
    }
    image->is_grayscale = gray ? MagickTrue : MagickFalse;
    image->is_monochrome = monochrome ? MagickTrue : MagickFalse;
    return SyncImagePixels(image);
  });
}

MagickPassFail SyncImage(Image* image) {
  if (image == nullptr) return MagickFail;
  if (image->storage_class == DirectClass) return MagickPass;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    if (image->colormap == nullptr || image->colors == 0) {
      Throw(&image->exception, OptionError, "Image has no colormap", image->filename);
      return MagickFail;
    }
    size_t bad_index = 0;
    if (!ExpandIndexes(image, &bad_index)) return MagickFail;
    if (bad_index != 0) {
      char reason[MaxTextExtent];
      std::snprintf(reason, sizeof(reason), "Invalid colormap index (index %zu >= %u colors)",
                    bad_index, image->colors);
      Throw(&image->exception, CorruptImageError, reason, image->filename);
    }
    return SyncImagePixels(image);
  });
}
