// A vertical axis turned round: for each input row the weights it has in the outputs under way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::kernels {

// Outputs that are under way at once take turns in the slots: output i has slot (i - begin) %
// slots. A slot that a row does not belong to has weight zero there, which changes no sum.
class SlotTable {
 public:
  // The most slots there are.
  static constexpr std::size_t kMost = 7;

  // Slots that outputs [begin, end) of the axis need, or 0 if they do not fit, or if their sums are
  // too long to be taken in one piece.
  static std::size_t Needed(const AxisView& axis, std::size_t begin, std::size_t end);

  // slots >= Needed(...) > 0.
  SlotTable(const AxisView& axis, std::size_t begin, std::size_t end, std::size_t slots);

  // The weights of an input row, slot by slot. Rows start with the first that `begin` needs.
  const float* Weights(std::size_t row) const {
    return &weights_[(row - axis_.first[begin_]) * slots_];
  }
  // The row behind the last that an output needs.
  std::size_t Behind(std::size_t output) const {
    return std::size_t{axis_.first[output]} + axis_.count[output];
  }
  std::size_t Slot(std::size_t output) const { return (output - begin_) % slots_; }

 private:
  const AxisView axis_;
  std::size_t begin_, slots_;
  std::vector<float> weights_;
};

}  // namespace lodestone::kernels
