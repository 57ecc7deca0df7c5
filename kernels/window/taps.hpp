// Convolutions that are not separable: lists of taps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/window/border.hpp"
#include "kernels/window/taps.h"

namespace lodestone::kernels {

// Summed in this order.
struct TapList {
  std::vector<std::int32_t> dx, dy;
  std::vector<float> weights;
  std::uint32_t order = 0;  // of a full matrix, else 0

  // Of this list, which must outlive it.
  MagickAccelerateTaps view() const {
    return {static_cast<std::uint32_t>(weights.size()), dx.data(), dy.data(), weights.data(),
            order};
  }
};

// Taps divided by the divisor; if that is 0, by their sum; if that is 0 too, unchanged.
std::vector<double> DividedTaps(std::span<const double> taps, double divisor);

// Divided by its sum, unless that is 0; rounded to float only here. `order` is odd.
TapList MatrixTaps(std::uint32_t order, std::span<const double> matrix);

// Whether no sum over white pixels, nor any part of it, overflows float.
bool HasFiniteSums(std::span<const float> weights);
// The same for sums along one direction of sums along the other.
bool HaveFiniteSums(std::span<const double> across, std::span<const double> down);

// From a pixel `width` taps in the direction of the angle, in degrees; half a normalised Gaussian.
// `width` is odd and at least 3, sigma usable, angle finite.
TapList MotionTaps(std::uint32_t width, double sigma, double angle);

Reach ReachOf(const TapList& taps);

// Square matrices, row by row; `width` is odd, sigma usable.
std::vector<double> SharpenMatrix(std::uint32_t width, double sigma);
std::vector<double> EdgeMatrix(std::uint32_t width);
std::vector<double> EmbossMatrix(std::uint32_t width, double sigma);

}  // namespace lodestone::kernels
