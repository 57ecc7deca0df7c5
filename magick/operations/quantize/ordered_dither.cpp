// Black and white by a pattern of thresholds.
#include "base/thread_pool.hpp"
#include "magick/colormap.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/enhance.h"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/quantize.h"

using lodestone::Guard;

namespace {

// Bayer's matrix of 8 x 8, from 0 to 252: its highest bits alternate between neighbours, and the
// next ones between pixels two and four apart.
Quantum LevelAt(std::size_t x, std::size_t y) {
  unsigned level = 0;
  for (unsigned bit = 0; bit < 3; ++bit) {
    const unsigned from_x = x >> bit & 1U, from_y = y >> bit & 1U;
    level |= (2 * (from_x ^ from_y) + from_x) << (6 - 2 * bit);
  }
  return ScaleCharToQuantum(level);
}

void DitherRow(PixelPacket* pixels, IndexPacket* indexes, std::size_t columns, std::size_t y) {
  for (std::size_t x = 0; x < columns; ++x) {
    const bool white = PixelIntensityToQuantum(&pixels[x]) > LevelAt(x, y);
    indexes[x] = white ? IndexPacket{1} : IndexPacket{0};
    pixels[x].red = pixels[x].green = pixels[x].blue = white ? Quantum{MaxRGB} : Quantum{0};
  }
}

bool DitherRows(Image* image) {
  const std::size_t columns = image->columns;
  PixelPacket* pixels = GetImagePixels(image, 0, 0, columns, image->rows);
  if (pixels == nullptr) return false;
  IndexPacket* indexes = AccessMutableIndexes(image);
  if (indexes == nullptr) return false;
  lodestone::RowMonitor monitor(image, "[%s] Ordered dither...", &image->exception);
  lodestone::accel::ParallelBands(
      image->rows, lodestone::accel::RowsPerTask(columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end && monitor.keep_going(); ++y) {
          DitherRow(pixels + y * columns, indexes + y * columns, columns, y);
          monitor.Done();
        }
      });
  return SyncImagePixels(image) != MagickFail && monitor.keep_going();
}

bool OrderedDither(Image* image) {
  if (IsCMYKColorspace(image->colorspace) &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return false;
  if (NormalizeImage(image) == MagickFail || AllocateImageColormap(image, 2) == MagickFail ||
      !DitherRows(image))
    return false;
  lodestone::RecordGreyness(image, true, true);
  return true;
}

}  // namespace

MagickPassFail OrderedDitherImage(Image* image) {
  if (image == nullptr) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&]() -> MagickPassFail { return OrderedDither(image) ? MagickPass : MagickFail; });
}
