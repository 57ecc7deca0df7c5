// Resampling of each kind of pixels, on the best instruction set of this machine. One source file
// each, since they take long to compile.
#pragma once

#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::kernels {

// Rows [begin, end), which are not empty, as ResampleBand. Throw std::bad_alloc.
void ResampleFour(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done);
void ResampleWeighted(const ResampleWork& work, std::size_t begin, std::size_t end,
                      const RowsDone& rows_done);
void ResampleGrey(const ResampleWork& work, std::size_t begin, std::size_t end,
                  const RowsDone& rows_done);

}  // namespace lodestone::kernels
