#include <cstddef>

#include "magick/core/barrier.hpp"
#include "magick/effects/point.hpp"
#include "magick/enhance.h"

using namespace lodestone;

MagickPassFail NegateImage(Image* image, const unsigned int grayscale) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    PointTable turned(std::size_t{MaxRGB} + 1);
    for (std::size_t i = 0; i < turned.size(); ++i) turned[i] = static_cast<Quantum>(MaxRGB - i);
    const PointTable* black = image->colorspace == CMYKColorspace ? &turned : nullptr;
    const PointTables tables{&turned, &turned, &turned, black, grayscale != 0};
    return ChangeSamples(image, MagickAccelerateNegate, tables, "[%s] Negate...");
  });
}
