// The bounding box of what differs from a border of one colour.
#include "magick/analyze.h"

#include <algorithm>
#include <mutex>

#include "base/thread_pool.hpp"
#include "magick/core/barrier.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {

namespace {

double Squared(int a, int b) {
  const double difference = static_cast<double>(a - b);
  return difference * difference;
}

class ColorMatch {
 public:
  explicit ColorMatch(const Image* image)
      : matte_(image->matte != MagickFalse), limit_(image->fuzz * image->fuzz) {}

  bool operator()(const PixelPacket& a, const PixelPacket& b) const {
    double distance = Squared(a.red, b.red) + Squared(a.green, b.green) + Squared(a.blue, b.blue);
    if (matte_) distance += Squared(a.opacity, b.opacity);
    return distance <= limit_;
  }

 private:
  bool matte_;
  double limit_;
};

// Columns and rows of the pixels that differ from the border's colours.
struct Bounds {
  long left, top, right, bottom;

  void Include(const Bounds& other) {
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
  }
};

// The corners that rows are compared with.
struct Corners {
  PixelPacket left_top, right_top, left_bottom;
};

template <class Differs>
bool Any(const PixelPacket* row, long columns, const Differs& differs) {
  return std::any_of(row, row + columns, differs);
}

// Looks at no more pixels than needed: those between the bounds found so far change nothing.
void IncludeRow(const PixelPacket* row, long y, long columns, const Corners& corners,
                const ColorMatch& same, Bounds* bounds) {
  const auto differs_from = [&](const PixelPacket& corner) {
    return [&](const PixelPacket& pixel) { return !same(pixel, corner); };
  };
  bounds->left =
      std::find_if(row, row + std::min(bounds->left, columns), differs_from(corners.left_top)) -
      row;
  long x = columns - 1;
  while (x > bounds->right && same(row[x], corners.right_top)) --x;
  bounds->right = std::max(bounds->right, x);
  if (y < bounds->top && Any(row, columns, differs_from(corners.left_top))) bounds->top = y;
  if (y > bounds->bottom && Any(row, columns, differs_from(corners.left_bottom)))
    bounds->bottom = y;
}

Bounds FindBounds(const PixelPacket* pixels, long columns, long rows, const ColorMatch& same) {
  const Corners corners{pixels[0], pixels[columns - 1], pixels[(rows - 1) * columns]};
  Bounds bounds{columns, rows, -1, -1};
  std::mutex mutex;
  accel::ParallelBands(static_cast<std::size_t>(rows),
                       accel::RowsPerTask(static_cast<std::size_t>(columns)),
                       [&](std::size_t begin, std::size_t end) {
                         Bounds found{columns, rows, -1, -1};
                         for (std::size_t y = begin; y < end; ++y)
                           IncludeRow(pixels + y * static_cast<std::size_t>(columns),
                                      static_cast<long>(y), columns, corners, same, &found);
                         const std::lock_guard lock(mutex);
                         bounds.Include(found);
                       });
  return bounds;
}

RectangleInfo BoundingBox(const Image* image, ExceptionInfo* exception) {
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return {};
  const Bounds bounds = FindBounds(pixels, static_cast<long>(image->columns),
                                   static_cast<long>(image->rows), ColorMatch(image));
  if (bounds.right < bounds.left || bounds.bottom < bounds.top)
    return {image->columns, image->rows, 0, 0};
  return {static_cast<unsigned long>(bounds.right - bounds.left + 1),
          static_cast<unsigned long>(bounds.bottom - bounds.top + 1), bounds.left, bounds.top};
}

}  // namespace
}  // namespace lodestone

RectangleInfo GetImageBoundingBox(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, RectangleInfo{},
                          [=] { return lodestone::BoundingBox(image, exception); });
}
