// Sums of pixels by whole weights, exact, with colours weighted by alpha, too.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"
#include "kernels/common/whole_mean.h"

namespace lodestone::kernels {

class WeightedSums {
 public:
  void Add(std::uint32_t weight, const QuantumSample* pixel) {
    const std::uint64_t visible = std::uint64_t{weight} * (kQuantumMax - pixel[kColors]);
    alpha_ += visible;
    for (std::size_t c = 0; c < kColors; ++c) colors_[c] += pixel[c] * visible;
  }
  // weights: the sum of all weights.
  void StoreMean(std::uint32_t weights, QuantumSample* out) const {
    for (std::size_t c = 0; c < kColors; ++c)
      out[c] = static_cast<QuantumSample>(LS_WEIGHTED_MEAN(colors_[c], alpha_));
    const std::uint64_t opacity = std::uint64_t{weights} * kQuantumMax - alpha_;
    out[kColors] = static_cast<QuantumSample>(LS_WHOLE_MEAN(opacity, weights));
  }

 private:
  static constexpr std::size_t kColors = kChannels - 1;

  std::uint64_t alpha_ = 0, colors_[kColors] = {};
};

}  // namespace lodestone::kernels
