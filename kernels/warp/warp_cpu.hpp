// Results whose pixels come from places of the source that a function computes. Compiled for each
// instruction set and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Numbered as MagickAccelerateWarpFunction.
enum class WarpFunction : unsigned {
#define LS_WARP_LOOP(number, name) k##name = number,
#define LS_WARP_FUNCTION(number, name, call) LS_WARP_LOOP(number, name)
#include "kernels/warp/place_functions.h"
#undef LS_WARP_FUNCTION
#undef LS_WARP_LOOP
};

inline constexpr std::size_t kWarpNumbers = 16, kWarpWholes = 8;
// Sides of source and result: columns and rows, and halves of them, are exact in float.
inline constexpr std::uint32_t kMaxWarpSide = 1u << 23;

struct WarpWork {
  SourceView source;
  DestinationView destination;
  Channels channels;
  WarpFunction function;
  int outside;                // LS_OUTSIDE_... of kernels/warp/outside.h
  const float* numbers;       // kWarpNumbers
  const std::int32_t* whole;  // kWarpWholes
  const float* table;
  QuantumSample constant[kChannels];  // outside the source
  QuantumSample fill[kChannels];      // where the function says so
};

// Computes destination rows [begin, end).
void WarpBand(const WarpWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
