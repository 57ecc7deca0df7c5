// The instruction sets that the kernels are compiled for and this machine has.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

namespace lodestone::kernels::testing_support {

// Without fma instructions the narrowest ones take minutes with sanitizers, and have the same
// accesses to memory as SSE4. The baseline has either name.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::int64_t kLeftOut = HWY_EMU128 | HWY_SCALAR | HWY_SSSE3;
#else
inline constexpr std::int64_t kLeftOut = 0;
#endif

// body() with the kernels of each of them, until one fails: what is expected is computed once.
template <class Body>
void OnEveryTarget(Body&& body) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if ((target & kLeftOut) != 0) continue;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    body();
    hwy::SetSupportedTargetsForTest(0);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace lodestone::kernels::testing_support
