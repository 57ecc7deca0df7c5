// A device that is required gets ready for the work at hand alone, if its module can do that.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "accel/dispatch/dispatch.hpp"
#include "accel/mode.hpp"
#include "accel/profile/learning.hpp"
#include "accel/trials/self_test.hpp"
#include "accel/tuning/calibrate.hpp"
#include "accel/tuning/warm_up.hpp"
#include "accel/work.hpp"
#include "accel/work_kind.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "tests/support/fake_accelerator.hpp"
#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel {
namespace {

using kernels::QuantumSample;
using test::Fake;
using test::SelfTestText;

constexpr std::uint32_t kSide = 40;
// Of the self-tests of the kinds used here: accel/trials/self_test.cpp.
constexpr int kRunsOfTest = 5;

int warmed = 0, prepared = 0, built = 0;

MagickAcceleratePlugin PreparingPlugin() {
  MagickAcceleratePlugin table = test::FakePlugin();
  table.prepare = [](void*, unsigned, const MagickAcceleratePreparation* what,
                     MagickAccelerateParts* parts) {
    EXPECT_EQ(std::uint32_t{LS_QUANTUM_DEPTH}, what->quantum_depth);
    ++(what->build_only ? built : what->plan ? prepared : warmed);
    parts->compile_ns = 7;
    return test::Answer(Fake().warm_up, parts);
  };
  return table;
}

class Preparing : public test::FakeDevices {
 protected:
  Preparing() : FakeDevices(MagickAccelerateRequire) {
    SetLearning(false);
    warmed = prepared = built = 0;
    Registry::Get().Add(PreparingPlugin());
  }

  // Resizes an image to `columns` by `rows`.
  Attempt Resize(MagickAccelerateChannels channels, std::uint32_t columns, std::uint32_t rows,
                 bool vertical_first = true) {
    const kernels::ResamplePlan plan =
        kernels::BuildResizePlan(kSide, kSide, columns, rows, kernels::Filter::kTriangle, 1.0);
    const std::uint32_t samples = SamplesOf(channels);
    std::vector<QuantumSample> from(std::size_t{kSide} * kSide * samples, 9),
        to(std::size_t{columns} * rows * samples);
    MagickAccelerateWork work = ResampleWorkRecord(MagickAccelerateResize, plan, channels);
    work.vertical_first = vertical_first;
    work.source = HostView(from.data(), kSide, kSide, kSide * PixelBytes(work));
    work.destination = HostView(to.data(), columns, rows, columns * PixelBytes(work));
    return Dispatch(work);
  }
};

TEST_F(Preparing, OnlyTheKindOfTheWorkIsPreparedAndTested) {
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 20, 20).done());
  EXPECT_EQ(1, prepared);
  EXPECT_EQ(0, warmed);
  EXPECT_EQ(kRunsOfTest + 1, Fake().ran);
  EXPECT_EQ("passed: resize (1 of 44 kinds)", SelfTestText());
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 80, 90).done());
  EXPECT_EQ(1, prepared) << "the same kind";
  EXPECT_EQ(kRunsOfTest + 2, Fake().ran);
}

TEST_F(Preparing, ACallIsPlannedOnce) {
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 20, 20).done());
  EXPECT_EQ(kRunsOfTest + 1, Fake().planned);
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 80, 90).done());
  EXPECT_EQ(kRunsOfTest + 2, Fake().planned);
  EXPECT_EQ(0, Fake().plans) << "not freed";
}

TEST_F(Preparing, AnotherKindIsTestedOnItsFirstUse) {
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 20, 20).done());
  ASSERT_TRUE(Resize(MagickAccelerateWeighted, 20, 20).done());
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 20, 20, false).done());
  EXPECT_EQ(3, prepared);
  EXPECT_EQ(3 * (kRunsOfTest + 1), Fake().ran);
  EXPECT_EQ("passed: resize (3 of 44 kinds)", SelfTestText());
}

int RunsOfTests(MagickAccelerateOperation operation) {
  int runs = 0;
  for (const WorkKind& kind : KindsOf(GetOperation(operation)))
    (void)SelfTest(kind, [&](const MagickAccelerateWork&) {
      ++runs;
      return Declined(MagickAccelerateUnsupported, "not here");
    });
  return runs;
}

TEST_F(Preparing, WarmingUpTestsTheRestAndNothingTwice) {
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 20, 20).done());
  const int once = Fake().ran_of.at(MagickAccelerateResize);
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_EQ("passed", SelfTestText());
  EXPECT_EQ(once + RunsOfTests(MagickAccelerateResize) - kRunsOfTest,
            Fake().ran_of.at(MagickAccelerateResize));
  ASSERT_TRUE(Resize(MagickAccelerateGrey, 20, 20).done());
  EXPECT_EQ(1, prepared) << "all is ready";
}

TEST_F(Preparing, ADevicePreparedForOneKindIsStillColdForAuto) {
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 20, 20).done());
  const int ran = Fake().ran;
  MagickAccelerateSetMode(MagickAccelerateAuto);
  ASSERT_TRUE(Resize(MagickAccelerateOpaque, 20, 20).done());
  EXPECT_EQ(ran, Fake().ran);
}

TEST_F(Preparing, WrongPixelsOfOneKindDisableTheOperation) {
  Fake().corrupts_pixels = true;
  EXPECT_EQ(MagickAccelerateSelfTestFailed, Resize(MagickAccelerateOpaque, 20, 20).parts.reason);
  Fake().corrupts_pixels = false;
  EXPECT_EQ(MagickAccelerateSelfTestFailed, Resize(MagickAccelerateGrey, 20, 20).parts.reason);
  EXPECT_EQ(1, Fake().ran);
}

TEST_F(Preparing, EachKernelOfAKindHasAFirstRunUntilAllAreReady) {
  const auto device = Registry::Get().Devices().at(0);
  MagickAccelerateWork work = PlainWorkRecord(MagickAccelerateResize);
  EXPECT_TRUE(device->IsFirstRun(work, "A"));
  EXPECT_FALSE(device->IsFirstRun(work, "A"));
  EXPECT_TRUE(device->IsFirstRun(work, "B"));
  work.channels = MagickAccelerateGrey;
  EXPECT_TRUE(device->IsFirstRun(work, "A"));
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_FALSE(device->IsFirstRun(work, "C"));
}

TEST_F(Preparing, EventsTellTheFirstRunOfEachKind) {
  std::vector<bool> first;
  MagickAccelerateSetEventHandler(
      [](const MagickAccelerateEvent* event, void* context) {
        static_cast<std::vector<bool>*>(context)->push_back(event->first != 0);
      },
      &first);
  for (const auto channels :
       {MagickAccelerateOpaque, MagickAccelerateOpaque, MagickAccelerateGrey, MagickAccelerateGrey})
    EXPECT_TRUE(Resize(channels, 20, 20).done());
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  EXPECT_EQ(std::vector<bool>({true, false, true, false}), first);
}

TEST_F(Preparing, AFailureToPrepareIsReported) {
  Fake().warm_up = MagickAccelerateFailed;
  Fake().reason = MagickAccelerateBuildFailed;
  const Attempt attempt = Resize(MagickAccelerateOpaque, 20, 20);
  EXPECT_EQ(MagickAccelerateBuildFailed, attempt.parts.reason);
  EXPECT_STREQ("as the test wants", attempt.parts.detail);
  EXPECT_EQ(0, Fake().ran);
}

TEST_F(Preparing, BuildingProgramsTestsNothing) {
  const test::TemporaryCache cache;
  EXPECT_EQ(1u, MagickAccelerateBuildPrograms());
  EXPECT_EQ(1, built);
  EXPECT_EQ(0, prepared);
  EXPECT_EQ(0, Fake().ran);
  EXPECT_EQ(0, warmed);
  EXPECT_EQ("not run", SelfTestText());
}

TEST_F(Preparing, NothingIsBuiltForNothing) {
  const test::TemporaryCache cache;
  MagickAccelerateSelectDevice("OFF");
  EXPECT_EQ(0u, MagickAccelerateBuildPrograms());
  MagickAccelerateSelectDevice("fake");
  setenv("MAGICK_OPENCL_CACHE_DIR", "/proc/self/nowhere", 1);
  EXPECT_EQ(0u, MagickAccelerateBuildPrograms()) << "without a cache, others gain nothing";
  EXPECT_EQ(0, built);
}

TEST_F(Preparing, AFailureToBuildIsReported) {
  const test::TemporaryCache cache;
  Fake().warm_up = MagickAccelerateFailed;
  Fake().reason = MagickAccelerateBuildFailed;
  EXPECT_EQ(0u, MagickAccelerateBuildPrograms());
  EXPECT_EQ(1, built);
}

TEST_F(Preparing, AModuleMayHaveNothingToPrepare) {
  const test::TemporaryCache cache;
  MagickAccelerateShutdown();
  MagickAcceleratePlugin table = test::FakePlugin();
  table.prepare = nullptr;
  Registry::Get().Add(table);
  EXPECT_EQ(0u, MagickAccelerateBuildPrograms());
  EXPECT_TRUE(Resize(MagickAccelerateOpaque, 20, 20).done());
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_EQ("passed", SelfTestText());
}

// What calls miss comes first, then what is measured, and the device is in use before the rest is
// ready.
TEST_F(Preparing, WhatCallsMissMostIsReadyFirst) {
  const test::TemporaryCache cache;
  MagickAccelerateShutdown();
  static std::vector<std::uint32_t> order;
  static std::vector<bool> calibrated;
  order.clear();
  calibrated.clear();
  MagickAcceleratePlugin table = test::FakePlugin();
  table.prepare = [](void*, unsigned, const MagickAcceleratePreparation* what,
                     MagickAccelerateParts*) {
    order.push_back(what->operation);
    calibrated.push_back(Registry::Get().Devices().at(0)->calibrated());
    return MagickAccelerateDone;
  };
  Registry::Get().Add(table);
  SetLearning(true);
  // Too little to begin a warm-up by itself, but more than other tests miss.
  RecordMissedOffload(MagickAccelerateMedian, 10'000'000);
  RecordMissedOffload(MagickAccelerateDespeckle, 15'000'000);
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  ASSERT_EQ(Operations().size(), order.size());
  const auto place = [&](std::uint32_t operation) {
    return static_cast<std::size_t>(std::ranges::find(order, operation) - order.begin());
  };
  EXPECT_LT(place(MagickAccelerateDespeckle), place(MagickAccelerateMedian));
  EXPECT_LT(place(MagickAccelerateMedian), place(MagickAccelerateScale));
  EXPECT_LT(place(MagickAccelerateScale), place(MagickAccelerateNoise));
  EXPECT_FALSE(calibrated.at(place(MagickAccelerateScale)));
  EXPECT_TRUE(calibrated.at(place(MagickAccelerateNoise)));
}

// Of a class that `auto` uses only if it is named.
TEST_F(Preparing, WarmingUpLeavesAloneWhatCallsWouldNotUse) {
  static std::atomic<int> others;
  others = 0;
  MagickAcceleratePlugin cpu = test::FakePlugin();
  cpu.name = "other";
  cpu.describe = [](void*, unsigned, MagickAccelerateDeviceInfo* info) {
    std::strcpy(info->name, "Fake:CPU:One");
    info->type = MagickAccelerateTypeCPU;
    info->usable = 1;
  };
  cpu.prepare = [](void*, unsigned, const MagickAcceleratePreparation*, MagickAccelerateParts*) {
    ++others;
    return MagickAccelerateDone;
  };
  Registry::Get().Add(cpu);
  MagickAccelerateSelectDevice("true");
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_GT(warmed, 0);
  EXPECT_EQ(0, others);
  MagickAccelerateSelectDevice("Fake:CPU");
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_GT(others, 0);
}

TEST_F(Preparing, WithoutADeviceForAutoWarmingUpTakesWhatIsSelected) {
  MagickAccelerateShutdown();
  const test::TemporaryCache no_modules;
  const char* path = std::getenv("MAGICK_ACCELERATE_PLUGIN_PATH");
  const std::string before = path ? path : "";
  setenv("MAGICK_ACCELERATE_PLUGIN_PATH", no_modules.path().c_str(), 1);
  Fake().type = MagickAccelerateTypeCPU;
  Registry::Get().Add(PreparingPlugin());
  MagickAccelerateSelectDevice("true");
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_EQ("passed", SelfTestText());
  MagickAccelerateShutdown();
  path ? setenv("MAGICK_ACCELERATE_PLUGIN_PATH", before.c_str(), 1)
       : unsetenv("MAGICK_ACCELERATE_PLUGIN_PATH");
}

TEST(WorkKinds, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  std::size_t count = 0;
  for (const OperationTraits& operation : Operations())
    for (const WorkKind& kind : KindsOf(operation)) {
      names.insert(NameOf(kind));
      ++count;
    }
  EXPECT_EQ(count, names.size());
  EXPECT_EQ("resize", NameOf(WorkKind{MagickAccelerateResize}));
  EXPECT_EQ("resize alpha rows-first linear long",
            NameOf(WorkKind{MagickAccelerateResize, MagickAccelerateWeighted, false, true, true}));
  EXPECT_EQ("median plain 5",
            NameOf(WorkKind{MagickAccelerateMedian, MagickAcceleratePlain, true, false, false, 5}));
}

TEST(WorkKinds, SelfTestsAreOfTheirKind) {
  for (const OperationTraits& operation : Operations())
    for (const WorkKind& kind : KindsOf(operation)) {
      int ran = 0;
      (void)SelfTest(kind, [&](const MagickAccelerateWork& work) {
        EXPECT_EQ(NameOf(kind), NameOf(KindOf(work)));
        // Devices decline what has less.
        EXPECT_GE(work.source.stride_bytes, work.source.columns * PixelBytes(work)) << NameOf(kind);
        EXPECT_GE(work.destination.stride_bytes, work.destination.columns * ResultPixelBytes(work))
            << NameOf(kind);
        ++ran;
        return Declined(MagickAccelerateUnsupported, "not here");
      });
      EXPECT_GE(ran, 3) << NameOf(kind);
    }
}

TEST(WorkKinds, AWorkIsOfOneOfItsOperation) {
  for (const OperationTraits& operation : Operations()) {
    MagickAccelerateWork work = PlainWorkRecord(operation.operation);
    const std::vector<WorkKind> kinds = KindsOf(operation);
    for (const MagickAccelerateChannels channels : ChannelsTaken(operation))
      for (const std::uint32_t vertical_first : {0u, 1u}) {
        work.channels = channels;
        work.vertical_first = vertical_first;
        EXPECT_EQ(1, std::count(kinds.begin(), kinds.end(), KindOf(work))) << operation.name;
      }
  }
}

}  // namespace
}  // namespace lodestone::accel
