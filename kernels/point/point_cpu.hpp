// Operations on single samples: each becomes what its table says. Compiled for each instruction set
// and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

struct PointWork {
  SourceView source;
  DestinationView destination;
  Channels channels = Channels::kOpaque;
  // For each sample of a pixel, of grey ones the first: kQuantumMax + 1 quanta, not owned, or null
  // where it stays as it is.
  const QuantumSample* tables[kChannels] = {};
  bool grey_only = false;  // pixels whose three colours differ stay as they are
  // Bit i: sample i is turned around, kQuantumMax - v, and the others stay. Nothing where tables
  // say anything else; see FindFlips.
  std::optional<std::uint32_t> flips = std::nullopt;
};

// PointWork::flips for its tables, which takes a look at each of their entries.
std::optional<std::uint32_t> FindFlips(const PointWork& work);

// Computes destination rows [begin, end).
void PointBand(const PointWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
