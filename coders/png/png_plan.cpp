#include "coders/png/png_plan.hpp"

#include <algorithm>
#include <cstdlib>

#include "coders/common/samples.hpp"
#include "magick/attribute.h"
#include "magick/quantize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr int kUnset = -1;
constexpr int kColorsMax = 256;

bool Wants(const ImageInfo* image_info, const char* magick) {
  return LocaleCompare(image_info->magick, magick) == 0;
}

bool HasPalette(const Image* image) {
  return image->storage_class == PseudoClass && image->colors != 0 && image->colors <= kColorsMax;
}

// True if the colormap is exact at 8 bits, or the image does not need more, or nobody wants more.
bool PaletteFits(const Image* image, ImageType type) {
  if (!HasPalette(image)) return false;
  if (image->depth <= 8 || type == PaletteType || type == PaletteMatteType) return true;
  return std::all_of(image->colormap, image->colormap + image->colors, [](const PixelPacket& c) {
    const auto exact = [](Quantum v) { return QuantumFromByte(ByteFromQuantum(v)) == v; };
    return exact(c.red) && exact(c.green) && exact(c.blue);
  });
}

int BitsFor(int colors) {
  int bits = 1;
  while ((1 << bits) < colors) bits *= 2;
  return bits;
}

png_color PaletteColor(const PixelPacket& color) {
  return {ByteFromQuantum(color.red), ByteFromQuantum(color.green), ByteFromQuantum(color.blue)};
}

png_byte AlphaOf(const PixelPacket& pixel) {
  return static_cast<png_byte>(255 - ByteFromQuantum(pixel.opacity));
}

void TrimAlpha(PngPlan& plan) {
  plan.alpha_size = plan.palette_size;
  while (plan.alpha_size > 0 && plan.alpha[plan.alpha_size - 1] == 255) --plan.alpha_size;
}

void TakeColormap(const Image* image, PngPlan& plan) {
  plan.color_type = PNG_COLOR_TYPE_PALETTE;
  plan.palette_size = static_cast<int>(image->colors);
  for (int i = 0; i < plan.palette_size; ++i) plan.palette[i] = PaletteColor(image->colormap[i]);
}

// Palette from the colormap. False if pixels with the same index differ in alpha.
bool PlanColormap(const Image* image, ExceptionInfo* exception, PngPlan& plan) {
  TakeColormap(image, plan);
  plan.bit_depth = BitsFor(plan.palette_size);
  if (image->matte == MagickFalse) return true;
  const ConstPixels all = AllPixels(image, exception);
  int alpha[kColorsMax];
  std::fill_n(alpha, kColorsMax, kUnset);
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    int& entry = alpha[all.indexes[i] & 255];
    const int value = AlphaOf(all.pixels[i]);
    if (entry == kUnset) entry = value;
    if (entry != value) return false;
  }
  for (int i = 0; i < plan.palette_size; ++i) {
    plan.alpha[i] = static_cast<png_byte>(alpha[i] == kUnset ? 255 : alpha[i]);
  }
  TrimAlpha(plan);
  return true;
}

// Adds the colours that occur, with their alpha, to the palette. False if there are too many.
bool CountColors(const Image* image, ExceptionInfo* exception, PngPlan& plan) {
  plan.color_type = PNG_COLOR_TYPE_PALETTE;
  const ConstPixels all = AllPixels(image, exception);
  const bool matte = image->matte != MagickFalse;
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    const auto [entry, added] =
        plan.lookup.try_emplace(PngColorKey(all.pixels[i], matte), plan.palette_size);
    if (!added) continue;
    if (plan.palette_size == kColorsMax) return false;
    plan.palette[plan.palette_size] = PaletteColor(all.pixels[i]);
    plan.alpha[plan.palette_size++] = matte ? AlphaOf(all.pixels[i]) : 255;
  }
  TrimAlpha(plan);
  return true;
}

// Reduces the colours of a copy. With alpha, one index is left for transparent pixels.
void Reduce(const ImageInfo* image_info, const Image* image, ExceptionInfo* exception,
            PngPlan& plan) {
  const bool matte = image->matte != MagickFalse;
  plan.reduced.reset(CloneImage(image, 0, 0, MagickTrue, exception));
  if (plan.reduced == nullptr) FailAfter(exception, CoderError, "Unable to copy the image");
  plan.reduced->storage_class = DirectClass;
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.dither = image_info->dither;
  info.number_colors = matte ? kColorsMax - 1 : kColorsMax;
  if (QuantizeImage(&info, plan.reduced.get()) == MagickFail) {
    CopyException(exception, &plan.reduced->exception);
    FailAfter(exception, CoderError, "Unable to reduce the colors to a palette");
  }
  TakeColormap(plan.reduced.get(), plan);
  if (!matte) return;
  std::fill_n(plan.alpha, plan.palette_size, png_byte{255});
  plan.transparent = plan.palette_size;
  plan.alpha[plan.palette_size] = 0;
  plan.palette[plan.palette_size++] = PaletteColor(image->background_color);
  TrimAlpha(plan);
}

// The colormap, if there is one, else the colours in the order of GraphicsMagick. Several alphas of
// a colour, and alpha other than 0 and 255, stay if there are few enough of them.
PngPlan PlanPng8(const ImageInfo* image_info, const Image* image, ExceptionInfo* exception) {
  PngPlan plan;
  if (!HasPalette(image) || !PlanColormap(image, exception, plan)) {
    plan = PngPlan();
    if (image->matte == MagickFalse || !CountColors(image, exception, plan)) {
      plan = PngPlan();
      Reduce(image_info, image, exception, plan);
    }
  }
  plan.bit_depth = 8;
  return plan;
}

// PNG24 and the like select the type.
bool PlanByName(const ImageInfo* image_info, PngPlan& plan) {
  const bool opaque = Wants(image_info, "PNG24") || Wants(image_info, "PNG48");
  if (!opaque && !Wants(image_info, "PNG32") && !Wants(image_info, "PNG64")) return false;
  plan.color_type = opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
  plan.bit_depth = Wants(image_info, "PNG48") || Wants(image_info, "PNG64") ? 16 : 8;
  return true;
}

// The smallest type that stores the image losslessly, or the palette that was asked for.
void PlanByContent(const ImageInfo* image_info, const Image* image, ExceptionInfo* exception,
                   PngPlan& plan) {
  const ImageType type = image_info->type;
  const bool exhaustive = type == OptimizeType || type == BilevelType;
  const Traits traits = Analyze(image, exhaustive, exception);
  const bool true_color = type == TrueColorType || type == TrueColorMatteType;
  const bool palette_fits = PaletteFits(image, type);
  const bool bilevel = traits.monochrome && traits.opaque;
  plan.bit_depth = image->depth > 8 && !palette_fits ? 16 : 8;
  if (type == GrayscaleType || type == GrayscaleMatteType) {
    plan.color_type = type == GrayscaleType ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_GRAY_ALPHA;
    if (type == GrayscaleType && bilevel) plan.bit_depth = 1;
  } else if (traits.grayscale && !true_color) {
    plan.color_type = traits.opaque ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_GRAY_ALPHA;
    if (traits.monochrome) plan.bit_depth = traits.opaque ? 1 : 8;
  } else if (!palette_fits || true_color || !PlanColormap(image, exception, plan)) {
    const bool opaque = traits.opaque && type != TrueColorMatteType;
    plan.color_type = opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
    plan.bit_depth = image->depth > 8 && !palette_fits ? 16 : 8;
  }
}

int Original(const Image* image, const char* key) {
  const ImageAttribute* const attribute = GetImageAttribute(image, key);
  return attribute == nullptr || attribute->value == nullptr ? kUnset : std::atoi(attribute->value);
}

// PNG00: the type and depth that the image had in the PNG file it comes from, where that holds at
// least as much as the smallest one.
void Inherit(const Image* image, PngPlan& plan) {
  const int type = Original(image, "png:IHDR.color-type-orig");
  const int depth = Original(image, "png:IHDR.bit-depth-orig");
  const bool known = type == PNG_COLOR_TYPE_GRAY_ALPHA || type == PNG_COLOR_TYPE_RGB ||
                     type == PNG_COLOR_TYPE_RGB_ALPHA;
  const bool transparent = plan.alpha_size > 0;
  const int needed =
      (plan.color_type & ~PNG_COLOR_MASK_PALETTE) | (transparent ? PNG_COLOR_MASK_ALPHA : 0);
  if (known && (needed & ~type) == 0) plan.color_type = type;
  if (plan.color_type == PNG_COLOR_TYPE_PALETTE) {
    if (depth <= 8) plan.bit_depth = std::max(plan.bit_depth, depth);
  } else if (plan.color_type != PNG_COLOR_TYPE_GRAY || depth >= 8) {
    plan.bit_depth = std::max({plan.bit_depth, depth, 8});
  }
}

}  // namespace

std::uint64_t PngColorKey(const PixelPacket& pixel, bool matte) {
  const png_color c = PaletteColor(pixel);
  const std::uint64_t alpha = matte ? AlphaOf(pixel) : 255u;
  return (alpha << 24) | (std::uint64_t{c.red} << 16) | (c.green << 8) | c.blue;
}

// A palette, if all frames have few colours, else what the most demanding frame needs.
PngPlan PlanApng(const ImageInfo* image_info, std::span<Image* const> frames) {
  PngPlan plan;
  const ImageType type = image_info->type;
  bool gray = true, opaque = true, deep = false;
  bool palette = type != TrueColorType && type != TrueColorMatteType;
  for (Image* const frame : frames) {
    const Traits traits = Analyze(frame, type == OptimizeType, &frame->exception);
    gray = gray && traits.grayscale;
    opaque = opaque && traits.opaque;
    deep = deep || (frame->depth > 8 && !PaletteFits(frame, type));
    palette = palette && PaletteFits(frame, type) && CountColors(frame, &frame->exception, plan);
  }
  if (palette) {
    plan.bit_depth = BitsFor(plan.palette_size);
    return plan;
  }
  plan = PngPlan();
  plan.color_type = (gray ? 0 : PNG_COLOR_MASK_COLOR) | (opaque ? 0 : PNG_COLOR_MASK_ALPHA);
  plan.bit_depth = deep ? 16 : 8;
  return plan;
}

PngPlan PlanPng(const ImageInfo* image_info, Image* image) {
  ExceptionInfo* const exception = &image->exception;
  if (Wants(image_info, "PNG8")) return PlanPng8(image_info, image, exception);
  PngPlan plan;
  if (PlanByName(image_info, plan)) return plan;
  PlanByContent(image_info, image, exception, plan);
  if (Wants(image_info, "PNG00")) Inherit(image, plan);
  return plan;
}

}  // namespace lodestone::coders
