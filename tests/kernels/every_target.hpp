// The instruction sets that the kernels are compiled for and that this machine supports.
#pragma once

#include "config.h"
#include "kernels/common/targets.hpp"  // before Highway

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>
#include <vector>

namespace lodestone::test {

// With sanitizers, instruction sets without FMA take minutes. Only the newest of those is tested;
// the others access memory in the same way.
inline std::vector<std::int64_t> TargetsForNow() {
  std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();  // the best first
#ifdef LS_WITH_ASAN
  constexpr unsigned kSeldom = 8;
  constexpr std::int64_t kNever = HWY_SSSE3 | HWY_EMU128 | HWY_SCALAR;
  static unsigned calls = 0;
  const bool now = calls++ % kSeldom == 0;
  std::erase_if(targets, [&, best = targets.front()](std::int64_t target) {
    return target != best && ((target & kNever) != 0 || (target == HWY_SSE4 && !now));
  });
#endif
  return targets;
}

// Runs body() with the kernels of each of them, until one fails: expected results are computed
// once.
template <class Body>
void OnEveryTarget(Body&& body) {
  for (const std::int64_t target : TargetsForNow()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    body();
    hwy::SetSupportedTargetsForTest(0);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace lodestone::test
