// HISTOGRAM: writes a chart of how often the red, green and blue samples of an image occur, as a
// MIFF file with the numbers of its colours as comment.

#include <array>
#include <cstdio>
#include <cstdlib>

#include "base/owner.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/miff/miff.hpp"
#include "magick/color.h"
#include "magick/image.h"
#include "magick/quantize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr const char* kSize = "256x200";
constexpr unsigned kLevels = 256;
constexpr unsigned long kChartColors = 8;  // every mixture of red, green and blue

// How many pixels have each level.
struct Counts {
  std::array<std::uint64_t, kLevels> red = {};
  std::array<std::uint64_t, kLevels> green = {};
  std::array<std::uint64_t, kLevels> blue = {};
};

Counts Count(const Image* image, ExceptionInfo* exception) {
  const ConstPixels source = AllPixels(image, exception);
  Counts counts;
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    ++counts.red[ByteFromQuantum(source.pixels[i].red)];
    ++counts.green[ByteFromQuantum(source.pixels[i].green)];
    ++counts.blue[ByteFromQuantum(source.pixels[i].blue)];
  }
  return counts;
}

// An image without anything of the original but its name. -density gives another size.
MadeImage NewChart(const ImageInfo* image_info, const Image* image) {
  MadeImage chart(AllocateImage(nullptr));
  if (chart == nullptr) throw std::bad_alloc();
  MagickStrlCpy(chart->filename, image->filename, MaxTextExtent);
  // The largest size with the proportions of the image, unless the geometry says otherwise.
  RectangleInfo size = {image->columns, image->rows, 0, 0};
  const char* wanted = image_info->density != nullptr ? image_info->density : kSize;
  GetMagickGeometry(wanted, &size.x, &size.y, &size.width, &size.height);
  chart->columns = size.width;
  chart->rows = size.height;
  chart->depth = 8;
  chart->compression = RLECompression;
  return chart;
}

// Columns of a channel, from the bottom up.
void DrawChannel(const std::array<std::uint64_t, kLevels>& counts, double scale,
                 Quantum PixelPacket::*channel, const Pixels& target, std::size_t rows) {
  for (std::size_t x = 0; x < std::min<std::size_t>(target.columns, kLevels); ++x) {
    const auto height = static_cast<std::size_t>(scale * static_cast<double>(counts[x]));
    for (std::size_t y = rows - std::min(height, rows); y < rows; ++y) {
      target.Row(y)[x].*channel = MaxRGB;
    }
  }
}

void Draw(const Counts& counts, Image* chart, ExceptionInfo* exception) {
  const Pixels target = NewPixels(chart, exception);
  PixelPacket black = {};
  black.opacity = OpaqueOpacity;
  std::fill_n(target.pixels, std::size_t{chart->columns} * chart->rows, black);
  std::uint64_t largest = 0;
  const std::size_t shown = std::min<std::size_t>(chart->columns, kLevels);
  for (const auto* channel : {&counts.red, &counts.green, &counts.blue}) {
    for (std::size_t x = 0; x < shown; ++x) largest = std::max(largest, (*channel)[x]);
  }
  const double scale =
      largest == 0 ? 0.0 : static_cast<double>(chart->rows) / static_cast<double>(largest);
  DrawChannel(counts.red, scale, &PixelPacket::red, target, chart->rows);
  DrawChannel(counts.green, scale, &PixelPacket::green, target, chart->rows);
  DrawChannel(counts.blue, scale, &PixelPacket::blue, target, chart->rows);
  SyncPixels(chart, exception);
}

std::string ColorList(const Image* image, ExceptionInfo* exception) {
  char* text = nullptr;
  std::size_t length = 0;
  Owner<FILE, std::fclose> stream(open_memstream(&text, &length));
  if (stream == nullptr) throw std::bad_alloc();
  GetNumberColors(image, stream.get(), exception);
  stream.reset();  // completes the text
  const Owner<char, std::free> owner(text);
  return {text, length};
}

MadeImage MakeChart(const ImageInfo* image_info, Image* image) {
  ExceptionInfo* exception = &image->exception;
  ToRgb(image);
  MadeImage chart = NewChart(image_info, image);
  CodingProgress(CodingProgress::Task::kSaving, image, exception).Tick(0);
  Draw(Count(image, exception), chart.get(), exception);
  StoreText(chart.get(), "comment", ColorList(image, exception).c_str());
  QuantizeInfo reduction;
  GetQuantizeInfo(&reduction);
  reduction.number_colors = kChartColors;
  reduction.dither = MagickFalse;
  QuantizeImage(&reduction, chart.get());
  return chart;
}

unsigned int WriteHistogram(const ImageInfo* image_info, Image* image) {
  return WriteMiffOf(image_info, image, [&] { return MakeChart(image_info, image); });
}

}  // namespace

void RegisterHistogramImage() {
  FormatEntry entry{"HISTOGRAM", "Histogram of the image", "HISTOGRAM", nullptr, WriteHistogram};
  entry.adjoin = false;
  entry.extension = IgnoreExtensionTreatment;
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
