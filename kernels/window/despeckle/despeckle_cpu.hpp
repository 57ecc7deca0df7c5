// DespeckleImage: eight hulls in four directions (Crimmins), in exact integers. Compiled for each
// instruction set and chosen at run time.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Rows around a band, and columns around a tile, that a result depends on: in each direction 12 of
// the 16 half hulls read up to two to one side and one to the other, in turn.
inline constexpr std::size_t kDespeckleReach = 18;

// Computes destination rows [begin, end). Throws std::bad_alloc.
void DespeckleBand(const SourceView& source, const DestinationView& destination, Channels channels,
                   std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
