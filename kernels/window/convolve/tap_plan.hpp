// The taps of a convolution in the order of the CPU kernel.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/window/taps.h"

namespace lodestone::kernels {

class TapPlan {
 public:
  struct Tap {
    std::ptrdiff_t dx, dy;
    float weight;
  };

  // Taps of weight 0 are left out; blocks end where they would if these were counted.
  explicit TapPlan(const MagickAccelerateTaps& taps);

  const std::vector<Tap>& taps() const { return taps_; }
  // Where blocks of LS_TAP_BLOCK taps end, in taps(); the last one ends with them.
  const std::vector<std::size_t>& block_ends() const { return block_ends_; }

  // Extent of the taps; always includes 0.
  std::ptrdiff_t left() const { return left_; }  // never above 0, like top
  std::ptrdiff_t right() const { return right_; }
  std::ptrdiff_t top() const { return top_; }
  std::ptrdiff_t bottom() const { return bottom_; }

 private:
  std::vector<Tap> taps_;
  std::vector<std::size_t> block_ends_;
  std::ptrdiff_t left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
};

}  // namespace lodestone::kernels
