#include "kernels/resample/resize_plan.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/resample/table_size.hpp"

namespace lodestone::kernels {
namespace {

// Half a sample of support, plus enough that the middle sample is always inside.
constexpr double kMinSupport = 0.5 + 1.0e-12;

// Filters are flat beyond it, and no axis position is too small to be squared.
constexpr double kLargestScale = 1.0e30;

// The filter's position over the inputs of one axis.
class FilterGeometry {
 public:
  FilterGeometry(std::uint32_t inputs, std::uint32_t outputs, Filter filter, double blur)
      : inputs_(inputs), factor_(static_cast<double>(outputs) / inputs) {
    scale_ = std::clamp(blur * std::max(1.0 / factor_, 1.0), -kLargestScale, kLargestScale);
    support_ = scale_ * GetFilter(filter).support;
    picks_ = support_ <= 0.5;
    if (picks_) {
      support_ = kMinSupport;
      scale_ = 1.0;
    }
    per_scale_ = 1.0 / scale_;
  }

  bool picks() const { return picks_; }
  double MaxTaps() const { return std::min(2.0 * support_ + 1.0, inputs_); }
  double Center(std::uint32_t output) const { return (output + 0.5) / factor_; }
  std::int64_t Start(double center) const {
    return static_cast<std::int64_t>(std::max(center - support_ + 0.5, 0.0));
  }
  std::int64_t Stop(double center) const {
    return static_cast<std::int64_t>(std::min<double>(center + support_ + 0.5, inputs_));
  }
  // A product, as in GraphicsMagick: a quotient may fall on the other side of a box's edge.
  double Position(std::int64_t input, double center) const {
    return per_scale_ * (static_cast<double>(input) - center + 0.5);
  }

 private:
  double inputs_, factor_, scale_, per_scale_, support_;
  bool picks_;
};

// Taps of weight zero at or beyond the filter's support cost time and add nothing. Zeros inside
// stay: dropping them would make the bounds of neighbouring outputs jump back and forth.
void TrimOutside(const FilterGeometry& geometry, double center, double support, std::int64_t& start,
                 std::vector<double>& weights) {
  auto idle = [&](std::int64_t input, double weight) {
    const double x = geometry.Position(input, center);
    return weight == 0.0 && (x <= -support || x >= support);
  };
  while (weights.size() > 1 &&
         idle(start + static_cast<std::int64_t>(weights.size()) - 1, weights.back()))
    weights.pop_back();
  std::size_t leading = 0;
  while (leading + 1 < weights.size() &&
         idle(start + static_cast<std::int64_t>(leading), weights[leading]))
    ++leading;
  weights.erase(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(leading));
  start += static_cast<std::int64_t>(leading);
}

// At zeros of a filter, rounding errors are left, which differ between mathematical libraries. They
// would be all that colours are made of where every pixel of another weight has an alpha of 0. What
// is not noise but as small cannot make an alpha of half a step.
void DropNoise(std::vector<double>& weights) {
  constexpr double kNoise = 1.0e-9;
  const auto is_noise = [](double weight) { return std::abs(weight) < kNoise; };
  if (!std::all_of(weights.begin(), weights.end(), is_noise))
    std::replace_if(weights.begin(), weights.end(), is_noise, 0.0);
}

void Normalize(std::vector<double>& weights) {
  double density = 0.0;
  for (double weight : weights) density += weight;
  if (density == 0.0 || density == 1.0) return;
  for (double& weight : weights) weight *= 1.0 / density;
}

AxisTable BuildAxis(std::uint32_t inputs, std::uint32_t outputs, Filter filter, double blur) {
  const FilterGeometry geometry(inputs, outputs, filter, blur);
  // Without blur, tables grow only with the axes.
  if (blur > 1.0)
    CheckTableSize(geometry.MaxTaps() * outputs,
                   "blur is so large that the weights take more than 256 MiB");
  const FilterFunction& function = GetFilter(filter);
  AxisTable table(inputs, outputs);
  std::vector<double> weights;
  // With whole-number ratios all outputs but those at the edges have the same weights.
  double last_offset = -1.0;
  std::int64_t last_length = 0, skipped = 0;
  for (std::uint32_t output = 0; output < outputs; ++output) {
    const double center = geometry.Center(output);
    const std::int64_t start = geometry.Start(center), stop = geometry.Stop(center);
    const double offset = center - static_cast<double>(start);
    if (offset != last_offset || stop - start != last_length) {
      weights.clear();
      for (std::int64_t input = start; input < stop; ++input)
        weights.push_back(function.evaluate(geometry.Position(input, center)));
      DropNoise(weights);
      Normalize(weights);
      std::int64_t first = start;
      TrimOutside(geometry, center, function.support, first, weights);
      skipped = first - start;
      last_offset = offset;
      last_length = stop - start;
      table.Append(static_cast<std::uint32_t>(first), weights);
    } else {
      table.AppendSame(static_cast<std::uint32_t>(start + skipped));
    }
  }
  return table;
}

}  // namespace

ResamplePlan BuildResizePlan(std::uint32_t source_columns, std::uint32_t source_rows,
                             std::uint32_t columns, std::uint32_t rows, Filter filter,
                             double blur) {
  const double horizontal_first_cost = static_cast<double>(columns) * (double(source_rows) + rows);
  const double vertical_first_cost = static_cast<double>(rows) * (double(source_columns) + columns);
  return {BuildAxis(source_columns, columns, filter, blur),
          BuildAxis(source_rows, rows, filter, blur),
          !(horizontal_first_cost > vertical_first_cost)};
}

bool TakesWholeSamples(std::uint32_t inputs, std::uint32_t outputs, Filter filter, double blur) {
  return FilterGeometry(inputs, outputs, filter, blur).picks();
}

std::vector<std::uint32_t> NearestContributions(std::uint32_t inputs, std::uint32_t outputs,
                                                Filter filter, double blur) {
  const FilterGeometry geometry(inputs, outputs, filter, blur);
  std::vector<std::uint32_t> nearest(outputs);
  for (std::uint32_t output = 0; output < outputs; ++output) {
    const double center = geometry.Center(output);
    const std::int64_t last = geometry.Stop(center) - 1;
    nearest[output] = static_cast<std::uint32_t>(
        std::clamp(static_cast<std::int64_t>(center + 0.5), geometry.Start(center), last));
  }
  return nearest;
}

}  // namespace lodestone::kernels
