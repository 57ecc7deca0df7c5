// The module through its function table, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "accel/gpu/driver.hpp"
#include "tests/gpu/oracle.hpp"

extern "C" const MagickAcceleratePlugin* MagickAcceleratePluginEntry(uint32_t host_abi);

namespace lodestone::accel::gpu::testing {

inline const MagickAcceleratePlugin& Plugin() {
  return *MagickAcceleratePluginEntry(MAGICK_ACCELERATE_ABI);
}

inline constexpr MagickAccelerateHost kHost = {sizeof(MagickAccelerateHost),
                                               MAGICK_ACCELERATE_ABI,
                                               "test",
                                               "",
                                               "no cache in this test",
                                               nullptr};

inline constexpr MagickAcceleratePreparation kEverything = {sizeof(MagickAcceleratePreparation), 16,
                                                            nullptr, 0, 0};

// Plans of the first device. Null if the work was declined.
struct PlanFree {
  void* state;
  void operator()(MagickAcceleratePlan* plan) const { Plugin().plan_free(state, 0, plan); }
};
using OwnedPlan = std::unique_ptr<MagickAcceleratePlan, PlanFree>;

inline OwnedPlan PlanOf(void* state, const MagickAccelerateWork& work,
                        MagickAccelerateParts& parts) {
  MagickAcceleratePlan* plan = nullptr;
  const MagickAccelerateOutcome outcome = Plugin().plan(state, 0, &work, &plan, &parts);
  EXPECT_EQ(outcome == MagickAccelerateDone, plan != nullptr);
  return OwnedPlan(plan, {state});
}

inline MagickAccelerateOutcome PlanAndRun(void* state, const MagickAccelerateWork& work,
                                          MagickAccelerateParts& parts) {
  const OwnedPlan plan = PlanOf(state, work, parts);
  return plan ? Plugin().run(state, 0, plan.get(), &work, &parts) : MagickAccelerateDeclined;
}

// Needs a device; work is a small resize that the oracle has already computed.
class OpenClDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (DiscoverDevices().devices.empty()) GTEST_SKIP() << "no OpenCL device";
    MagickAccelerateParts parts{};
    char hint[256];
    ASSERT_GE(Plugin().open(&kHost, &state_, &parts, hint), 1u) << parts.detail;
    source_.Fill(random_);
    work_ = {MagickAccelerateResize,           16,
             MagickAccelerateWeighted,         false,
             FilterAxis(40, 30, 3.0, random_), FilterAxis(300, 200, 2.0, random_)};
    expected_ = Oracle(work_, source_);
  }
  void TearDown() override {
    if (state_) Plugin().close(state_);
  }

  MagickAccelerateOutcome Run(const MagickAccelerateWork& work, bool timed = false) {
    parts_ = {};
    parts_.timed = timed;
    return PlanAndRun(state_, work, parts_);
  }

  std::mt19937 random_{5};
  void* state_ = nullptr;
  TestImage source_{16, 40, 300, 0, 0};
  TestImage result_{16, 30, 200, 0, 0};
  TestWork work_;
  std::vector<unsigned> expected_;
  MagickAccelerateParts parts_{};
};

}  // namespace lodestone::accel::gpu::testing
