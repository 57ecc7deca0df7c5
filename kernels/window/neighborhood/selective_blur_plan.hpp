// The weights of means over pixels that are nearly as bright as the one in the middle; see
// alike_cpu.cpp.
#pragma once

#include <cstdint>
#include <vector>

namespace lodestone::kernels {

// Wider windows are rejected: each pixel would take seconds.
inline constexpr std::uint32_t kMaxSelectiveBlurSize = 2047;

struct SelectiveBlurPlan {
  std::uint32_t columns = 1, rows = 1;
  std::uint32_t differences = 1;  // of luma: from this on, pixels have no part
  bool by_difference = false;     // each of them has a weight
  std::vector<float> table;
};

// Sides are 1 to kMaxSelectiveBlurSize; sigmas are finite and above 0. Throw std::bad_alloc.

// A Gaussian of the distance. limit: 1 to the number of values that a sample has.
SelectiveBlurPlan PlanSelective(std::uint32_t side, double sigma, std::uint32_t limit);

// The same times a Gaussian of the difference, up to where that no longer counts.
SelectiveBlurPlan PlanBilateral(std::uint32_t columns, std::uint32_t rows, double difference_sigma,
                                double distance_sigma);

}  // namespace lodestone::kernels
