// Which accelerator is chosen, what happens when it declines, fails or gives wrong pixels, and the
// resulting event.
#include "accel/dispatch/dispatch.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "accel/operation_table.hpp"
#include "accel/work.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/resample/scale_plan.hpp"
#include "tests/support/fake_accelerator.hpp"

namespace lodestone::accel {
namespace {

using kernels::kChannels;
using kernels::QuantumSample;
using test::Fake;
using test::FakePlugin;
using test::SelfTestText;

struct Seen {
  MagickAccelerateEvent event;
  std::string accelerator, device, declined_by, detail, kernels, operation;
};

class Dispatching : public test::FakeDevices {
 protected:
  static constexpr std::uint32_t kColumns = 600, kRows = 500;

  Dispatching() {
    SetLearning(false);  // the estimates alone decide
    MagickAccelerateSetEventHandler(Record, this);
    source_.resize(kColumns * kRows * kChannels);
    for (std::size_t i = 0; i < source_.size(); ++i)
      source_[i] = static_cast<QuantumSample>(i * 2654435761u >> 8);
  }

  static void Record(const MagickAccelerateEvent* event, void* context) {
    auto& seen = static_cast<Dispatching*>(context)->seen_;
    seen.push_back({*event, event->accelerator, event->device, event->declined_by, event->detail,
                    event->kernels, event->operation});
  }

  MagickAccelerateWork Work(std::vector<QuantumSample>& destination) {
    destination.assign(std::size_t{kColumns / 2} * (kRows / 2) * kChannels, 0x33);
    MagickAccelerateWork work =
        ResampleWorkRecord(MagickAccelerateScale, plan_, MagickAccelerateOpaque);
    work.source = {source_.data(), kColumns, kRows, kColumns * kChannels * sizeof(QuantumSample), 0,
                   nullptr,        0};
    work.destination = {destination.data(),
                        kColumns / 2,
                        kRows / 2,
                        kColumns / 2 * kChannels * sizeof(QuantumSample),
                        0,
                        nullptr,
                        0};
    return work;
  }

  Attempt Run() {
    const MagickAccelerateWork work = Work(result_);
    return Dispatch(work);
  }

  void ExpectRightPixels() {
    std::vector<QuantumSample> expected;
    MagickAccelerateWork work = Work(expected);
    ASSERT_TRUE(Cpu().Run(work).done());
    EXPECT_EQ(expected, result_);
  }

  void MakeReady() {
    Plug();
    ASSERT_EQ(1u, MagickAccelerateWarmUp());
    Fake().ran = 0;
    seen_.clear();
  }

  // Lists devices as a program whose entries have `size` bytes does; their names.
  static std::vector<std::string> NamesInEntriesOf(std::size_t size) {
    constexpr std::size_t kEntries = 8;
    std::vector<std::uint64_t> memory(kEntries * size / sizeof(std::uint64_t) + 1, ~0u);
    auto* const bytes = reinterpret_cast<unsigned char*>(memory.data());
    for (std::size_t i = 0; i < kEntries; ++i) std::memcpy(bytes + i * size, &size, sizeof size);
    const std::size_t count =
        MagickAccelerateListDevices(reinterpret_cast<MagickAccelerateDeviceInfo*>(bytes), kEntries);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
      names.push_back(reinterpret_cast<const char*>(bytes + i * size +
                                                    offsetof(MagickAccelerateDeviceInfo, name)));
    EXPECT_EQ(~0u, memory.back());
    return names;
  }

  kernels::ResamplePlan plan_ = kernels::BuildScalePlan(kColumns, kRows, kColumns / 2, kRows / 2);
  std::vector<QuantumSample> source_, result_;
  std::vector<Seen> seen_;
};

TEST_F(Dispatching, AutoUsesTheReadyDeviceThatIsPredictedFaster) {
  MakeReady();
  ASSERT_TRUE(Run().done());
  ExpectRightPixels();
  ASSERT_EQ(1u, seen_.size());
  EXPECT_EQ("fake", seen_[0].accelerator);
  EXPECT_EQ("Fake:GPU:Zero", seen_[0].device);
  EXPECT_EQ("FakeFilter,FakeStore", seen_[0].kernels);
  EXPECT_EQ("scale", seen_[0].operation);
  EXPECT_EQ(MagickAccelerateDone, seen_[0].event.outcome);
  EXPECT_EQ(MagickAccelerateNoReason, seen_[0].event.reason);
  EXPECT_EQ(1u, seen_[0].event.first);
  EXPECT_EQ(1u, seen_[0].event.predicted_ns);
  EXPECT_GT(seen_[0].event.actual_ns, 0u);
  EXPECT_EQ(source_.size() * sizeof(QuantumSample), seen_[0].event.bytes_up);
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(0u, seen_[1].event.first);
  EXPECT_EQ(seen_[0].event.sequence + 1, seen_[1].event.sequence);
}

TEST_F(Dispatching, ProgramsOfOtherVersionsListDevicesInEntriesOfTheirSize) {
  Plug();
  const std::vector<std::string> names = NamesInEntriesOf(sizeof(MagickAccelerateDeviceInfo));
  ASSERT_LE(2u, names.size());
  EXPECT_EQ("native", names[0]);
  EXPECT_EQ(names, NamesInEntriesOf(offsetof(MagickAccelerateDeviceInfo, open_ns)));
  EXPECT_EQ(names, NamesInEntriesOf(sizeof(MagickAccelerateDeviceInfo) + 64));
}

TEST_F(Dispatching, DevicesAreTimedForThoseWhoWantIt) {
  MakeReady();
  const auto timed = [&] { return Run().done() && Fake().last_timed; };
  EXPECT_TRUE(timed());
  MagickAccelerateSetPartTimes(0);
  EXPECT_FALSE(timed());
  MagickAccelerateSetPartTimes(1);
  EXPECT_TRUE(timed());
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  EXPECT_FALSE(timed());
}

TEST_F(Dispatching, AutoNeverWarmsUpOnTheCallersTime) {
  Plug();
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(0, Fake().warmed);
  EXPECT_EQ("cpu", seen_.at(0).accelerator);
  EXPECT_EQ(MagickAccelerateCold, seen_[0].event.reason);
  EXPECT_EQ("Fake:GPU:Zero", seen_[0].declined_by);
}

TEST_F(Dispatching, AutoDoesNotEvenDiscoverDevices) {
  ASSERT_TRUE(Run().done());
  EXPECT_FALSE(Registry::Get().IsOpen());
  EXPECT_EQ(MagickAccelerateCold, seen_.at(0).event.reason);
}

TEST_F(Dispatching, AutoPassesOverASlowerDevice) {
  MakeReady();
  Fake().estimate_ns = ~std::uint64_t{0};
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(0, Fake().ran);
  EXPECT_EQ("cpu", seen_.at(0).accelerator);
  EXPECT_EQ(MagickAccelerateSlower, seen_[0].event.reason);
}

TEST_F(Dispatching, AutoUsesACpuDeviceOnlyWhenItIsSelected) {
  Fake().type = MagickAccelerateTypeCPU;
  MakeReady();
  MagickAccelerateSelectDevice("true");
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(0, Fake().ran);
  EXPECT_EQ(MagickAccelerateSlower, seen_.at(0).event.reason);
  MagickAccelerateSelectDevice("CPU");
  ASSERT_TRUE(Run().done());
  EXPECT_EQ("fake", seen_.at(1).accelerator);
}

TEST_F(Dispatching, FailureIsRedoneOnTheCpuAndReported) {
  MakeReady();
  Fake().run = MagickAccelerateFailed;
  Fake().reason = MagickAccelerateDeviceMemory;
  ASSERT_TRUE(Run().done());
  ExpectRightPixels();
  ASSERT_EQ(1u, seen_.size());
  EXPECT_EQ("cpu", seen_[0].accelerator);
  EXPECT_EQ(MagickAccelerateFailed, seen_[0].event.declined_by_outcome);
  EXPECT_EQ(MagickAccelerateDeviceMemory, seen_[0].event.reason);
  EXPECT_EQ("as the test wants", seen_[0].detail);
  // Insufficient memory is not a permanent fault.
  Fake().run = MagickAccelerateDone;
  ASSERT_TRUE(Run().done());
  EXPECT_EQ("fake", seen_[1].accelerator);
}

TEST_F(Dispatching, ADeviceErrorQuarantinesTheDevice) {
  MakeReady();
  Fake().run = MagickAccelerateFailed;
  Fake().reason = MagickAccelerateDeviceError;
  ASSERT_TRUE(Run().done());
  Fake().run = MagickAccelerateDone;
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(1, Fake().ran);
  EXPECT_EQ("cpu", seen_.at(1).accelerator);
  EXPECT_EQ(MagickAccelerateQuarantined, seen_[1].event.reason);
}

TEST_F(Dispatching, WrongPixelsInTheSelfTestDisableTheOperation) {
  Fake().corrupts_pixels = true;
  MakeReady();
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(0, Fake().ran);
  ExpectRightPixels();
  EXPECT_EQ(MagickAccelerateSelfTestFailed, seen_.at(0).event.reason);
  EXPECT_EQ(0u, SelfTestText().find("failed: scale: sample")) << SelfTestText();
}

TEST_F(Dispatching, RequireWarmsUpAndCountsCompiling) {
  Plug();
  MagickAccelerateSetMode(MagickAccelerateRequire);
  ASSERT_TRUE(Run().done());
  ExpectRightPixels();
  EXPECT_EQ(1, Fake().warmed);
  EXPECT_EQ("fake", seen_.at(0).accelerator);
  EXPECT_EQ(1000u, seen_[0].event.compile_ns);
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(1, Fake().warmed);
  EXPECT_EQ(0u, seen_[1].event.compile_ns);
}

TEST_F(Dispatching, OnlyTheOperationThatIsNeededIsTested) {
  Plug();
  MagickAccelerateSetMode(MagickAccelerateRequire);
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(1u, Fake().last_warmed.load());
  EXPECT_EQ("passed: scale (1 of 40 kinds)", SelfTestText());
  const auto runs = [](const OperationTraits& info) {
    return Fake().ran_of.at(info.operation).load();
  };
  for (const OperationTraits& info : Operations())
    EXPECT_EQ(info.operation == MagickAccelerateScale, runs(info) > 0) << info.name;
  // The other operations follow on demand.
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_EQ(Operations().size(), Fake().last_warmed.load());
  EXPECT_EQ("passed", SelfTestText());
  for (const OperationTraits& info : Operations()) EXPECT_GT(runs(info), 1) << info.name;
  const int ran = Fake().ran;
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  EXPECT_EQ(1 + Operations().size(), static_cast<std::size_t>(Fake().warmed));
  EXPECT_EQ(ran, Fake().ran);
}

TEST_F(Dispatching, RequireFailsRatherThanUseTheCpu) {
  Plug();
  MagickAccelerateSetMode(MagickAccelerateRequire);
  Fake().supports = MagickAccelerateDeclined;
  Fake().reason = MagickAccelerateTooLarge;
  const Attempt attempt = Run();
  EXPECT_FALSE(attempt.done());
  EXPECT_EQ(MagickAccelerateTooLarge, attempt.parts.reason);
  EXPECT_EQ(MagickAccelerateDeclined, seen_.at(0).event.outcome);
  EXPECT_EQ("", seen_[0].accelerator);
  EXPECT_EQ("Fake:GPU:Zero", seen_[0].declined_by);
}

TEST_F(Dispatching, RequireReportsReasonAndHintWhenAModuleDoesNotOpen) {
  Fake().opens = false;
  Plug();
  MagickAccelerateSetMode(MagickAccelerateRequire);
  MagickAccelerateSelectDevice("true");
  const std::size_t other_devices = Registry::Get().Devices().size();
  const Attempt attempt = Run();
  if (other_devices > 0) GTEST_SKIP() << "a real device is there and does the work";
  EXPECT_EQ(MagickAccelerateNoDevice, attempt.parts.reason);
  EXPECT_NE(std::string::npos, std::string(attempt.parts.detail).find("plug one in"));
}

TEST_F(Dispatching, OffLooksAtNoDevice) {
  MakeReady();
  MagickAccelerateSetMode(MagickAccelerateOff);
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(0, Fake().ran);
  EXPECT_EQ("cpu", seen_.at(0).accelerator);
  EXPECT_EQ(MagickAccelerateDisabled, seen_[0].event.reason);
}

TEST_F(Dispatching, ThreadModeBeatsProcessModeOnItsThreadOnly) {
  MakeReady();
  EXPECT_EQ(MagickAccelerateInherit, MagickAccelerateSetThreadMode(MagickAccelerateOff));
  ASSERT_TRUE(Run().done());
  EXPECT_EQ("cpu", seen_.at(0).accelerator);
  std::thread([this] { ASSERT_TRUE(Run().done()); }).join();
  EXPECT_EQ("fake", seen_.at(1).accelerator);
  EXPECT_EQ(MagickAccelerateOff, MagickAccelerateSetThreadMode(MagickAccelerateInherit));
}

TEST_F(Dispatching, SelectionOffAndForeignSelectionLeaveTheDeviceAlone) {
  MakeReady();
  MagickAccelerateSelectDevice("OFF");
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(MagickAccelerateDisabled, seen_.at(0).event.reason);
  MagickAccelerateSelectDevice("no such device");
  ASSERT_TRUE(Run().done());
  EXPECT_EQ(MagickAccelerateNoDevice, seen_.at(1).event.reason);
  MagickAccelerateSelectDevice("gpu:zero");
  ASSERT_TRUE(Run().done());
  EXPECT_EQ("fake", seen_.at(2).accelerator);
}

TEST_F(Dispatching, CancelledWorkIsNotRedone) {
  MakeReady();
  Fake().run = MagickAccelerateFailed;
  Fake().reason = MagickAccelerateCancelled;
  const Attempt attempt = Run();
  EXPECT_EQ(MagickAccelerateCancelled, attempt.parts.reason);
  EXPECT_EQ(MagickAccelerateFailed, seen_.at(0).event.outcome);
}

TEST_F(Dispatching, CpuProgressReachesTheEndAndCanStop) {
  MagickAccelerateSetMode(MagickAccelerateOff);
  struct Count {
    std::uint64_t last = 0, calls = 0, stop_at = ~std::uint64_t{0};
  } count;
  MagickAccelerateWork work = Work(result_);
  work.progress = [](void* context, std::uint64_t done, std::uint64_t span) {
    auto& c = *static_cast<Count*>(context);
    EXPECT_GT(done, c.last);
    EXPECT_LE(done, span);
    c.last = done;
    return ++c.calls < c.stop_at ? 1 : 0;
  };
  work.progress_context = &count;
  ASSERT_TRUE(Dispatch(work).done());
  EXPECT_EQ(kRows / 2, count.last);
  EXPECT_GE(count.calls, 2u);
  count = {};
  count.stop_at = 1;
  EXPECT_EQ(MagickAccelerateCancelled, Dispatch(work).parts.reason);
}

TEST_F(Dispatching, ForkedChildUsesTheCpu) {
  MakeReady();
  const pid_t child = fork();
  if (child == 0) {
    const bool right =
        Run().done() && Fake().ran == 0 && seen_.at(0).event.reason == MagickAccelerateForked;
    _exit(right ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(Dispatching, ShutdownClosesAndWarmUpReopens) {
  MakeReady();
  MagickAccelerateShutdown();
  EXPECT_EQ(1, Fake().closed);
  ASSERT_TRUE(Run().done());
  EXPECT_EQ("cpu", seen_.at(0).accelerator);
}

TEST_F(Dispatching, ManyThreadsAtOnce) {
  MakeReady();
  std::vector<std::thread> threads;
  std::atomic<int> done{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        std::vector<QuantumSample> out;
        if (Dispatch(Work(out)).done()) ++done;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(40, done);
  EXPECT_EQ(40u, seen_.size());
}

}  // namespace
}  // namespace lodestone::accel
