// The CPU kernel of all separable resampling, compiled for each instruction set and chosen at run
// time. Follows kernels/common/numeric.h.
#pragma once

#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::kernels {

// Computes destination rows [begin, end), or fewer if told to stop. Bands of one work may run at
// once on several threads. Returns false if memory for the band's intermediate rows cannot be
// allocated; the contents of the band's rows are then undefined.
bool ResampleBand(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done);

// Multiply-adds of the work, for predictions.
double ResampleOperations(const ResampleWork& work);

}  // namespace lodestone::kernels
