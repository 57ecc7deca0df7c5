#include "kernels/resample/scale_plan.hpp"

#include <algorithm>
#include <vector>

namespace lodestone::kernels {
namespace {

// Lengths in units in which an input sample is `outputs` long and an output sample `inputs`, so
// that every overlap is an integer and the weights of one output sum to exactly one.
AxisTable BuildAreaAxis(std::uint32_t inputs, std::uint32_t outputs) {
  AxisTable table(inputs, outputs);
  std::vector<double> weights;
  for (std::uint64_t output = 0; output < outputs; ++output) {
    const std::uint64_t left = output * inputs, right = left + inputs;
    const std::uint64_t first = left / outputs, last = (right - 1) / outputs;
    weights.clear();
    for (std::uint64_t input = first; input <= last; ++input) {
      const std::uint64_t overlap =
          std::min(right, (input + 1) * outputs) - std::max(left, input * outputs);
      weights.push_back(static_cast<double>(overlap) / inputs);
    }
    table.Append(static_cast<std::uint32_t>(first), weights);
  }
  return table;
}

}  // namespace

ResamplePlan BuildScalePlan(std::uint32_t source_columns, std::uint32_t source_rows,
                            std::uint32_t columns, std::uint32_t rows) {
  return {BuildAreaAxis(source_columns, columns), BuildAreaAxis(source_rows, rows), true};
}

}  // namespace lodestone::kernels
