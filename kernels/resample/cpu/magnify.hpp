// MagnifyImage: double size by midpoints, in exact integers.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Computes destination rows [begin, end) of an image twice as wide and high as the source. All four
// samples are treated alike; the last row and column are repeated.
void MagnifyBand(const SourceView& source, const DestinationView& destination, std::size_t begin,
                 std::size_t end);

}  // namespace lodestone::kernels
