#include "kernels/window/convolve/tap_plan.hpp"

#include <algorithm>

#include "kernels/common/tap_block.h"

namespace lodestone::kernels {

TapPlan::TapPlan(const MagickAccelerateTaps& taps) {
  taps_.reserve(taps.count);
  for (std::size_t k = 0; k < taps.count; ++k) {
    if (taps.weights[k] != 0.0f) {
      const Tap tap{taps.dx[k], taps.dy[k], taps.weights[k]};
      taps_.push_back(tap);
      left_ = std::min(left_, tap.dx);
      right_ = std::max(right_, tap.dx);
      top_ = std::min(top_, tap.dy);
      bottom_ = std::max(bottom_, tap.dy);
    }
    if ((k + 1) % LS_TAP_BLOCK == 0 || k + 1 == taps.count) block_ends_.push_back(taps_.size());
  }
}

}  // namespace lodestone::kernels
