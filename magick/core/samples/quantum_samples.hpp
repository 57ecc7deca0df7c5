// Which samples each type of packed pixels has.
#pragma once

#include <span>

#include "magick/constitute.h"

namespace lodestone {

enum class Sample {
  kIndex,
  kGrey,
  kRed,
  kGreen,
  kBlue,
  kBlack,
  kAlpha,
  kIndexAlpha  // alpha in the indexes of CMYK images
};

// The samples of a pixel in their order; empty for types that are not made of these.
std::span<const Sample> SamplesOf(QuantumType type, bool is_cmyk);

}  // namespace lodestone
