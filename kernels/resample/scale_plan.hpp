// Plan of ScaleImage: exact area averaging, the vertical pass first.
#pragma once

#include <cstdint>

#include "kernels/resample/axis_table.hpp"

namespace lodestone::kernels {

// Sizes in pixels, all at least 1. Throws std::bad_alloc or std::length_error.
ResamplePlan BuildScalePlan(std::uint32_t source_columns, std::uint32_t source_rows,
                            std::uint32_t columns, std::uint32_t rows);

}  // namespace lodestone::kernels
