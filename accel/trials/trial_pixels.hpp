// Made-up pixels for testing and timing accelerators.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/common/quantum.hpp"

namespace lodestone::accel {

using TrialPixels = std::vector<kernels::QuantumSample>;

// Random samples with runs of extreme values, to exercise clamping and transparency.
TrialPixels RandomPixels(std::size_t samples);

}  // namespace lodestone::accel
