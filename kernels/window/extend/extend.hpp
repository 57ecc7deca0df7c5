// The source with its border: pixels are copied.
#pragma once

#include <cstddef>

#include "kernels/window/neighborhood.hpp"

namespace lodestone::kernels {

// Copies destination rows [begin, end): row y is virtual row y - top of the source.
void ExtendBand(const BorderedSource& source, const DestinationView& destination, std::size_t begin,
                std::size_t end);

}  // namespace lodestone::kernels
