// The plans of separable operations. Those of recent ones are kept, since the same sizes recur and
// evaluating a filter for every sample of two axes takes longer than a small image.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "kernels/resample/axis_table.hpp"
#include "kernels/resample/filters.hpp"
#include "kernels/cosine_blur/series_plan.hpp"
#include "kernels/window/separable_plan.hpp"

namespace lodestone {

using SharedPlan = std::shared_ptr<const kernels::ResamplePlan>;
using SharedSeries = std::shared_ptr<const kernels::SeriesPlan>;

struct PlanSizes {
  std::uint32_t source_columns, source_rows, columns, rows;

  bool operator==(const PlanSizes&) const = default;
};

// Thread-safety: any. Each throws what the function throws that builds the plan.
SharedPlan PlanResize(const PlanSizes& sizes, kernels::Filter filter, double blur);
SharedPlan PlanScale(const PlanSizes& sizes);
SharedPlan PlanSeparable(std::uint32_t columns, std::uint32_t rows, std::span<const double> across,
                         std::span<const double> down, kernels::Fold fold);
// Null where PlanSeries has none, which is kept as well.
SharedSeries PlanWideBlur(std::uint32_t columns, std::uint32_t rows, std::span<const double> across,
                          std::span<const double> down, bool cut);

// Frees the plans that are kept.
void ForgetPlans();

}  // namespace lodestone
