#include "coders/jpeg/jpeg_content.hpp"

#include "coders/common/coder.hpp"
#include "kernels/jpeg/look.hpp"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone::coders {

MagickAccelerateDecoded LookAt(const Image* image, ExceptionInfo* exception) {
  const GreySamples gray = GreySamples::Of(image, exception);
  const ConstPixels pixels = gray ? ConstPixels() : AllPixels(image, exception);
  MagickAccelerateDecoded all{};
  for (std::size_t y = 0; y < image->rows; y += MAGICK_ACCELERATE_LOOK_STEP(image->rows)) {
    const auto* const row = gray ? gray.Row(y) : reinterpret_cast<const Quantum*>(pixels.Row(y));
    const MagickAccelerateDecoded own =
        kernels::LookAtJpegRow(row, image->columns, gray ? 1 : kernels::kChannels);
    all.plain += own.plain;
    all.hard += own.hard;
  }
  return all;
}

// Of photographs about a half is as plain, but then with fewer edges than one in a thousand.
bool LooksDrawn(const Image* image, const MagickAccelerateDecoded& decoded) {
  const std::size_t step = MAGICK_ACCELERATE_LOOK_STEP(image->rows);
  const std::size_t pairs = (image->rows + step - 1) / step * (image->columns - 1);
  return pairs > 0 && decoded.plain >= pairs / 2 && decoded.hard >= pairs / 200 + 1;
}

}  // namespace lodestone::coders
