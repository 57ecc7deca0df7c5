// Consecutive outputs with the same weights: all of a convolution except near the borders.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::kernels {

inline std::span<const float> WeightsOf(const MagickAccelerateAxis& axis, std::size_t output) {
  return {axis.weights + axis.offset[output], axis.count[output]};
}

// Outputs [begin, end) have these weights; output i applies them to the inputs from i + lead on.
struct UniformOutputs {
  std::size_t begin = 0, end = 0;
  std::ptrdiff_t lead = 0;
  std::span<const float> weights;  // owned by the axis

  bool empty() const { return begin == end; }
  std::size_t First(std::size_t output) const {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(output) + lead);
  }
};

// The first part of [begin, end) whose outputs have the weights of the axis' middle.
UniformOutputs FindUniformOutputs(const MagickAccelerateAxis& axis, std::size_t begin,
                                  std::size_t end);

}  // namespace lodestone::kernels
