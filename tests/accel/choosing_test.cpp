// The automatic choice by measurements, and its explanation.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "accel/dispatch/dispatch.hpp"
#include "accel/profile/learning.hpp"
#include "accel/trials/trial_work.hpp"
#include "tests/support/fake_accelerator.hpp"
#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel {
namespace {

using test::Fake;
using test::FakePlugin;

struct SeenCandidate {
  MagickAccelerateCandidate raw;
  std::string accelerator, device, detail;
};
struct SeenExplanation {
  MagickAccelerateEvent raw;
  std::string operation, accelerator, device, detail;
  std::vector<SeenCandidate> candidates;
};

class Choosing : public test::FakeDevices {
 protected:
  // With more threads, a many-core machine might be faster than a device that does nothing.
  Choosing() { SetThreadLimit(1); }
  ~Choosing() override { SetThreadLimit(0); }

  static void PlugAndWarmUp() {
    Plug();
    ASSERT_EQ(1u, MagickAccelerateWarmUp());
    Fake().ran = 0;
  }

  // The accelerator that resizes a square image to half its size.
  std::string Chosen(std::uint32_t side) {
    const TrialWork trial(MagickAccelerateResize, {side, side, side / 2, side / 2},
                          MagickAccelerateOpaque);
    TrialPixels result(trial.samples());
    std::string chosen;
    MagickAccelerateSetEventHandler(
        [](const MagickAccelerateEvent* event, void* context) {
          *static_cast<std::string*>(context) = event->accelerator;
        },
        &chosen);
    EXPECT_TRUE(Dispatch(trial.Into(result)).done());
    MagickAccelerateSetEventHandler(nullptr, nullptr);
    return chosen;
  }

  SeenExplanation Explained(std::uint32_t side = 600) {
    const TrialWork trial(MagickAccelerateScale, {side, side, side / 2, side / 2},
                          MagickAccelerateOpaque);
    TrialPixels result(trial.samples(), 7);
    const TrialPixels before = result;
    SeenExplanation seen{};
    MagickAccelerateSetThreadExplain(Record, &seen);
    EXPECT_TRUE(Dispatch(trial.Into(result)).done());
    MagickAccelerateSetThreadExplain(nullptr, nullptr);
    EXPECT_EQ(before, result) << "something was computed";
    return seen;
  }
  static void Record(const MagickAccelerateEvent* event,
                     const MagickAccelerateCandidate* candidates, std::size_t count,
                     void* context) {
    auto& seen = *static_cast<SeenExplanation*>(context);
    seen = {*event, event->operation, event->accelerator, event->device, event->detail, {}};
    for (std::size_t i = 0; i < count; ++i)
      seen.candidates.push_back(
          {candidates[i], candidates[i].accelerator, candidates[i].device, candidates[i].detail});
  }

  test::TemporaryCache cache_;
};

// The estimate is always 1 ns. Reducing to half the side takes 12 taps per direction: one CPU takes
// far less for one size and far more for the other.
constexpr std::chrono::milliseconds kDeviceTakes{2};
constexpr std::uint32_t kSmallSide = 100, kLargeSide = 4000;

TEST_F(Choosing, MeasuredDevicesAreChosenWhereTheyAreFasterFromTheFirstCallOn) {
  Fake().takes = kDeviceTakes;
  PlugAndWarmUp();
  EXPECT_EQ("cpu", Chosen(kSmallSide));
  EXPECT_EQ("fake", Chosen(kLargeSide));
  EXPECT_EQ(1, Fake().ran);
}

// As of calls that a device runs together.
TEST_F(Choosing, TimeForOtherCallsIsNotLearned) {
  Fake().takes = kDeviceTakes;
  PlugAndWarmUp();
  Fake().others = 10 * kDeviceTakes;
  Fake().takes += Fake().others;
  const TrialWork trial(MagickAccelerateResize, {600, 600, 300, 300}, MagickAccelerateOpaque);
  TrialPixels result(trial.samples());
  std::vector<std::uint64_t> predicted;
  MagickAccelerateSetEventHandler(
      [](const MagickAccelerateEvent* event, void* context) {
        static_cast<std::vector<std::uint64_t>*>(context)->push_back(event->predicted_ns);
      },
      &predicted);
  MagickAccelerateSetMode(MagickAccelerateRequire);
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(Dispatch(trial.Into(result)).done());
  ASSERT_EQ(12u, predicted.size());
  EXPECT_LT(predicted.back(), predicted.front() + predicted.front() / 2);
}

TEST_F(Choosing, MeasurementsAreKeptForTheNextProcess) {
  Fake().takes = kDeviceTakes;
  PlugAndWarmUp();
  DeviceProfile kept(cache_.path(), {"Fake:GPU:Zero", "\n"});
  EXPECT_FALSE(kept.Names(ProfileSection::kCorrections).empty());
  // The device again, as a new process finds it: the only measurements are the self-tests.
  MagickAccelerateShutdown();
  Plug();
  Fake().ran = 0;
  SetLearning(false);
  ASSERT_EQ(1u, MagickAccelerateWarmUp());
  const int self_tests_alone = Fake().ran;
  MagickAccelerateShutdown();
  SetLearning(true);
  Plug();
  Fake().ran = 0;
  ASSERT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_EQ(self_tests_alone, Fake().ran);
  EXPECT_EQ("cpu", Chosen(kSmallSide));
  EXPECT_EQ("fake", Chosen(kLargeSide));
}

// Some of which have never been measured on the CPU: bulk work shares its threads.
TEST_F(Choosing, WhatAnEarlierProcessMeasuredIsEnoughForAnyNumberOfThreads) {
  PlugAndWarmUp();
  MagickAccelerateShutdown();
  PlugAndWarmUp();
  SetThreadLimit(2);
  EXPECT_NE(MagickAccelerateCold, Explained().raw.reason);
}

TEST_F(Choosing, ADeviceThatIsReadyButNotMeasuredIsCold) {
  Plug();
  MagickAccelerateSetMode(MagickAccelerateRequire);
  EXPECT_EQ("fake", Chosen(kSmallSide));
  MagickAccelerateSetMode(MagickAccelerateAuto);
  const SeenExplanation seen = Explained();
  EXPECT_EQ("cpu", seen.accelerator);
  EXPECT_EQ(MagickAccelerateCold, seen.raw.reason);
}

// What marks a process that is inside a driver lies in a folder of its own.
bool HasFiles(const std::string& folder) {
  const std::filesystem::directory_iterator entries(folder);
  return std::any_of(begin(entries), end(entries),
                     [](const auto& entry) { return entry.is_regular_file(); });
}

TEST_F(Choosing, WithoutLearningTheEstimatesDecideAndNothingIsWritten) {
  SetLearning(false);
  PlugAndWarmUp();
  EXPECT_EQ("fake", Chosen(600));
  MagickAccelerateShutdown();
  EXPECT_FALSE(HasFiles(cache_.path()));
  SetLearning(true);
  PlugAndWarmUp();
  (void)Chosen(600);  // by measured times
  MagickAccelerateShutdown();
  EXPECT_TRUE(HasFiles(cache_.path())) << "what would have been written";
}

TEST_F(Choosing, LooksAtNoProfileWithoutADevice) {
  MagickAccelerateSelectDevice("OFF");
  EXPECT_EQ("cpu", Chosen(600));
  MagickAccelerateShutdown();
  EXPECT_TRUE(std::filesystem::is_empty(cache_.path()));
}

class Explaining : public Choosing {
 protected:
  void SetUp() override {
    Choosing::SetUp();
    SetLearning(false);
  }
};

TEST_F(Explaining, RunsNothingAndNamesTheChosenOne) {
  PlugAndWarmUp();
  const SeenExplanation seen = Explained();
  EXPECT_EQ(0, Fake().ran);
  EXPECT_EQ("scale", seen.operation);
  EXPECT_EQ("fake", seen.accelerator);
  EXPECT_EQ("Fake:GPU:Zero", seen.device);
  EXPECT_EQ(1u, seen.raw.predicted_ns);
  EXPECT_EQ(0u, seen.raw.actual_ns);
  ASSERT_EQ(2u, seen.candidates.size());
  EXPECT_EQ("cpu", seen.candidates[0].accelerator);
  EXPECT_EQ(0u, seen.candidates[0].raw.chosen);
  EXPECT_EQ(MagickAccelerateSlower, seen.candidates[0].raw.reason);
  EXPECT_GT(seen.candidates[0].raw.kernel_ns, 1u);
  EXPECT_EQ(1u, seen.candidates[1].raw.chosen);
  EXPECT_EQ(1u, seen.candidates[1].raw.kernel_ns);
  EXPECT_EQ(MagickAccelerateNoReason, seen.candidates[1].raw.reason);
}

TEST_F(Explaining, WhatIsDoneAfterwardsIsWhatWasExplained) {
  PlugAndWarmUp();
  for (const std::uint64_t estimate : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
    Fake().estimate_ns = estimate;
    EXPECT_EQ(Explained().accelerator, Chosen(600)) << estimate;
  }
}

TEST_F(Explaining, ColdDevicesHaveAPredictionAndStayCold) {
  Plug();
  const SeenExplanation seen = Explained();
  EXPECT_EQ(0, Fake().warmed);
  EXPECT_EQ("cpu", seen.accelerator);
  EXPECT_EQ(MagickAccelerateCold, seen.raw.reason);
  EXPECT_EQ(MagickAccelerateCold, seen.candidates.at(1).raw.reason);
  EXPECT_EQ(1u, seen.candidates[1].raw.predicted_ns);
}

TEST_F(Explaining, NamesEveryReason) {
  PlugAndWarmUp();
  EXPECT_EQ(MagickAccelerateTooSmall, Explained(8).raw.reason);
  Fake().estimate_ns = std::uint64_t{1} << 40;
  EXPECT_EQ(MagickAccelerateSlower, Explained().raw.reason);
  Fake().supports = MagickAccelerateDeclined;
  Fake().reason = MagickAccelerateTooLarge;
  const SeenExplanation refused = Explained();
  EXPECT_EQ(MagickAccelerateTooLarge, refused.raw.reason);
  EXPECT_EQ("as the test wants", refused.candidates.at(1).detail);
  MagickAccelerateSetMode(MagickAccelerateOff);
  EXPECT_EQ(MagickAccelerateDisabled, Explained().raw.reason);
  EXPECT_EQ(1u, Explained().candidates.size());
  MagickAccelerateSetMode(MagickAccelerateAuto);
  MagickAccelerateSelectDevice("OFF");
  EXPECT_EQ(MagickAccelerateDisabled, Explained().raw.reason);
  MagickAccelerateSelectDevice("no such device");
  EXPECT_EQ(MagickAccelerateNoDevice, Explained().raw.reason);
  EXPECT_EQ(0, Fake().ran);
}

TEST_F(Explaining, RequireSaysWhoOrThatNobodyWould) {
  Plug();
  MagickAccelerateSetMode(MagickAccelerateRequire);
  const SeenExplanation seen = Explained();
  EXPECT_EQ("fake", seen.accelerator);
  EXPECT_EQ(MagickAccelerateDisabled, seen.candidates.at(0).raw.reason);
  Fake().supports = MagickAccelerateDeclined;
  Fake().reason = MagickAccelerateUnsupported;
  const SeenExplanation nobody = Explained();
  EXPECT_EQ("", nobody.accelerator);
  EXPECT_EQ(MagickAccelerateDeclined, nobody.raw.outcome);
  EXPECT_EQ(MagickAccelerateUnsupported, nobody.raw.reason);
  EXPECT_EQ(0, Fake().warmed);
}

}  // namespace
}  // namespace lodestone::accel
