#include "magick/operations/quantize/assign.hpp"

#include <algorithm>

#include "base/thread_pool.hpp"
#include "magick/colormap.h"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/pixel_cache.h"
#include "magick/operations/quantize/dither.hpp"
#include "magick/operations/quantize/plain_colors.hpp"

namespace lodestone::quantize {
namespace {

// The closest colour for each pixel, on several threads. False if cancelled.
bool Nearest(const Image* image, const PixelPacket* pixels, const Palette& palette,
             const Destination& to, ExceptionInfo* exception) {
  RowMonitor monitor(image, "[%s] Assign colors...", exception);
  const std::size_t columns = image->columns;
  const auto assign_row = [&](std::size_t y, PaletteSearch* search) {
    const std::size_t row = y * columns;
    ForEachRun(pixels + row, columns, [&](std::size_t x, std::size_t length) {
      const unsigned index = search->Find(pixels[row + x]);
      const std::size_t begin = row + x, end = begin + length;
      if (to.indexes)
        std::fill(to.indexes + begin, to.indexes + end, static_cast<IndexPacket>(index));
      for (std::size_t i = begin; to.colors && i < end; ++i)
        SetColor(palette.colors()[index], &to.colors[i]);
    });
  };
  accel::ParallelBands(image->rows, accel::RowsPerTask(columns),
                       [&](std::size_t begin, std::size_t end) {
                         PaletteSearch search(palette);
                         for (std::size_t y = begin; y < end && monitor.keep_going(); ++y) {
                           assign_row(y, &search);
                           monitor.Done();
                         }
                       });
  return monitor.keep_going();
}

bool IsGrey(const PixelPacket& color) {
  return color.red == color.green && color.green == color.blue;
}

bool IsMonochrome(const QuantizeInfo& info) {
  return info.number_colors == 2 && IsGrayColorspace(info.colorspace);
}

void MakeBlackAndWhite(Image* image) {
  for (unsigned i = 0; i < image->colors; ++i) {
    PixelPacket& color = image->colormap[i];
    const bool dark = PixelIntensityToQuantum(&color) < MaxRGB / 2;
    color.red = color.green = color.blue = dark ? Quantum{0} : Quantum{MaxRGB};
  }
}

bool AssignPixels(const QuantizeInfo& info, CoarseSearch* search, Image* image) {
  PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  if (pixels == nullptr) return false;
  // Those of a palette are set at the end.
  Destination to;
  if (image->storage_class == PseudoClass) {
    to.indexes = AccessMutableIndexes(image);
    if (to.indexes == nullptr) return false;
  } else if (info.measure_error == MagickFalse) {
    to.colors = pixels;
  }
  const bool done = info.dither ? Dither(image, pixels, search, to, &image->exception)
                                : Nearest(image, pixels, search->palette(), to, &image->exception);
  return SyncImagePixels(image) != MagickFail && done;
}

}  // namespace

MagickPassFail Assign(const QuantizeInfo& info, CoarseSearch* search, Image* image) {
  const std::vector<PixelPacket>& colors = search->palette().colors();
  const bool is_grey = image->is_grayscale != MagickFalse;
  if (AllocateImageColormap(image, colors.size()) == MagickFail) return MagickFail;
  std::copy(colors.begin(), colors.end(), image->colormap);
  if (info.colorspace == TransparentColorspace) image->storage_class = DirectClass;
  const bool assigned = AssignPixels(info, search, image);
  if (IsMonochrome(info)) MakeBlackAndWhite(image);
  if (info.measure_error) GetImageQuantizeError(image);
  const MagickPassFail synced = SyncImage(image);
  image->is_grayscale =
      is_grey && std::all_of(image->colormap, image->colormap + image->colors, IsGrey);
  image->is_monochrome = IsMonochrome(info) ? MagickTrue : MagickFalse;
  return assigned ? synced : MagickFail;
}

}  // namespace lodestone::quantize
