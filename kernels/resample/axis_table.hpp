// Axis table: the input samples and weights of each output sample along one axis.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/resample/axis.h"

namespace lodestone::kernels {

class AxisTable {
 public:
  AxisTable(std::uint32_t inputs, std::uint32_t outputs);

  // Appends the next output sample, in order. Weights are rounded to float only here. Requires
  // weights not empty, first + weights.size() <= inputs, and bounds that never decrease.
  void Append(std::uint32_t first, std::span<const double> weights);
  // Shares the weights of the last output, starting at another input.
  void AppendSame(std::uint32_t first);

  std::uint32_t inputs() const { return inputs_; }
  std::uint32_t outputs() const { return outputs_; }
  std::uint32_t max_count() const { return max_count_; }
  const std::vector<std::uint32_t>& first() const { return first_; }
  const std::vector<std::uint32_t>& count() const { return count_; }
  const std::vector<std::uint32_t>& offset() const { return offset_; }
  const std::vector<float>& weights() const { return weights_; }
  // Of these tables, which must outlive it.
  MagickAccelerateAxis view() const {
    return {
        inputs_,       outputs_,      max_count_,     static_cast<std::uint32_t>(weights_.size()),
        first_.data(), count_.data(), offset_.data(), weights_.data()};
  }

 private:
  std::uint32_t inputs_, outputs_, max_count_ = 0;
  std::vector<std::uint32_t> first_, count_, offset_;
  std::vector<float> weights_;
};

// A separable resampling: both axes and the order of the passes.
struct ResamplePlan {
  AxisTable horizontal, vertical;
  bool vertical_first;
};

}  // namespace lodestone::kernels
