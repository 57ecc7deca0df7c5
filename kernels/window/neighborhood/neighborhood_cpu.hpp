// Functions of the pixels of windows.
#pragma once

#include <cstddef>

#include "kernels/window/neighborhood/neighborhood_work.hpp"

namespace lodestone::kernels {

// Computes destination rows [begin, end), or fewer if told to stop. Throws std::bad_alloc.
void NeighborhoodBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                      const RowDone& done);

// Approximate number of operations on single samples.
double NeighborhoodOperations(const NeighborhoodWork& work);

}  // namespace lodestone::kernels
