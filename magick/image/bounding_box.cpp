#include "magick/image/bounding_box.hpp"

#include <algorithm>

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

}  // namespace

RectangleInfo BoundingBox(const Image* image, ExceptionInfo* exception) {
  const long columns = static_cast<long>(image->columns);
  const long rows = static_cast<long>(image->rows);
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return {};
  const ColorMatch same(image);
  const PixelPacket left_top = pixels[0];
  const PixelPacket right_top = pixels[columns - 1];
  const PixelPacket left_bottom = pixels[(rows - 1) * columns];
  long left = columns, top = rows, right = -1, bottom = -1;
  for (long y = 0; y < rows; y++) {
    const PixelPacket* row = pixels + y * columns;
    for (long x = 0; x < columns; x++) {
      if (x < left && !same(row[x], left_top)) left = x;
      if (x > right && !same(row[x], right_top)) right = x;
      if (y < top && !same(row[x], left_top)) top = y;
      if (y > bottom && !same(row[x], left_bottom)) bottom = y;
    }
  }
  if (right < left || bottom < top) return {};
  return {static_cast<unsigned long>(right - left + 1),
          static_cast<unsigned long>(bottom - top + 1), left, top};
}

}  // namespace lodestone
