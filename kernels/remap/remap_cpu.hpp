// Results whose pixels are copies of source pixels, at the positions that two maps name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/quantum.hpp"
#include "kernels/remap/pixel_runs.hpp"

namespace lodestone::kernels {

// Maps name columns and rows of the source, or kConstantPixel.
struct RemapWork {
  SourceView source;
  DestinationView destination;
  Channels channels = Channels::kOpaque;
  const std::uint32_t* columns = nullptr;
  const std::uint32_t* rows = nullptr;
  QuantumSample constant[kChannels] = {};
};

// Copies destination rows [begin, end): pixel (x, y) is the source's (columns[x], rows[y]).
// `runs`: those of `columns`.
void RemapBand(const RemapWork& work, const std::vector<PixelRun>& runs, std::size_t begin,
               std::size_t end);

// The same with columns and rows exchanged: pixel (x, y) is the source's (columns[y], rows[x]).
void TransposeBand(const RemapWork& work, std::size_t begin, std::size_t end);

// Rows that TransposeBand computes together.
inline constexpr std::size_t kTransposeRows = 32;

}  // namespace lodestone::kernels
