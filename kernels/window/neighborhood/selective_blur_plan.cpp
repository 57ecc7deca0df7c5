#include "kernels/window/neighborhood/selective_blur_plan.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {
namespace {

// 1 in the middle.
float Gaussian(double square, double sigma) {
  return static_cast<float>(std::exp(-square / (2.0 * sigma * sigma)));
}

SelectiveBlurPlan PlanPlaces(std::uint32_t columns, std::uint32_t rows, double sigma) {
  SelectiveBlurPlan plan;
  plan.columns = columns;
  plan.rows = rows;
  // The extra column and row of even sides are at the right and below.
  const double left = (columns - 1) / 2, top = (rows - 1) / 2;
  for (std::uint32_t y = 0; y < rows; ++y)
    for (std::uint32_t x = 0; x < columns; ++x)
      plan.table.push_back(Gaussian((x - left) * (x - left) + (y - top) * (y - top), sigma));
  return plan;
}

}  // namespace

SelectiveBlurPlan PlanSelective(std::uint32_t side, double sigma, std::uint32_t limit) {
  SelectiveBlurPlan plan = PlanPlaces(side, side, sigma);
  plan.differences = limit;
  return plan;
}

SelectiveBlurPlan PlanBilateral(std::uint32_t columns, std::uint32_t rows, double difference_sigma,
                                double distance_sigma) {
  SelectiveBlurPlan plan = PlanPlaces(columns, rows, distance_sigma);
  // Weights beyond are below 1e-15.
  constexpr double kSigmas = 8.5;
  const double reach = std::min(std::ceil(kSigmas * difference_sigma), double{kQuantumMax});
  plan.differences = static_cast<std::uint32_t>(reach) + 1;
  plan.by_difference = true;
  for (std::uint32_t i = 0; i < plan.differences; ++i)
    plan.table.push_back(Gaussian(static_cast<double>(i) * i, difference_sigma));
  return plan;
}

}  // namespace lodestone::kernels
