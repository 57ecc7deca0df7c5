#include <zlib.h>

#include <algorithm>
#include <map>

#include "coders/png/png.hpp"
#include "coders/common/samples.hpp"
#include "magick/pixels/grey_samples.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr int kUnset = -1;

// How the pixels will be stored.
struct PngPlan {
  int color_type = PNG_COLOR_TYPE_RGB;
  int bit_depth = 8;
  png_color palette[256] = {};
  png_byte alpha[256] = {};
  int palette_size = 0;
  int alpha_size = 0;                   // entries of the tRNS chunk
  std::map<std::uint64_t, int> lookup;  // colour to index, for images without indexes

  bool indexed() const { return color_type == PNG_COLOR_TYPE_PALETTE; }
};

bool Wants(const ImageInfo* image_info, const char* magick) {
  return LocaleCompare(image_info->magick, magick) == 0;
}

// True if the colormap is exact at 8 bits, or the image does not need more, or nobody wants more.
bool PaletteFits(const Image* image, ImageType type) {
  if (image->storage_class != PseudoClass || image->colors == 0 || image->colors > 256) {
    return false;
  }
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

// Palette from the colormap. False if pixels with the same index differ in alpha.
bool PlanColormap(const Image* image, ExceptionInfo* exception, PngPlan& plan) {
  plan.color_type = PNG_COLOR_TYPE_PALETTE;
  plan.palette_size = static_cast<int>(image->colors);
  plan.bit_depth = BitsFor(plan.palette_size);
  for (int i = 0; i < plan.palette_size; ++i) plan.palette[i] = PaletteColor(image->colormap[i]);
  if (image->matte == MagickFalse) return true;
  const ConstPixels all = AllPixels(image, exception);
  int alpha[256];
  std::fill_n(alpha, 256, kUnset);
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

std::uint64_t ColorKey(const PixelPacket& pixel, bool matte) {
  const png_color c = PaletteColor(pixel);
  const std::uint64_t alpha = matte ? AlphaOf(pixel) : 255u;
  return (alpha << 24) | (std::uint64_t{c.red} << 16) | (c.green << 8) | c.blue;
}

// Palette of the colours that occur; fails if there are more than 256.
void PlanCountedPalette(const Image* image, ExceptionInfo* exception, PngPlan& plan) {
  const ConstPixels all = AllPixels(image, exception);
  const bool matte = image->matte != MagickFalse;
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    const auto [entry, added] =
        plan.lookup.try_emplace(ColorKey(all.pixels[i], matte), plan.palette_size);
    if (!added) continue;
    if (plan.palette_size == 256) {
      Fail(OptionError, "PNG8 cannot hold this image: it has more than 256 colors");
    }
    plan.palette[plan.palette_size] = PaletteColor(all.pixels[i]);
    plan.alpha[plan.palette_size++] = matte ? AlphaOf(all.pixels[i]) : 255;
  }
  plan.color_type = PNG_COLOR_TYPE_PALETTE;
  plan.bit_depth = 8;
  TrimAlpha(plan);
}

// PNG24 and the like select the type.
bool PlanByName(const ImageInfo* image_info, const Image* image, ExceptionInfo* exception,
                PngPlan& plan) {
  if (Wants(image_info, "PNG8")) {
    PlanCountedPalette(image, exception, plan);
    return true;
  }
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
  const Traits traits = Analyze(image, type == OptimizeType, exception);
  const bool true_color = type == TrueColorType || type == TrueColorMatteType;
  const bool palette_fits = PaletteFits(image, type);
  plan.bit_depth = image->depth > 8 && !palette_fits ? 16 : 8;
  if (type == GrayscaleType || type == GrayscaleMatteType) {
    plan.color_type = type == GrayscaleType ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_GRAY_ALPHA;
  } else if (traits.grayscale && !true_color) {
    plan.color_type = traits.opaque ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_GRAY_ALPHA;
    if (traits.monochrome) plan.bit_depth = traits.opaque ? 1 : 8;
  } else if (!palette_fits || true_color || !PlanColormap(image, exception, plan)) {
    const bool opaque = traits.opaque && type != TrueColorMatteType;
    plan.color_type = opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
    plan.bit_depth = image->depth > 8 && !palette_fits ? 16 : 8;
  }
}

// quality: the tens digit is the zlib level, the ones digit selects the filter.
void SetCompression(png_structp png, const ImageInfo* image_info, const PngPlan& plan) {
  const unsigned long quality = image_info->quality;
  png_set_compression_buffer_size(png, 32768);
  png_set_compression_mem_level(png, 9);
  if (quality > 9) {
    png_set_compression_level(png, static_cast<int>(std::min(quality / 10, 9ul)));
  } else {
    png_set_compression_strategy(png, Z_HUFFMAN_ONLY);
    png_set_compression_level(png, 2);
  }
  const unsigned long ones = quality % 10;
  const bool simple = plan.color_type == PNG_COLOR_TYPE_GRAY || plan.indexed() || quality < 50;
  int filter = PNG_ALL_FILTERS;
  if (ones < 5) filter = static_cast<int>(ones);
  if (ones == 5 && simple) filter = PNG_NO_FILTERS;
  png_set_filter(png, PNG_FILTER_TYPE_BASE, filter);
}

void SetHeader(PngWriter& writer, const ImageInfo* image_info, const Image* image, PngPlan& plan) {
  const int interlace =
      image_info->interlace == LineInterlace ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE;
  PngCall(writer.png, [&] {
    png_set_benign_errors(writer.png, 1);
    png_set_user_limits(writer.png, 0x7fffffff, 0x7fffffff);
    SetCompression(writer.png, image_info, plan);
    png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(image->columns),
                 static_cast<png_uint_32>(image->rows), plan.bit_depth, plan.color_type, interlace,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    if (plan.indexed()) {
      png_set_PLTE(writer.png, writer.info, plan.palette, plan.palette_size);
      if (plan.alpha_size > 0) {
        png_set_tRNS(writer.png, writer.info, plan.alpha, plan.alpha_size, nullptr);
      }
    }
  });
}

SampleFormat FormatOf(const PngPlan& plan) {
  SampleFormat format;
  format.bytes = plan.bit_depth == 16 ? 2 : 1;
  switch (plan.color_type) {
    case PNG_COLOR_TYPE_GRAY:
      format.channels = Channels::kGray;
      break;
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      format.channels = Channels::kGrayAlpha;
      break;
    case PNG_COLOR_TYPE_RGB_ALPHA:
      format.channels = Channels::kRgba;
      break;
    default:
      format.channels = Channels::kRgb;
      break;
  }
  return format;
}

void FillIndexes(const PngPlan& plan, const Image* image, const ConstPixels& source, std::size_t y,
                 std::uint8_t* row) {
  const PixelPacket* pixels = source.Row(y);
  if (plan.lookup.empty()) {
    const IndexPacket* indexes = source.IndexRow(y);
    for (std::size_t x = 0; x < image->columns; ++x) {
      row[x] = static_cast<std::uint8_t>(indexes[x] < image->colors ? indexes[x] : 0);
    }
    return;
  }
  const bool matte = image->matte != MagickFalse;
  for (std::size_t x = 0; x < image->columns; ++x) {
    row[x] = static_cast<std::uint8_t>(plan.lookup.at(ColorKey(pixels[x], matte)));
  }
}

void FillRow(const PngPlan& plan, const Image* image, const ConstPixels& source, std::size_t y,
             std::uint8_t* row) {
  if (plan.indexed()) return FillIndexes(plan, image, source, y, row);
  const PixelPacket* pixels = source.Row(y);
  if (plan.bit_depth == 1) {
    for (std::size_t x = 0; x < image->columns; ++x) row[x] = pixels[x].red > MaxRGB / 2 ? 1 : 0;
    return;
  }
  ExportRow(FormatOf(plan), pixels, nullptr, image->columns, image->matte != MagickFalse, row);
}

void FillGray(const PngPlan& plan, const Quantum* samples, std::size_t columns, std::uint8_t* row) {
  if (plan.bit_depth != 1) return ExportGraySamples(FormatOf(plan), samples, columns, row);
  for (std::size_t x = 0; x < columns; ++x) row[x] = samples[x] > MaxRGB / 2 ? 1 : 0;
}

void WriteRows(PngWriter& writer, const PngPlan& plan, Image* image) {
  const GreySamples gray = plan.color_type == PNG_COLOR_TYPE_GRAY
                               ? GreySamples::Of(image, &image->exception)
                               : GreySamples();
  const ConstPixels source = gray ? ConstPixels() : AllPixels(image, &image->exception);
  std::vector<std::uint8_t> row(FormatOf(plan).PixelBytes() * image->columns);
  int passes = 1;
  PngCall(writer.png, [&] {
    png_set_packing(writer.png);
    passes = png_set_interlace_handling(writer.png);
  });
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t y = 0; y < image->rows; ++y) {
      if (gray) {
        FillGray(plan, gray.Row(y), image->columns, row.data());
      } else {
        FillRow(plan, image, source, y, row.data());
      }
      png_const_bytep bytes = row.data();
      PngCall(writer.png, [&] { png_write_row(writer.png, bytes); });
      if (pass + 1 == passes) progress.Tick(y);
    }
  }
}

}  // namespace

unsigned int WritePng(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ExceptionInfo* exception = &image->exception;
    ToRgb(image);
    PngPlan plan;
    if (!PlanByName(image_info, image, exception, plan)) {
      PlanByContent(image_info, image, exception, plan);
    }
    PngClient client{image, exception, image->filename};
    client.severity = CoderError;
    PngWriter writer(client);
    png_set_write_fn(writer.png, &client, PngWriteData, PngFlush);
    SetHeader(writer, image_info, image, plan);
    SetPngMetadata(writer, image_info, image);
    PngCall(writer.png, [&] { png_write_info(writer.png, writer.info); });
    WriteRows(writer, plan, image);
    PngCall(writer.png, [&] { png_write_end(writer.png, nullptr); });
  });
}

}  // namespace lodestone::coders
