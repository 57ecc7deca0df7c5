#include <zlib.h>

#include <algorithm>

#include "coders/common/one_bit_alpha.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/upright.hpp"
#include "coders/png/png_plan.hpp"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone::coders {
namespace {

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
    for (std::size_t x = 0; plan.transparent >= 0 && x < image->columns; ++x) {
      if (IsMostlyTransparent(pixels[x])) row[x] = static_cast<std::uint8_t>(plan.transparent);
    }
    return;
  }
  const bool matte = image->matte != MagickFalse;
  for (std::size_t x = 0; x < image->columns; ++x) {
    row[x] = static_cast<std::uint8_t>(plan.lookup.at(PngColorKey(pixels[x], matte)));
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

}  // namespace

void SetPngHeader(PngWriter& writer, const ImageInfo* image_info, const Image* image,
                  PngPlan& plan) {
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

void WritePngRows(PngWriter& writer, const PngPlan& plan, const Image* image,
                  ExceptionInfo* exception) {
  image = plan.Source(image);
  const GreySamples gray =
      plan.color_type == PNG_COLOR_TYPE_GRAY ? GreySamples::Of(image, exception) : GreySamples();
  const ConstPixels source = gray ? ConstPixels() : AllPixels(image, exception);
  std::vector<std::uint8_t> row(FormatOf(plan).PixelBytes() * image->columns);
  int passes = 1;
  PngCall(writer.png, [&] {
    png_set_packing(writer.png);
    passes = png_set_interlace_handling(writer.png);
  });
  CodingProgress progress(CodingProgress::Task::kSaving, image, exception);
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

unsigned int WritePng(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    PutOrientationIntoExif(image, OrientationPlace::kExif);
    PngPlan plan = PlanPng(image_info, image);
    PngClient client{image, &image->exception, image->filename};
    client.severity = CoderError;
    PngWriter writer(client);
    png_set_write_fn(writer.png, &client, PngWriteData, PngFlush);
    SetPngHeader(writer, image_info, image, plan);
    SetPngMetadata(writer, image_info, image);
    PngCall(writer.png, [&] { png_write_info(writer.png, writer.info); });
    WritePngRows(writer, plan, image, &image->exception);
    PngCall(writer.png, [&] { png_write_end(writer.png, nullptr); });
  });
}

}  // namespace lodestone::coders
