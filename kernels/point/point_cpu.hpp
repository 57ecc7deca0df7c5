// Operations on single samples: each becomes what its table says. Compiled for each instruction set
// and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/common/quantum.hpp"
#include "kernels/point/point.h"

namespace lodestone::kernels {

// What samples become, whatever they are; of those that stay, `stays` has all bits.
struct Fill {
  QuantumSample values[kChannels], stays[kChannels];
};

struct PointWork : Work<MagickAcceleratePoint> {
  // For each sample of a pixel, of grey ones the first: kQuantumMax + 1 quanta, not owned, or null
  // where it stays as it is.
  const QuantumSample* tables[kChannels];
  bool grey_result = false;  // one sample a pixel: what the first table says of the intensity
  // Bit i: sample i is turned around, kQuantumMax - v, and the others stay. Nothing where tables
  // say anything else; see FindFlips.
  std::optional<std::uint32_t> flips = std::nullopt;
  // Nothing where a table has more than one value; see FindFill.
  std::optional<Fill> fill = std::nullopt;
};

inline constexpr int kIntensityShift = 10;

// PointWork::flips for its tables, which takes a look at each of their entries.
std::optional<std::uint32_t> FindFlips(const PointWork& work);

// PointWork::fill for its tables.
std::optional<Fill> FindFill(const PointWork& work);

// The table by which every sample stays as it is.
const QuantumSample* IdentityTable();

// Computes destination rows [begin, end).
void PointBand(const PointWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
