// The functions of windows that have loops of their own; see windows_cpu.hpp.
#pragma once

#include <cstddef>

#include "kernels/window/neighborhood/neighborhood_work.hpp"

namespace lodestone::kernels {

void SelectiveBlurBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                       const RowDone& done);
void PaintBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
               const RowDone& done);
void LocalThresholdBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
                        const RowDone& done);

}  // namespace lodestone::kernels
