// MinifyImage: half size by fixed 4x4 weights, in exact integers.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Computes destination rows [begin, end). All four samples are treated alike; edges are repeated.
void MinifyBand(const SourceView& source, const DestinationView& destination, std::size_t begin,
                std::size_t end);

}  // namespace lodestone::kernels
