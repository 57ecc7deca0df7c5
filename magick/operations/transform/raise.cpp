// Edges that make an image look raised or sunken.
#include <algorithm>
#include <atomic>

#include "base/thread_pool.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/decorate.h"
#include "magick/monitor.h"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/quantum.h"

namespace {

// Mixes pixels with black or white.
struct Mix {
  double keeps;  // of MaxRGB
  double other;  // black or white
  double round;  // 0: fractions are cut off

  Quantum Of(Quantum sample) const {
    return static_cast<Quantum>((sample * keeps + other * (MaxRGBDouble - keeps)) / MaxRGBDouble +
                                round);
  }
  void Apply(PixelPacket* row, long begin, long end) const {
    for (long x = begin; x < end; ++x) {
      row[x].red = Of(row[x].red);
      row[x].green = Of(row[x].green);
      row[x].blue = Of(row[x].blue);
    }
  }
};

class Edges {
 public:
  Edges(const Image* image, const RectangleInfo& sizes, bool raised)
      : columns_(static_cast<long>(image->columns)),
        rows_(static_cast<long>(image->rows)),
        width_(static_cast<long>(sizes.width)),
        height_(static_cast<long>(sizes.height)),
        lit_(raised ? MaxRGBDouble : 0.0),
        dark_(raised ? 0.0 : MaxRGBDouble) {}

  // As in GraphicsMagick, only the rows at the bottom are rounded.
  void ChangeRow(PixelPacket* row, long y) const {
    constexpr double kHalf = 0.5;
    if (y < height_) {
      ChangeParts(row, y, Steep(lit_, 0), Flat(lit_, 0), Steep(dark_, 0));
    } else if (y < rows_ - height_) {
      Steep(lit_, 0).Apply(row, 0, width_);
      Steep(dark_, 0).Apply(row, columns_ - width_, columns_);
    } else {
      ChangeParts(row, rows_ - y, Steep(lit_, kHalf), Flat(dark_, kHalf), Steep(dark_, kHalf));
    }
  }

 private:
  // At the sides, and above and below.
  static Mix Steep(double other, double round) {
    return {double{ScaleCharToQuantum(190)}, other, round};
  }
  static Mix Flat(double other, double round) {
    return {double{ScaleCharToQuantum(135)}, other, round};
  }

  void ChangeParts(PixelPacket* row, long side, const Mix& left, const Mix& middle,
                   const Mix& right) const {
    const long first = std::min(side, columns_), last = std::max(first, columns_ - side);
    left.Apply(row, 0, first);
    middle.Apply(row, first, last);
    right.Apply(row, last, columns_);
  }

  const long columns_, rows_, width_, height_;
  const double lit_, dark_;
};

bool Change(Image* image, const Edges& edges) {
  ExceptionInfo* exception = &image->exception;
  const unsigned long columns = image->columns, rows = image->rows;
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, columns, rows, exception);
  if (pixels == nullptr) return false;
  std::atomic<bool> keep_going{true};
  std::atomic<magick_int64_t> done{0};
  lodestone::accel::ParallelBands(
      rows, lodestone::accel::RowsPerTask(columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end && keep_going.load(std::memory_order_relaxed); ++y) {
          edges.ChangeRow(pixels + y * columns, static_cast<long>(y));
          const magick_int64_t step = done.fetch_add(1);
          if (lodestone::QuantumTick(step, rows) &&
              MagickMonitorFormatted(step, rows, exception, "[%s] Raise...", image->filename) ==
                  MagickFail)
            keep_going.store(false);
        }
      });
  return keep_going.load() && SyncImagePixelsEx(image, exception) != MagickFail;
}

}  // namespace

MagickPassFail RaiseImage(Image* image, const RectangleInfo* raise_info, const int raise_flag) {
  ExceptionInfo* exception = lodestone::ExceptionOf(image);
  return lodestone::Guard(exception, {image, raise_info}, MagickFail, [=]() -> MagickPassFail {
    if (raise_info->width >= (image->columns + 1) / 2 ||
        raise_info->height >= (image->rows + 1) / 2) {
      ThrowException(exception, OptionError, "Unable to raise image",
                     "size must exceed bevel width");
      return MagickFail;
    }
    const unsigned int grayscale = image->is_grayscale;
    if (SetImageType(image, TrueColorType) == MagickFail) return MagickFail;
    const bool changed = Change(image, Edges(image, *raise_info, raise_flag != 0));
    image->is_grayscale = grayscale;
    return changed ? MagickPass : MagickFail;
  });
}
