// Several works in one pass over their source: its order, and that no row is left out.
#include "accel/cpu/shared_pass.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <numeric>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/operation_table.hpp"
#include "accel/trials/trial_work.hpp"

namespace lodestone::accel {
namespace {

constexpr TrialShape kShapes[] = {
    {300, 500, 100, 166}, {300, 500, 20, 30}, {300, 500, 300, 1000}, {300, 500, 7, 1}};

// Works of one operation, some of them of different sizes.
class Works {
 public:
  explicit Works(MagickAccelerateOperation operation) {
    for (const TrialShape& shape : kShapes) {
      trials_.emplace_back(operation, shape, MagickAccelerateOpaque);
      pixels_.emplace_back(trials_.back().samples(), kernels::QuantumSample{0x5a});
      works_.push_back(trials_.back().Into(pixels_.back()));
    }
  }

  const std::vector<MagickAccelerateWork>& get() const { return works_; }

  void ExpectPixels() {
    for (std::size_t i = 0; i < works_.size(); ++i) {
      TrialPixels alone(trials_[i].samples());
      ASSERT_TRUE(Cpu().Run(trials_[i].Into(alone)).done());
      for (TrialPixels* pixels : {&alone, &pixels_[i]}) pixels->resize(trials_[i].written());
      EXPECT_EQ(alone, pixels_[i]) << "work " << i;
    }
  }

 private:
  std::deque<TrialWork> trials_;
  std::deque<TrialPixels> pixels_;
  std::vector<MagickAccelerateWork> works_;
};

TEST(SharedPass, HasEveryRowOfEveryWorkOnce) {
  for (const OperationTraits& operation : Operations()) {
    const Works works(operation.operation);
    std::vector<std::size_t> next(works.get().size(), 0);
    for (const PassTask& task : OrderPass(works.get())) {
      EXPECT_EQ(next.at(task.work), task.begin) << operation.name;
      EXPECT_GT(task.end, task.begin);
      next[task.work] = task.end;
    }
    for (std::size_t i = 0; i < next.size(); ++i)
      EXPECT_EQ(works.get()[i].destination.rows, next[i]) << operation.name;
  }
}

// What is computed one after the other reads rows that are near each other.
TEST(SharedPass, GoesThroughTheSourceOnce) {
  const Works works(MagickAccelerateResize);
  const std::vector<PassTask> tasks = OrderPass(works.get());
  double before = 0;
  std::size_t changes = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const double at = double(tasks[i].end) / works.get()[tasks[i].work].destination.rows;
    EXPECT_GE(at, before);
    before = at;
    if (i > 0 && tasks[i].work != tasks[i - 1].work) ++changes;
  }
  EXPECT_GT(changes, works.get().size()) << "one work after the other";
}

TEST(SharedPass, ComputesWhatEachComputesAlone) {
  for (const OperationTraits& operation : Operations()) {
    Works works(operation.operation);
    std::vector<double> shares;
    ASSERT_TRUE(Cpu().RunTogether(works.get(), shares).done()) << operation.name;
    works.ExpectPixels();
    ASSERT_EQ(works.get().size(), shares.size());
    EXPECT_NEAR(1.0, std::accumulate(shares.begin(), shares.end(), 0.0), 1e-9);
    for (const double share : shares) EXPECT_GT(share, 0);
  }
}

TEST(SharedPass, DeclinesWhatItCannotCompute) {
  Works works(MagickAccelerateResize);
  std::vector<MagickAccelerateWork> changed = works.get();
  changed.back().operation = static_cast<MagickAccelerateOperation>(kOperationCount + 1);
  std::vector<double> shares;
  EXPECT_EQ(MagickAccelerateUnsupported, Cpu().RunTogether(changed, shares).parts.reason);
}

}  // namespace
}  // namespace lodestone::accel
