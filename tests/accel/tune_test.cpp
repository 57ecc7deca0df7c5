// Tuning finds the fastest correct variant, saves it at once, and stops when told to.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "config.h"
#include "accel/profile/device_profile.hpp"
#include "accel/dispatch/dispatch.hpp"
#include "accel/operation_table.hpp"
#include "accel/trials/trial_work.hpp"
#include "accel/profile/tuned_variants.hpp"
#include "tests/support/fake_accelerator.hpp"
#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel {
namespace {

using test::Fake;
using test::FakePlugin;

constexpr double kLongEnough = 600;

struct SeenStep {
  MagickAccelerateTuneStep raw;
  std::string device, operation, shape, item;
};

class Tune : public test::FakeDevices {
 protected:
  void SetUp() override {
    Fake().estimate_ns = 1000;
    PlugAndWarmUp();
    Fake().has_variants = true;
  }

  // Warm-up does not count towards any variant's time.
  static void PlugAndWarmUp() {
    Fake().has_variants = false;
    Plug();
    ASSERT_EQ(1u, MagickAccelerateWarmUp());
  }

  // Stops after the first work class whose best variant was reported.
  unsigned TuneOneKind() {
    stop_after_ = 4;
    return MagickAccelerateTune(kLongEnough, Record, this);
  }

  static int Record(const MagickAccelerateTuneStep* step, void* context) {
    auto& test = *static_cast<Tune*>(context);
    test.seen_.push_back({*step, step->device, step->operation, step->shape, step->item});
    return test.seen_.size() < test.stop_after_ ? 1 : 0;
  }

  // What another process would load.
  std::optional<std::string> Kept(const std::string& tune_class) {
    return DeviceProfile(cache_.path(), {"Fake:GPU:Zero", "\n"})
        .Text(ProfileSection::kVariants, tune_class);
  }

  std::string VariantUsedFor(const TrialShape& shape, MagickAccelerateChannels channels) {
    const TrialWork trial(MagickAccelerateScale, shape, channels);
    TrialPixels result(trial.samples());
    const MagickAccelerateMode before = MagickAccelerateSetMode(MagickAccelerateRequire);
    EXPECT_TRUE(Dispatch(trial.Into(result)).done());
    MagickAccelerateSetMode(before);
    return Fake().last_variant.load();
  }

  test::TemporaryCache cache_;
  std::vector<SeenStep> seen_;
  std::size_t stop_after_ = 0;
};

TEST_F(Tune, KeepsTheFastestOfThoseThatAreRight) {
  EXPECT_EQ(0u, TuneOneKind()) << "it was stopped before the end";
  ASSERT_EQ(4u, seen_.size());
  const char* const names[] = {"default", "slow", "fast", "wrong"};
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    EXPECT_EQ(names[i], seen_[i].item);
    EXPECT_EQ("Fake:GPU:Zero", seen_[i].device);
    EXPECT_EQ("scale", seen_[i].operation);
    EXPECT_EQ(seen_[i].item == "fast", seen_[i].raw.best != 0) << seen_[i].item;
    EXPECT_EQ(seen_[i].item == "wrong", seen_[i].raw.wrong != 0) << seen_[i].item;
    EXPECT_GT(seen_[i].raw.ns, 0u);
    EXPECT_GT(seen_[i].raw.done, 0);
    EXPECT_LT(seen_[i].raw.done, 1);
  }
}

TEST_F(Tune, WhatWasFoundIsUsedNowAndByLaterProcesses) {
  (void)TuneOneKind();
  const TuneClass tuned{MagickAccelerateScale, MagickAccelerateOpaque, ShapeClass::kReduceByTwo};
  EXPECT_EQ("fast", Kept(tuned.name())) << "not saved as it goes";
  for (int process = 0; process < 2; ++process) {
    EXPECT_EQ("fast", VariantUsedFor({90, 90, 30, 30}, MagickAccelerateOpaque));
    EXPECT_EQ("", VariantUsedFor({90, 90, 30, 30}, MagickAccelerateWeighted));
    EXPECT_EQ("", VariantUsedFor({90, 90, 180, 180}, MagickAccelerateOpaque));
    MagickAccelerateShutdown();
    PlugAndWarmUp();
    Fake().has_variants = true;
  }
}

TEST_F(Tune, AVariantThatIsGoneIsNotAskedFor) {
  (void)TuneOneKind();
  MagickAccelerateShutdown();
  PlugAndWarmUp();
  EXPECT_EQ("", VariantUsedFor({90, 90, 30, 30}, MagickAccelerateOpaque));
}

TEST_F(Tune, KeepsToTheTimeLimit) {
  stop_after_ = 1000;
  constexpr int kRunsOfLinks = 5;
  for (double none : {0.0, -1.0, std::nan("")}) {
    Fake().ran = 0;
    EXPECT_EQ(0u, MagickAccelerateTune(none, Record, this));
    EXPECT_LE(Fake().ran, kRunsOfLinks) << none;
  }
  EXPECT_TRUE(seen_.empty());
}

std::set<std::string> AllKindNames() {
  std::set<std::string> names;
  for (const OperationTraits& info : Operations())
    for (const MagickAccelerateChannels channels : ChannelsTaken(info))
      for (const char* shape : {"reduce by 2 and more", "reduce", "enlarge", "same size"}) {
        const std::string name = shape;
        const bool keeps_size = info.operation >= MagickAccelerateBlur;
        if ((name == "same size") != keeps_size) continue;
        if (info.operation == MagickAccelerateMinify && name != "reduce by 2 and more") continue;
        if (info.operation == MagickAccelerateMagnify && name != "enlarge") continue;
        names.insert(std::string(info.name) + " " + shape + " " + ChannelsName(channels));
      }
  return names;
}

TEST_F(Tune, TheOnlyVariantIsTheBestIfItIsRight) {
  Fake().has_variants = false;
  stop_after_ = 1;
  for (const bool right : {true, false}) {
    seen_.clear();
    Fake().corrupts_pixels = !right;
    EXPECT_EQ(0u, MagickAccelerateTune(kLongEnough, Record, this));
    ASSERT_EQ(1u, seen_.size());
    EXPECT_EQ("default", seen_[0].item);
    EXPECT_EQ(right, seen_[0].raw.best != 0);
    EXPECT_EQ(right, seen_[0].raw.wrong == 0);
  }
}

TEST_F(Tune, EveryKindOfWorkIsMeasured) {
#ifdef LS_WITH_ASAN
  constexpr bool kComputes = false;  // it takes minutes, and the kernels have tests of their own
#else
  constexpr bool kComputes = true;
#endif
  Fake().has_variants = false;
  if (!kComputes) Fake().takes = std::chrono::microseconds(1);
  stop_after_ = 1000;
  EXPECT_EQ(1u, MagickAccelerateTune(kLongEnough, Record, this));
  std::set<std::string> kinds;
  for (const SeenStep& step : seen_) {
    EXPECT_EQ("default", step.item);
    EXPECT_NE(0u, step.raw.ns);
    EXPECT_TRUE(!kComputes || step.raw.best != 0);
    kinds.insert(step.operation + " " + step.shape + " " + step.raw.channels);
    EXPECT_EQ(
        step.raw.channels == std::string("alpha") || step.raw.channels == std::string("plain"),
        step.raw.alpha != 0);
  }
  EXPECT_EQ(seen_.size(), kinds.size());
  EXPECT_EQ(AllKindNames(), kinds);
  EXPECT_FALSE(Kept("scale/opaque/reduce by 2 and more"));
}

TEST_F(Tune, ADeviceThatFailsKeepsItsOwnChoice) {
  Fake().run = MagickAccelerateFailed;
  Fake().reason = MagickAccelerateDeviceMemory;
  (void)TuneOneKind();
  for (const SeenStep& step : seen_) {
    EXPECT_EQ(0u, step.raw.ns);
    EXPECT_EQ(0u, step.raw.best);
  }
  EXPECT_FALSE(Kept("scale/opaque/reduce by 2 and more"));
}

TEST_F(Tune, NothingToTune) {
  MagickAccelerateSelectDevice("OFF");
  EXPECT_EQ(0u, MagickAccelerateTune(kLongEnough, nullptr, nullptr));
}

}  // namespace
}  // namespace lodestone::accel
