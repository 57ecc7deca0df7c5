// The CPU: the combined result of its bands, whatever their number.
#include "accel/cpu/cpu_accelerator.hpp"

#include <gtest/gtest.h>

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include <optional>

#include "base/thread_pool.hpp"
#include "accel/operation_table.hpp"
#include "accel/trials/trial_work.hpp"
#include "tests/kernels/every_target.hpp"
#include "tests/support/neighborhood_oracle.hpp"

namespace lodestone::accel {
namespace {

oracle::RawImage RawImageOf(const MagickAcceleratePixels& pixels,
                            MagickAccelerateChannels channels) {
  const auto* samples = static_cast<const kernels::QuantumSample*>(pixels.data);
  const std::size_t count = std::size_t{pixels.columns} * pixels.rows * SamplesOf(channels);
  return {pixels.columns, pixels.rows, SamplesOf(channels), {samples, samples + count}};
}

TrialPixels Computed(MagickAccelerateWork work, const TrialWork& trial) {
  TrialPixels result(trial.samples(), kernels::QuantumSample{0x5a});
  work.destination = trial.Into(result).destination;
  EXPECT_TRUE(Cpu().Run(work).done());
  return result;
}

// With a finish, the result is that without one, finished sample by sample.
void ExpectFinished(const TrialWork& trial) {
  MagickAccelerateWork plain = trial.work();
  plain.finish = {};
  TrialPixels unfinished = Computed(plain, trial);
  const oracle::RawImage rounded = RawImageOf(trial.Into(unfinished).destination, plain.channels);
  const MagickAccelerateFinish& finish = trial.work().finish;
  ASSERT_TRUE(finish.keep != 0 || finish.sharpen != 0);
  const oracle::RawImage expected =
      oracle::Finished(RawImageOf(plain.source, plain.channels), rounded,
                       {finish.keep, finish.sharpen, finish.amount, finish.threshold},
                       plain.channels == MagickAccelerateOpaque);
  const TrialPixels result = Computed(trial.work(), trial);
  ASSERT_EQ(expected.values.size(), result.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    ASSERT_EQ(expected.values[i], long{result[i]})
        << GetOperation(plain.operation).name << " " << ChannelsName(plain.channels) << " sample "
        << i;
}

TEST(CpuPath, FinishesEveryOperationThatCanHaveOne) {
  for (const OperationTraits& info : Operations()) {
    if (!MayFinish(info.operation)) continue;
    for (const MagickAccelerateChannels channels : ChannelsTaken(info)) {
      ExpectFinished(TrialWork(info.operation, {131, 77, 131, 77}, channels,
                               {5, kernels::Border::kMirror, true}));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Results of 16 MiB would be written with non-temporal stores if they were not read at once.
TEST(CpuPath, FinishesLargeResults) {
  ExpectFinished(TrialWork(MagickAccelerateUnsharp, {2311, 1899, 2311, 1899},
                           MagickAccelerateOpaque, {5, kernels::Border::kEdge, true}));
}

TEST(CpuPath, TheNumberOfThreadsChangesNothing) {
  for (const OperationTraits& info : Operations()) {
    const TrialWork trial(info.operation, {700, 911, 300, 800}, MagickAccelerateOpaque,
                          {5, kernels::Border::kReflect101, true});
    SetThreadLimit(1);
    const TrialPixels alone = Computed(trial.work(), trial);
    for (const unsigned threads : {2u, 3u, 7u}) {
      SetThreadLimit(threads);
      EXPECT_EQ(alone, Computed(trial.work(), trial)) << info.name << " with " << threads;
    }
  }
  SetThreadLimit(0);
}

// Nobody else is to decode it then.
TEST(CpuPath, DecodingThatIsCancelledIsNotRefused) {
  const TrialWork trial(MagickAccelerateDecode, {64, 64, 64, 64}, MagickAccelerateOpaque, {});
  TrialPixels pixels(trial.samples());
  MagickAccelerateWork work = trial.Into(pixels);
  work.progress = [](void*, uint64_t, uint64_t) { return 0; };
  const Attempt attempt = Cpu().Run(work);
  EXPECT_EQ(MagickAccelerateFailed, attempt.outcome);
  EXPECT_EQ(MagickAccelerateCancelled, attempt.parts.reason) << attempt.parts.detail;
}

#if defined(__x86_64__) && defined(__OPTIMIZE__)
// Whether the upper halves of vector registers are in use, which makes SSE code slow; empty on CPUs
// that do not tell.
std::optional<bool> UpperHalvesAreInUse() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kStates = 0xd, kTellsUse = 1 << 2, kUpperHalves = 1 << 2;
  if (!__get_cpuid_count(kStates, 1, &a, &b, &c, &d) || (a & kTellsUse) == 0) return std::nullopt;
  asm volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
  return (a & kUpperHalves) != 0;
}

// Callers' code for SSE would run at a fraction of its speed after a call.
TEST(CpuPath, LeavesVectorRegistersAsSseCodeWantsThem) {
  if (!UpperHalvesAreInUse()) GTEST_SKIP() << "this CPU does not tell";
  SetThreadLimit(1);
  for (const OperationTraits& info : Operations())
    for (const MagickAccelerateChannels channels : ChannelsTaken(info))
      for (const TrialShape& shape :
           {TrialShape{70, 91, 35, 44}, {131, 77, 131, 77}, {400, 40, 100, 10}}) {
        const TrialWork trial(info.operation, shape, channels,
                              {5, kernels::Border::kReflect101, true});
        TrialPixels result(trial.samples());
        const MagickAccelerateWork work = trial.Into(result);
        test::OnEveryTarget([&] {
          ASSERT_TRUE(Cpu().Run(work).done());
          EXPECT_FALSE(*UpperHalvesAreInUse()) << info.name << " " << ChannelsName(channels);
        });
      }
  SetThreadLimit(0);
}
#endif

}  // namespace
}  // namespace lodestone::accel
