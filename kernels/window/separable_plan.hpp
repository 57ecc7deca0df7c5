// Plan of a separable convolution: axis tables, the vertical pass first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/window/border.hpp"
#include "kernels/resample/axis_table.hpp"

namespace lodestone::kernels {

enum class Fold {
  kCut,         // normalised taps: those outside are left out and the others normalised again
  kEdge,        // the weights of taps outside are added to that of the sample they map to
  kMirror,      // ... likewise
  kReflect101,  // ... likewise
  kValid,       // nothing lies outside: taps.size() - 1 more inputs than outputs
};

// Empty for a border that no list of neighbouring samples can express.
std::optional<Fold> FoldOf(Border border);

// An odd number of taps, the middle one at the output's position (with kValid, at the output's
// position plus half of them), for `outputs` samples. Throws std::bad_alloc, or std::length_error
// if the table would be unreasonably large.
AxisTable BuildConvolutionAxis(std::uint32_t outputs, std::span<const double> taps, Fold fold);

// Equivalent taps for an image of `size` samples inside that border, fewer if they reach so far
// that the border repeats: less than twice the size on either side, and less than once with kTile.
// The number stays odd.
std::vector<double> FoldedTaps(Border border, std::uint32_t size, std::span<const double> taps);

ResamplePlan BuildSeparablePlan(std::uint32_t columns, std::uint32_t rows,
                                std::span<const double> across, std::span<const double> down,
                                Fold fold);

}  // namespace lodestone::kernels
