// Convolutions whose weights are small integers over a power of two, like {1, 2, 1} / 4: their sums
// are exact in float too, so that integers give the result of the numeric contract.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/resample/cpu/uniform.hpp"

namespace lodestone::kernels {

// Of some outputs of an axis. Others may surround them: at borders weights are cut off or folded
// back.
struct WholeTaps {
  UniformOutputs outputs;
  std::vector<std::int16_t> weights;  // times 2 to the power of `shift`
  unsigned shift = 0;
  std::uint32_t gain = 0;  // sum of their absolute values
  bool positive = true;    // none is below 0
};

struct WholeConvolution {
  WholeTaps across, down;
  bool narrow;         // sums of the second pass, rounded, fit 16 bits
  std::uint16_t bias;  // subtracted from sums of the first pass, so that they fit signed 16 bits
};

// The convolution equivalent to destination rows [begin, end) of the work, or to some of them; only
// for 8-bit samples, where it pays.
std::optional<WholeConvolution> FindWholeConvolution(const ResampleWork& work, std::size_t begin,
                                                     std::size_t end);

}  // namespace lodestone::kernels
