// Results whose pixels come from places of the source that a function computes. Compiled for each
// instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"
#include "kernels/warp/warp.h"

namespace lodestone::kernels {

// Sides of source and result: columns and rows, and halves of them, are exact in float.
inline constexpr std::uint32_t kMaxWarpSide = 1u << 23;

struct WarpWork : Work<MagickAccelerateWarpRule> {
  const float* table;
  QuantumSample constant[kChannels];  // outside the source
  QuantumSample fill[kChannels];      // that of the rule
};

// Computes destination rows [begin, end).
void WarpBand(const WarpWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
