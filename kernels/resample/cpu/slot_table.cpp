#include "kernels/resample/cpu/slot_table.hpp"

#include <algorithm>

namespace lodestone::kernels {

std::size_t SlotTable::Needed(const MagickAccelerateAxis& axis, std::size_t begin,
                              std::size_t end) {
  if (axis.max_count > LS_TAP_BLOCK) return 0;
  std::size_t most = 0;
  for (std::size_t oldest = begin, i = begin; i < end; ++i) {
    while (axis.first[oldest] + axis.count[oldest] <= axis.first[i]) ++oldest;
    most = std::max(most, i - oldest + 1);
  }
  return most <= kMaxSlots ? most : 0;
}

SlotTable::SlotTable(const MagickAccelerateAxis& axis, std::size_t begin, std::size_t end,
                     std::size_t slots)
    : axis_(axis), begin_(begin), slots_(slots) {
  weights_.resize((Behind(end - 1) - axis.first[begin] + 1) * slots);
  for (std::size_t i = begin; i < end; ++i) {
    const float* weights = axis.weights + axis.offset[i];
    for (std::size_t k = 0; k < axis.count[i]; ++k)
      weights_[(axis.first[i] - axis.first[begin] + k) * slots + Slot(i)] = weights[k];
  }
}

}  // namespace lodestone::kernels
