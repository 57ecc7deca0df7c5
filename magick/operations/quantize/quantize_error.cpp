// How much an image differs from its colormap.
#include <algorithm>

#include "magick/color.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/pixel_cache.h"
#include "magick/quantize.h"

namespace {

double SquaredDistance(const PixelPacket& a, const PixelPacket& b) {
  const double red = static_cast<double>(a.red) - b.red,
               green = static_cast<double>(a.green) - b.green,
               blue = static_cast<double>(a.blue) - b.blue;
  return red * red + green * green + blue * blue;
}

MagickPassFail Measure(Image* image) {
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, &image->exception);
  const IndexPacket* indexes = AccessImmutableIndexes(image);
  if (pixels == nullptr || indexes == nullptr || image->colors == 0) return MagickFail;
  const std::size_t count = std::size_t{image->columns} * image->rows;
  double total = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned index = std::min<unsigned>(indexes[i], image->colors - 1);
    const double distance = SquaredDistance(pixels[i], image->colormap[index]);
    total += distance;
    largest = std::max(largest, distance);
  }
  constexpr double kSide = MaxRGBDouble + 1.0;
  constexpr double kLargest = 3.0 * kSide * kSide;
  ErrorInfo& error = image->error;
  error.mean_error_per_pixel =
      total / static_cast<double>(image->columns) / static_cast<double>(image->rows);
  error.normalized_mean_error = error.mean_error_per_pixel / kLargest;
  error.normalized_maximum_error = largest / kLargest;
  return MagickPass;
}

}  // namespace

MagickPassFail GetImageQuantizeError(Image* image) {
  if (image == nullptr) return MagickFail;
  return lodestone::Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    image->total_colors = GetNumberColors(image, nullptr, &image->exception);
    image->error = ErrorInfo{};
    return image->storage_class == PseudoClass ? Measure(image) : MagickFail;
  });
}
