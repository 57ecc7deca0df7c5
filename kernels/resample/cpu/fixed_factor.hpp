// Half and double size by fixed weights, in exact integers. Edges are repeated. Weighted colours
// are those of what is visible; of other pixels all four samples are treated alike.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// MinifyImage, by 4x4 weights: computes destination rows [begin, end).
void MinifyBand(const SourceView& source, const DestinationView& destination, Channels channels,
                std::size_t begin, std::size_t end);

// MagnifyImage, by midpoints, of an image twice as wide and high as the source.
void MagnifyBand(const SourceView& source, const DestinationView& destination, Channels channels,
                 std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
