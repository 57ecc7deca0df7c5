// What kernels/warp/places.h needs to compute places: numbers, and curves sampled in double.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/warp/warp_cpu.hpp"

namespace lodestone::kernels {

struct WarpPlan {
  WarpFunction function{};
  float numbers[kWarpNumbers] = {};
  std::int32_t whole[kWarpWholes] = {};
  std::vector<float> table = {0.0f};  // never empty
};

// Sides are at least 1 and at most kMaxWarpSide; other numbers are finite. Throw std::bad_alloc.

// Towards the centre; away from it if `amount` is negative.
WarpPlan PlanImplode(std::uint32_t columns, std::uint32_t rows, double amount);

// By `radians` in the centre, by nothing at the edge.
WarpPlan PlanSwirl(std::uint32_t columns, std::uint32_t rows, double radians);

// Columns are moved down by |amplitude| + amplitude * sin(2 pi x / wave_length), in float.
WarpPlan PlanWave(std::uint32_t columns, double amplitude, double wave_length);

// Column and row of the source: factors of x and of y of the result, and what is added.
struct AffinePlaces {
  std::array<double, 3> column, row;
};
// `spans`: of each row of the result the first and the last pixel that come from the source.
WarpPlan PlanAffine(const AffinePlaces& places, std::vector<float> spans);

// The mean over an arc of `radians`. Empty if that has more than LS_MOST_ANGLES angles.
std::optional<WarpPlan> PlanArc(std::uint32_t columns, std::uint32_t rows, double radians);

// Steps of at most `radius` in both directions.
WarpPlan PlanSpread(std::uint32_t columns, std::uint32_t rows, std::uint32_t radius,
                    const std::array<std::uint32_t, 2>& key);

}  // namespace lodestone::kernels
