// Compares a device's pixels with the CPU's before the device is trusted with an operation.
#pragma once

#include <functional>
#include <string>

#include "accel/accelerator.hpp"
#include "accel/trials/trial_work.hpp"
#include "accel/work_kind.hpp"

namespace lodestone::accel {

using RunFunction = std::function<Attempt(const MagickAccelerateWork&)>;

struct SelfTestResult {
  std::string problem;     // "" if every sample agrees, else one sentence on what was wrong
  bool conclusive = true;  // false: a run failed, which may not happen again
};

// Runs small works of a kind (reduced, enlarged and mixed, or with every border) through `run` and
// on the CPU, up to the first difference or failure.
SelfTestResult SelfTest(const WorkKind& kind, const RunFunction& run);

}  // namespace lodestone::accel
