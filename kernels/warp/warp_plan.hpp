// What kernels/warp/places.h needs to compute places: numbers, and curves sampled in double.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kernels/warp/warp_cpu.hpp"

namespace lodestone::kernels {

struct WarpPlan {
  MagickAccelerateWarpRule rule{};    // but for what is outside
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

// Of the table for each pixel: LS_DISPLACE_ENTRIES.
inline constexpr std::uint32_t kDisplaceEntries = 4;
// Pixels of a rectangle of the source, each moved.
struct DisplacedRectangle {
  std::uint32_t column, row, columns, rows;  // at most kMostDisplaced pixels
};
inline constexpr std::uint64_t kMostDisplaced = std::uint64_t{1} << 28;  // indexes fit in 32 bits
// By how much the pixels of a row come from the right, and from below, of their own places: two
// numbers each. False if they cannot be told.
using DisplacementsOf = std::function<bool(std::uint32_t row, double* displacements)>;
// Empty if the displacements of a row cannot be told.
std::optional<WarpPlan> PlanDisplace(const DisplacedRectangle& rectangle,
                                     const DisplacementsOf& displacements_of);

// Steps of at most `radius` in both directions.
WarpPlan PlanSpread(std::uint32_t columns, std::uint32_t rows, std::uint32_t radius,
                    const std::array<std::uint32_t, 2>& key);

}  // namespace lodestone::kernels
