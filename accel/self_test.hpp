// Compares a device's pixels with the CPU's before the device is trusted with an operation.
#pragma once

#include <functional>
#include <string>

#include "accel/accelerator.hpp"

namespace lodestone::accel {

using RunFunction = std::function<Attempt(const MagickAccelerateWork&)>;

// Runs small works of `operation` (opaque and with alpha; reduced, enlarged and mixed) through
// `run` and through the native path.
// Returns "" when every sample agrees, else one sentence on the first difference or failure.
std::string SelfTest(MagickAccelerateOperation operation, const RunFunction& run);

}  // namespace lodestone::accel
