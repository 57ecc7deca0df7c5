// The bounding box of what differs from a border of one colour.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "accel/dispatch/explain.hpp"
#include "accel/work.hpp"
#include "magick/analyze.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/properties/numbers.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

constexpr char kText[] = "[%s] Get bounding box...";

// The corners of an image, row by row.
using Corners = std::array<PixelPacket, 4>;

// Copied by themselves, so that an image stays where it is. False with *exception set.
bool FindCorners(const Image* image, Corners* corners, ExceptionInfo* exception) {
  PixelMap map;
  map.columns = {0, static_cast<std::uint32_t>(image->columns - 1)};
  map.rows = {0, static_cast<std::uint32_t>(image->rows - 1)};
  const ImageHolder copy(MapPixels(image, map, kText, exception));
  if (!copy.get()) return false;
  if (accel::Explaining()) return true;
  const PixelPacket* pixels = AcquireImagePixels(copy.get(), 0, 0, 2, 2, exception);
  if (pixels) std::copy_n(pixels, corners->size(), corners->begin());
  return pixels;
}

void SetColor(const PixelPacket& color, std::uint32_t* samples) {
  Quantum quanta[4];
  static_assert(sizeof quanta == sizeof color);
  std::memcpy(quanta, &color, sizeof quanta);
  std::copy_n(quanta, 4, samples);
}

// The square of a distance, which is compared with whole numbers.
std::uint64_t SquareOf(double distance) {
  constexpr double kMost = 4.0 * MaxRGBDouble * MaxRGBDouble;
  const double square = distance * distance;
  return square >= 0.0 ? static_cast<std::uint64_t>(std::min(square, kMost)) : 0;
}

RectangleInfo WholeOf(const Image* image) {
  return {image->columns, image->rows, 0, 0};
}

// Of what differs from the corner of its side; the whole image if nothing does.
RectangleInfo BoxOf(const Image* image, const Numbers& rows) {
  std::uint32_t left = static_cast<std::uint32_t>(image->columns), behind = 0;
  std::size_t top = rows.rows(), below = 0;
  for (std::size_t y = 0; y < rows.rows(); ++y) {
    const std::span<const std::uint32_t> row = rows.Row(y);
    left = std::min(left, row[0]);
    behind = std::max(behind, row[1]);
    if (row[0] < image->columns) top = std::min(top, y);
    if (row[2] != 0) below = y + 1;
  }
  if (left >= behind || top >= below) return WholeOf(image);
  return {behind - left, below - top, static_cast<long>(left), static_cast<long>(top)};
}

// A border of one transparency, whose colours are not seen.
bool IsTransparent(const Image* image, const Corners& corners) {
  return image->matte && corners[0].opacity != OpaqueOpacity &&
         corners[0].opacity == corners[1].opacity && corners[1].opacity == corners[2].opacity;
}

RectangleInfo BoundingBox(const Image* image, ExceptionInfo* exception) {
  Corners corners{};
  if (!SizeIsUsable(image->columns, image->rows, "Unable to find bounding box",
                    "Negative or zero image size", exception) ||
      !FindCorners(image, &corners, exception))
    return {};
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateBounds);
  const bool transparent = IsTransparent(image, corners);
  work.channels = transparent ? MagickAcceleratePlain : MagickAccelerateOpaque;
  work.bounds.distance = transparent ? 0 : SquareOf(image->fuzz);
  for (std::size_t i = 0; i < 3; ++i) SetColor(corners[i], work.bounds.colors + 4 * i);
  ImageHolder made(MakeNumbers(image, work, kText, exception));
  if (!made.get()) return {};
  if (accel::Explaining()) return WholeOf(image);
  const Numbers rows(made.release(), exception);
  return rows.rows() == 0 ? RectangleInfo{} : BoxOf(image, rows);
}

}  // namespace
}  // namespace lodestone

RectangleInfo GetImageBoundingBox(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, RectangleInfo{},
                          [=] { return lodestone::BoundingBox(image, exception); });
}
