// DespeckleImage: eight hulls in four directions (Crimmins), in exact integers.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Rows around a band that its result depends on: each of the 12 hulls with a vertical direction
// reads up to two rows to one side and one to the other, in turns.
inline constexpr std::size_t kDespeckleReach = 18;

// Computes destination rows [begin, end). Throws std::bad_alloc.
void DespeckleBand(const SourceView& source, const DestinationView& destination, Channels channels,
                   std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
