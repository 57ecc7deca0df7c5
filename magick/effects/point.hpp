// What operations on single samples have in common: they change an image in place.
#pragma once

#include <vector>

#include "magick/operations/operation.hpp"

namespace lodestone {

// A new value for each value of a sample, 0 ... MaxRGB.
using PointTable = std::vector<Quantum>;

// One for each sample of a pixel; null where it stays as it is. Not owned.
struct PointTables {
  const PointTable* red = nullptr;
  const PointTable* green = nullptr;
  const PointTable* blue = nullptr;
  const PointTable* opacity = nullptr;
  bool grey_only = false;  // pixels whose colours differ stay as they are

  PixelPacket Map(PixelPacket pixel) const;
};

// Changes the pixels of `image`, or its palette if it has one. The image stays grey where it was.
// `text`: the monitor's, a printf format that takes the file name.
// MagickFail with image->exception set: memory, no pixels, cancelled; the pixels are as they were.
MagickPassFail ChangeSamples(Image* image, MagickAccelerateOperation operation,
                             const PointTables& tables, const char* text);

}  // namespace lodestone
