// Convolutions that are not separable: lists of taps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/window/border.hpp"

namespace lodestone::kernels {

// Summed in this order (MagickAccelerateTaps).
struct TapList {
  std::vector<std::int32_t> dx, dy;
  std::vector<float> weights;
  std::uint32_t order = 0;  // of a whole matrix, else 0
};

// Taps divided by the divisor, or if that is 0 by their sum, or if that is 0 too by nothing.
std::vector<double> DividedTaps(std::span<const double> taps, double divisor);

// Divided by its sum, unless that is 0; rounded to float here and nowhere else. `order` is odd.
TapList MatrixTaps(std::uint32_t order, std::span<const double> matrix);

// Whether no sum of white pixels, nor any part of it, leaves the range of float.
bool HasFiniteSums(std::span<const float> weights);
// The same for sums along one direction of what was summed along the other.
bool HaveFiniteSums(std::span<const double> across, std::span<const double> down);

// From a pixel `width` taps in the direction that the angle, in degrees, gives; half a Gaussian
// that adds up to 1. `width` is odd and at least 3, sigma usable, angle finite.
TapList MotionTaps(std::uint32_t width, double sigma, double angle);

Reach ReachOf(const TapList& taps);

// Square matrices, row by row; `width` is odd, sigma usable.
std::vector<double> SharpenMatrix(std::uint32_t width, double sigma);
std::vector<double> EdgeMatrix(std::uint32_t width);
std::vector<double> EmbossMatrix(std::uint32_t width, double sigma);

}  // namespace lodestone::kernels
