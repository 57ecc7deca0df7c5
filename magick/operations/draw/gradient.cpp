// Images that are gradients.
#include "magick/gradient.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "magick/colormap.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/monitor.h"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/row_iteration.hpp"

namespace lodestone {
namespace {

// Which step of the gradient a pixel is.
class Steps {
 public:
  explicit Steps(const Image* image)
      : columns_(image->columns), rows_(image->rows), gravity_(image->gravity) {}

  std::size_t count() const {
    if (IsDiagonal()) return static_cast<std::size_t>(Distance(columns_ - 1, rows_ - 1)) + 1;
    return gravity_ == EastGravity || gravity_ == WestGravity ? columns_ : rows_;
  }

  // Calls write(x, step) for each pixel of a row.
  template <class Write>
  void ForRow(std::size_t y, Write write) const {
    if (IsDiagonal()) {
      const std::size_t dy = IsUpward() ? rows_ - 1 - y : y;
      Each(write, [=, this](std::size_t x) {
        return static_cast<std::size_t>(Distance(IsLeftward() ? columns_ - 1 - x : x, dy));
      });
    } else if (gravity_ == EastGravity) {
      Each(write, [](std::size_t x) { return x; });
    } else if (gravity_ == WestGravity) {
      Each(write, [this](std::size_t x) { return columns_ - 1 - x; });
    } else {
      const std::size_t step = gravity_ == NorthGravity ? rows_ - 1 - y : y;
      Each(write, [=](std::size_t) { return step; });
    }
  }

 private:
  bool IsLeftward() const { return gravity_ == NorthWestGravity || gravity_ == SouthWestGravity; }
  bool IsUpward() const { return gravity_ == NorthWestGravity || gravity_ == NorthEastGravity; }
  bool IsDiagonal() const { return IsLeftward() || IsUpward() || gravity_ == SouthEastGravity; }
  // From the corner, to be cut off to whole steps.
  static double Distance(std::size_t across, std::size_t down) {
    const auto dx = static_cast<double>(across), dy = static_cast<double>(down);
    return std::sqrt(dx * dx + dy * dy) + 0.5;
  }
  template <class Write, class Step>
  void Each(Write write, Step step) const {
    for (std::size_t x = 0; x < columns_; ++x) write(x, step(x));
  }

  const std::size_t columns_, rows_;
  const GravityType gravity_;
};

// share: of the second colour, of MaxRGB.
PixelPacket Blend(const PixelPacket& a, const PixelPacket& b, double share) {
  const auto mixed = [=](Quantum from, Quantum to) {
    return RoundDoubleToQuantum((from * (MaxRGBDouble - share) + to * share) / MaxRGBDouble);
  };
  PixelPacket result = b.opacity == TransparentOpacity ? a : b;
  if (b.opacity != TransparentOpacity && a.opacity != TransparentOpacity) {
    result.red = mixed(a.red, b.red);
    result.green = mixed(a.green, b.green);
    result.blue = mixed(a.blue, b.blue);
  }
  result.opacity = mixed(a.opacity, b.opacity);
  return result;
}

std::vector<PixelPacket> ColorsBetween(const PixelPacket& start, const PixelPacket& stop,
                                       std::size_t count) {
  std::vector<PixelPacket> colors(count);
  const double step = count > 1 ? MaxRGBDouble / static_cast<double>(count - 1) : 0.0;
  for (std::size_t i = 0; i < count; ++i)
    colors[i] = Blend(start, stop, static_cast<double>(i) * step);
  return colors;
}

bool SetPalette(Image* image, const std::vector<PixelPacket>& colors) {
  image->storage_class = DirectClass;
  if (colors.size() > MaxColormapSize) return true;
  if (AllocateImageColormap(image, colors.size()) == MagickFail) return false;
  std::copy(colors.begin(), colors.end(), image->colormap);
  return true;
}

bool WriteRows(Image* image, const Steps& steps, const std::vector<PixelPacket>& colors) {
  ExceptionInfo* const exception = &image->exception;
  PixelPacket* const pixels = SetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (!pixels) return false;
  IndexPacket* const indexes =
      image->storage_class == PseudoClass ? AccessMutableIndexes(image) : nullptr;
  const auto write = [&](std::size_t y, ExceptionInfo*) {
    const std::size_t row = y * image->columns;
    steps.ForRow(y, [=, &colors](std::size_t x, std::size_t step) {
      pixels[row + x] = colors[step];
      if (indexes) indexes[row + x] = static_cast<IndexPacket>(step);
    });
    return true;
  };
  const auto report = [&](unsigned long row, ExceptionInfo* own) {
    return MagickMonitorFormatted(static_cast<magick_int64_t>(row), image->rows, own,
                                  "[%s] Gradient...", image->filename) != MagickFail;
  };
  const bool done = ForEachRow(
      {image->columns, image->rows, 0}, exception, [&] { return write; }, report);
  return SyncImagePixelsEx(image, exception) != MagickFail && done;
}

bool IsGrey(const PixelPacket& color) {
  return color.red == color.green && color.green == color.blue;
}

MagickPassFail MakeGradient(Image* image, const PixelPacket& start, const PixelPacket& stop) {
  if (!SizeIsUsable(image->columns, image->rows, "Unable to constitute image",
                    "Negative or zero image size", &image->exception) ||
      !CheckImagePixelLimits(image, &image->exception))
    return MagickFail;
  const Steps steps(image);
  const std::vector<PixelPacket> colors = ColorsBetween(start, stop, steps.count());
  if (!SetPalette(image, colors) || !WriteRows(image, steps, colors)) return MagickFail;
  const bool grey = IsGrey(start) && IsGrey(stop);
  const bool extreme = start.red == 0 || start.red == MaxRGB;
  image->is_grayscale = grey ? MagickTrue : MagickFalse;
  image->is_monochrome = grey && extreme && start.red == stop.red ? MagickTrue : MagickFalse;
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail GradientImage(Image* image, const PixelPacket* start_color,
                             const PixelPacket* stop_color) {
  if (!image || !start_color || !stop_color) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&] { return MakeGradient(image, *start_color, *stop_color); });
}
