// Plan of a separable convolution: tables of contributions, rows first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/window/border.hpp"
#include "kernels/resample/axis_table.hpp"

namespace lodestone::kernels {

enum class Fold {
  kCut,         // taps, which add up to 1, are left out outside, and the others made to do so
  kEdge,        // the weights of taps outside go to the sample that stands for them
  kMirror,      // ... likewise
  kReflect101,  // ... likewise
  kValid,       // nothing lies outside: taps.size() - 1 more inputs than outputs
};

// Nothing for what no list of neighbouring samples can say.
std::optional<Fold> FoldOf(Border border);

// An odd number of taps, the middle one at the output's place (with kValid, at the output's place
// plus half of them), for `outputs` samples. Throws std::bad_alloc, or std::length_error where the
// table would be larger than is sensible.
AxisTable BuildConvolutionAxis(std::uint32_t outputs, std::span<const double> taps, Fold fold);

// The same taps for an image of `size` samples inside that border, in fewer where they reach beyond
// what lies around it before it repeats itself: less than twice the size on either side, and less
// than once with kTile. An odd number, as they were.
std::vector<double> FoldedTaps(Border border, std::uint32_t size, std::span<const double> taps);

ResamplePlan BuildSeparablePlan(std::uint32_t columns, std::uint32_t rows,
                                std::span<const double> across, std::span<const double> down,
                                Fold fold);

}  // namespace lodestone::kernels
