// Colours looked up in a cube, whose colours another image holds.
#include "magick/hclut.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/thread_pool.hpp"
#include "magick/colorspace.h"
#include "magick/core/barrier.hpp"
#include "magick/core/row_monitor.hpp"
#include "magick/operations/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/tone/in_place.hpp"

namespace lodestone {
namespace {

// Where a sample is along an edge of the cube: between two corners of a cell.
struct Place {
  std::size_t corner;
  double part;
};

struct Color {
  double red, green, blue;
};

Color Between(const Color& a, const Color& b, double part) {
  const double rest = 1.0 - part;
  return {a.red * rest + b.red * part, a.green * rest + b.green * part,
          a.blue * rest + b.blue * part};
}

class Cube {
 public:
  // `side`: corners along each edge, at least 4.
  Cube(const PixelPacket* colors, std::size_t side) : colors_(colors), side_(side) {}

  PixelPacket Map(PixelPacket pixel) const {
    const Place red = PlaceOf(pixel.red), green = PlaceOf(pixel.green), blue = PlaceOf(pixel.blue);
    const std::size_t corner = red.corner + side_ * green.corner + side_ * side_ * blue.corner;
    const Color color = Between(Face(corner, red.part, green.part),
                                Face(corner + side_ * side_, red.part, green.part), blue.part);
    pixel.red = RoundDoubleToQuantum(color.red);
    pixel.green = RoundDoubleToQuantum(color.green);
    pixel.blue = RoundDoubleToQuantum(color.blue);
    return pixel;
  }

 private:
  Place PlaceOf(Quantum sample) const {
    const double along = sample / MaxRGBDouble * static_cast<double>(side_ - 1);
    const std::size_t corner = std::min(static_cast<std::size_t>(along), side_ - 2);
    return {corner, along - static_cast<double>(corner)};
  }

  Color At(std::size_t corner) const {
    const PixelPacket& color = colors_[corner];
    return {static_cast<double>(color.red), static_cast<double>(color.green),
            static_cast<double>(color.blue)};
  }

  // Among the four corners of one side of a cell.
  Color Face(std::size_t corner, double red, double green) const {
    return Between(Between(At(corner), At(corner + 1), red),
                   Between(At(corner + side_), At(corner + side_ + 1), red), green);
  }

  const PixelPacket* const colors_;
  const std::size_t side_;
};

// Corners along an edge of the cube: the square of the level, whose cube is the side of the image.
// 0 if the image is no such one.
std::size_t SideOf(const Image* clut) {
  std::size_t level = 2;
  while (level * level * level < clut->rows) ++level;
  const bool fits = clut->rows == clut->columns && level * level * level == clut->rows;
  return fits ? level * level : 0;
}

MagickPassFail ChangePixels(Image* image, const Cube& cube) {
  PixelPacket* pixels =
      GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels) return MagickFail;
  RowMonitor monitor(image, "[%s] Applying Hald CLUT...", &image->exception);
  const std::size_t columns = image->columns;
  accel::ParallelBands(
      image->rows, accel::RowsPerTask(columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end && monitor.keep_going(); ++y) {
          std::transform(pixels + y * columns, pixels + (y + 1) * columns, pixels + y * columns,
                         [&](const PixelPacket& pixel) { return cube.Map(pixel); });
          monitor.Done();
        }
      });
  return monitor.keep_going() ? SyncImagePixelsEx(image, &image->exception) : MagickFail;
}

MagickPassFail Apply(Image* image, const Image* clut) {
  const std::size_t side = SideOf(clut);
  if (side == 0) {
    ThrowException(&image->exception, OptionError, "Hald CLUT image dimensions are invalid",
                   clut->filename);
    return MagickFail;
  }
  const PixelPacket* colors =
      AcquireImagePixels(clut, 0, 0, clut->columns, clut->rows, &image->exception);
  if (!colors) return MagickFail;
  if (!IsRGBCompatibleColorspace(image->colorspace) &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  const Cube cube(colors, side);
  const MagickPassFail status =
      image->storage_class == DirectClass
          ? ChangePixels(image, cube)
          : ChangePalette(image, [&](PixelPacket* entries, std::size_t count) {
              std::transform(entries, entries + count, entries,
                             [&](const PixelPacket& entry) { return cube.Map(entry); });
            });
  image->is_grayscale = MagickFalse;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail HaldClutImage(Image* image, const Image* clut) {
  if (!image || !clut) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Apply(image, clut); });
}
