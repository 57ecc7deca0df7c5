// Runs a whole suite on the instruction set that LODESTONE_TEST_TARGET names (SSE4, AVX2, ...), in
// Highway's spelling; skips it if neither the CPU nor the compiler has one of that name.
#include "kernels/common/targets.hpp"  // before Highway

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <string>

namespace {

class ForcedTarget : public testing::Environment {
 public:
  void SetUp() override {
    const char* name = std::getenv("LODESTONE_TEST_TARGET");
    if (!name) return;
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
      if (std::string(name) != hwy::TargetName(target)) continue;
      hwy::SetSupportedTargetsForTest(target);
      return;
    }
    GTEST_SKIP() << "no target " << name << " on this machine";
  }
};

const testing::Environment* const registered = testing::AddGlobalTestEnvironment(new ForcedTarget);

}  // namespace
