// A transposed vertical axis: for each input row, its weights in the outputs in progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/resample/cpu/resample_work.hpp"

namespace lodestone::kernels {

// Outputs in progress at the same time occupy different slots: output i has slot (i - begin) %
// slots. A row has weight zero in slots whose output does not use it, which changes no sum.
class SlotTable {
 public:
  // The maximum number of slots.
  static constexpr std::size_t kMaxSlots = 7;

  // Slots needed by outputs [begin, end) of the axis, or 0 if they do not fit, or if their sums
  // need more than one block.
  static std::size_t Needed(const MagickAccelerateAxis& axis, std::size_t begin, std::size_t end);

  // slots >= Needed(...) > 0.
  SlotTable(const MagickAccelerateAxis& axis, std::size_t begin, std::size_t end,
            std::size_t slots);

  // The weights of an input row, slot by slot. Rows start with the first one that `begin` needs.
  const float* Weights(std::size_t row) const {
    return &weights_[(row - axis_.first[begin_]) * slots_];
  }
  // One past the last row that any output needs.
  std::size_t Behind(std::size_t output) const {
    return std::size_t{axis_.first[output]} + axis_.count[output];
  }
  std::size_t Slot(std::size_t output) const { return (output - begin_) % slots_; }

 private:
  const MagickAccelerateAxis axis_;
  std::size_t begin_, slots_;
  std::vector<float> weights_;
};

}  // namespace lodestone::kernels
