// What goes on between a call and a driver: orders, strips, memory and faults, on one that fails
// where it is told and runs commands as late as it may.
#include <cstring>
#include <memory>

#include "tests/gpu/dummy_driver.hpp"
#include "tests/gpu/transfers.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

class GpuDummy : public GpuTransfers {
 protected:
  void SetUp() override {
    Dummy::Reset();
    GpuTransfers::SetUp();
  }
  // Other tests follow.
  void TearDown() override { Dummy::Reset(); }

  // With another kind of device from now on.
  std::unique_ptr<Device> MakeAgain(const DeviceOptions& options) {
    facts_ = DiscoverDevices().devices.front();
    return Make(options);
  }
  TestWork Halving() { return Work(MagickAccelerateResize, kDepth, true, true, 61, 203, 31, 101); }

  // How the work ends.
  std::unique_ptr<Problem> ProblemOf(Device& device, const TestWork& work) {
    TestImage source(work.depth, work.horizontal.inputs, work.vertical.inputs, 0, 0);
    source.Fill(random_);
    TestImage result(work.depth, work.horizontal.outputs(), work.vertical.outputs(), 0, 0);
    MagickAccelerateParts parts{};
    try {
      PlanAndRun(device, work.View(source, result), &parts);
    } catch (const Problem& problem) {
      return std::make_unique<Problem>(problem);
    }
    return nullptr;
  }
};

TEST_F(GpuDummy, StripsOverlapInThreeQueues) {
  const auto device = Make(Small());
  const auto parts = Expect(*device, Halving());
  EXPECT_GT(parts.strips, 5u);
  EXPECT_EQ(Dummy::CallsOf("MakeQueue"), 3u);
  EXPECT_EQ(Dummy::CallsOf("Run"), parts.strips);
  EXPECT_GT(Dummy::CallsOf("Upload"), parts.strips) << "pieces, and the tables";
  EXPECT_EQ(Dummy::CallsOf("Compile"), 1u);
  Expect(*device, Halving());
  EXPECT_EQ(Dummy::CallsOf("MakeQueue"), 3u) << "the queues are used again";
  EXPECT_EQ(Dummy::CallsOf("Compile"), 1u);
}

TEST_F(GpuDummy, TimesAreMeasuredOnlyIfTheyAreWanted) {
  const auto device = Make(Small());
  for (const bool timed : {false, true, false}) {
    const auto parts = Expect(*device, Halving(), 0, timed);
    for (const uint64_t ns : {parts.upload_ns, parts.kernel_ns, parts.download_ns})
      EXPECT_EQ(ns > 0, timed);
  }
  EXPECT_EQ(Dummy::CallsOf("MakeQueue"), 6u) << "three of either kind";
}

TEST_F(GpuDummy, TheSecondCallTakesNoNewMemory) {
  const auto device = Make(Small());
  const TestWork work = Halving();
  Expect(*device, work);
  const size_t allocations = Dummy::CallsOf("Allocate"), pins = Dummy::CallsOf("Pin");
  EXPECT_GT(allocations, 0u);
  EXPECT_GT(pins, 0u);
  Expect(*device, work);
  EXPECT_EQ(Dummy::CallsOf("Allocate"), allocations);
  EXPECT_EQ(Dummy::CallsOf("Pin"), pins);
}

// Of a newer host: nothing is opened for it.
TEST_F(GpuDummy, WarmingUpAnUnknownOperationDoesNothing) {
  const auto device = Make(Small());
  MagickAccelerateParts parts{};
  device->WarmUp(kDepth, UINT32_MAX, &parts);
  EXPECT_EQ(Dummy::CallsOf("OpenContext"), 0u);
  EXPECT_EQ(Dummy::CallsOf("Pin"), 0u);
  Expect(*device, Halving());
}

TEST_F(GpuDummy, SharedMemoryIsNotCopied) {
  Dummy::unified_memory = true;
  const auto device = MakeAgain({});
  // Rows and images that begin where drivers do not need to copy: 4096 bytes.
  constexpr uint32_t kColumns = 1024, kRows = 24;
  const TestWork work =
      Work(MagickAccelerateScale, kDepth, true, true, kColumns, kRows, kColumns, 12);
  TestImage source(kDepth, kColumns, kRows, 0, 0), result(kDepth, kColumns, 12, 0, 0);
  source.Fill(random_);
  struct Aligned {
    alignas(4096) unsigned char bytes[kColumns * kRows * kPixelBytes];
  };
  const auto from = std::make_unique<Aligned>(), to = std::make_unique<Aligned>();
  const size_t from_bytes = sizeof(from->bytes), to_bytes = from_bytes / 2;
  std::memcpy(from->bytes, source.View().data, from_bytes);
  MagickAccelerateWork view = work.View(source, result);
  view.source.data = from->bytes;
  view.destination.data = to->bytes;
  view.source.stride_bytes = view.destination.stride_bytes = kColumns * kPixelBytes;
  MagickAccelerateParts parts{};
  PlanAndRun(*device, view, &parts);
  EXPECT_EQ(Dummy::CallsOf("Share"), 2u);
  EXPECT_EQ(Dummy::CallsOf("Download"), 0u);
  EXPECT_EQ(Dummy::CallsOf("Upload"), 1u) << "the tables";
  EXPECT_EQ(Dummy::CallsOf("Synchronize"), 1u);
  std::memcpy(result.View().data, to->bytes, to_bytes);
  EXPECT_EQ(Mismatches(Oracle(work, source), result), 0u);
}

TEST_F(GpuDummy, NoBuffersWhereTheHostsMemoryIsTheDevices) {
  Dummy::unified_memory = true;
  const auto device = MakeAgain({});
  try {
    device->CreateBuffer(100);
    FAIL() << "created";
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
    EXPECT_EQ(problem.reason(), MagickAccelerateUnsupported);
  }
}

// What is kept for later calls gives way, and then the strips become smaller.
TEST_F(GpuDummy, MemoryThatIsShort) {
  const auto device = Make(Small());
  const TestWork work = Halving();
  Expect(*device, work);
  const uint64_t kept = Dummy::LiveBytes();
  EXPECT_GT(kept, 0u);
  Dummy::memory_bytes = kept + 1000;
  Expect(*device, Work(MagickAccelerateScale, kDepth, true, true, 300, 120, 300, 60));
  Dummy::memory_bytes = Dummy::LiveBytes() / 2;
  Expect(*device, work);
  Dummy::memory_bytes = 2000;
  const auto problem = ProblemOf(*device, work);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->outcome(), MagickAccelerateDeclined);
  EXPECT_EQ(problem->reason(), MagickAccelerateDeviceMemory);
  Dummy::memory_bytes = Dummy::kMemoryBytes;
  Expect(*device, work);
}

// Wherever a call ends, it ends as the driver said, nothing of it stays in use, and the next one
// is right.
TEST_F(GpuDummy, EveryFunctionMayFail) {
  const Problem broken(MagickAccelerateFailed, MagickAccelerateDeviceError, "broken");
  for (const char* call :
       {"OpenContext", "Compile", "MakeQueue", "MakeKernel", "Allocate", "Part", "Set", "SetLocal",
        "Upload", "Run", "Download", "WaitFor", "Flush", "execution"}) {
    SCOPED_TRACE(call);
    unsigned failures = 0;
    for (unsigned nth = 1; nth <= 40; ++nth) {
      SCOPED_TRACE(nth);
      ProgramCache nowhere("", "");
      const auto device = std::make_unique<Device>(facts_, "faults", nowhere, Small());
      const TestWork work = Work(MagickAccelerateResize, kDepth, true, true, 31, 90, 17, 45);
      Dummy::FailAt(call, nth, broken);
      const auto problem = ProblemOf(*device, work);
      if (!problem) break;
      ++failures;
      EXPECT_EQ(problem->detail(), "broken");
      EXPECT_EQ(problem->reason(), MagickAccelerateDeviceError);
      Expect(*device, work);
    }
    EXPECT_GT(failures, 0u);
    Dummy::Reset();
  }
  EXPECT_EQ(Dummy::LiveBytes(), 0u);
}

// Transfers do without what cannot be pinned.
TEST_F(GpuDummy, PinningMayFail) {
  Dummy::FailAt("Pin", 1, {MagickAccelerateDeclined, MagickAccelerateHostMemory, "none"}, true);
  Expect(*Make(Small()), Halving());
  EXPECT_GT(Dummy::CallsOf("Pin"), 0u);
}

// Smaller strips are tried before the work is declined, and what the call had is given back.
TEST_F(GpuDummy, AllocationsMayFail) {
  const Problem none(MagickAccelerateDeclined, MagickAccelerateDeviceMemory, "none left");
  const TestWork work = Halving();
  unsigned declined = 0;
  for (unsigned nth = 1; nth < 12; ++nth) {
    SCOPED_TRACE(nth);
    const auto device = Make(Small());
    Dummy::FailAt("Allocate", nth, none);
    // The first is for the tables, of which there are no smaller ones.
    EXPECT_EQ(ProblemOf(*device, work) != nullptr, nth == 1);
    Expect(*device, work);
    Dummy::Reset();
    Dummy::FailAt("Allocate", nth, none, true);
    if (const auto problem = ProblemOf(*Make(Small()), work)) {
      EXPECT_EQ(problem->detail(), "none left");
      ++declined;
    }
    Dummy::Reset();
  }
  EXPECT_GT(declined, 1u);
  EXPECT_EQ(Dummy::LiveBytes(), 0u);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
