// SampleImage: every output pixel is a copy of the one source pixel that its tables name.
#pragma once

#include <cstdint>

#include "kernels/resample/axis_table.hpp"

namespace lodestone::kernels {

// One tap per output sample: the input floor(output * inputs / outputs), in double arithmetic.
// Sizes in pixels, all at least 1.
ResamplePlan BuildSamplePlan(std::uint32_t source_columns, std::uint32_t source_rows,
                             std::uint32_t columns, std::uint32_t rows);

}  // namespace lodestone::kernels
