// How the CPU splits work into bands.
#include "accel/cpu/bands.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>

#include "base/thread_pool.hpp"
#include "accel/operation_table.hpp"
#include "accel/trials/trial_work.hpp"

namespace lodestone::accel {
namespace {

class Bands : public testing::Test {
 protected:
  void TearDown() override { SetThreadLimit(0); }
};

// However far they reach: rows that neighbouring bands both compute cost less than idle threads.
TEST_F(Bands, EveryThreadHasOne) {
  constexpr unsigned kThreads = 4;
  constexpr std::uint32_t kColumns = 2048, kRows = 512;
  SetThreadLimit(kThreads);
  for (const OperationTraits& info : Operations()) {
    if (info.family == Family::kDecode || info.family == Family::kEncode) continue;  // own ways
    for (const std::uint32_t order : {3u, 201u, 999u}) {
      TrialNeighborhood far;
      far.order = order;
      const TrialWork trial(info.operation, {kColumns, kRows, kColumns, kRows},
                            MagickAccelerateOpaque, far);
      const std::size_t result_rows = trial.work().destination.rows;
      EXPECT_LE(CpuBandRows(trial.work()), result_rows / kThreads) << info.name << " " << order;
    }
  }
}

int StopAtOnce(void* calls, uint64_t, uint64_t) {
  ++*static_cast<std::atomic<int>*>(calls);
  return 0;
}

// A call with a wide window can be cancelled long before the band is done.
TEST_F(Bands, WideWindowsAreStoppedSoon) {
  TrialNeighborhood far;
  far.order = 201;
  for (const MagickAccelerateOperation operation :
       {MagickAccelerateConvolve, MagickAccelerateMotionBlur, MagickAccelerateMedian}) {
    const TrialWork trial(operation, {8, 400, 8, 400}, MagickAccelerateOpaque, far);
    TrialPixels pixels(trial.samples(), kernels::QuantumSample{0x5a});
    MagickAccelerateWork work = trial.Into(pixels);
    std::atomic<int> calls{0};
    work.progress = StopAtOnce;
    work.progress_context = &calls;
    CpuProgress progress({&work, 1});
    EXPECT_TRUE(BandOf(work)(0, 400, progress));
    EXPECT_TRUE(progress.cancelled());
    EXPECT_EQ(1, calls.load());
    // Opaque results have an opacity of 0: this row was not reached.
    EXPECT_EQ(0x5a, pixels[pixels.size() / 4 + 3]) << GetOperation(operation).name;
  }
}

}  // namespace
}  // namespace lodestone::accel
