#include "kernels/resample/sample_plan.hpp"

#include <algorithm>

namespace lodestone::kernels {

namespace {

AxisTable BuildAxis(std::uint32_t inputs, std::uint32_t outputs) {
  AxisTable table(inputs, outputs);
  const double weight = 1.0;
  for (std::uint32_t output = 0; output < outputs; ++output) {
    const auto index = static_cast<std::uint32_t>(static_cast<double>(output) * inputs / outputs);
    table.Append(std::min(inputs - 1, index), {&weight, 1});
  }
  return table;
}

}  // namespace

ResamplePlan BuildSamplePlan(std::uint32_t source_columns, std::uint32_t source_rows,
                             std::uint32_t columns, std::uint32_t rows) {
  return {BuildAxis(source_columns, columns), BuildAxis(source_rows, rows), true};
}

}  // namespace lodestone::kernels
