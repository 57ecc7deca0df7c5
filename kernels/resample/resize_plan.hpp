// Plan of ResizeImage: a filter along each axis, as GraphicsMagick applies it.
#pragma once

#include <cstdint>

#include "kernels/resample/axis_table.hpp"
#include "kernels/resample/filters.hpp"

namespace lodestone::kernels {

// Sizes in pixels, all at least 1; blur is finite. Throws std::bad_alloc or std::length_error.
ResamplePlan BuildResizePlan(std::uint32_t source_columns, std::uint32_t source_rows,
                             std::uint32_t columns, std::uint32_t rows, Filter filter, double blur);

// Whether every output sample copies one input sample: the filter is too narrow to mix any.
bool TakesWholeSamples(std::uint32_t inputs, std::uint32_t outputs, Filter filter, double blur);

// The input sample nearest to each output sample, among those that contribute to it.
std::vector<std::uint32_t> NearestContributions(std::uint32_t inputs, std::uint32_t outputs,
                                                Filter filter, double blur);

}  // namespace lodestone::kernels
