// The samples that a number of bits has, spread over the range as in GraphicsMagick.
#pragma once

#include <algorithm>

#include "magick/image.h"

namespace lodestone {

class DepthLevels {
 public:
  // Of 1 to QuantumDepth bits.
  explicit DepthLevels(unsigned depth)
      : highest_(MaxRGB >> (QuantumDepth - depth)), step_(MaxRGB / highest_) {}

  unsigned Nearest(unsigned sample) const {
    return std::min((sample + step_ / 2) / step_, highest_) * step_;
  }

 private:
  unsigned highest_;
  unsigned step_;
};

}  // namespace lodestone
