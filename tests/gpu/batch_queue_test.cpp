// In which order calls become batches, on a kind of batches that takes memory and computes nothing.
#include "accel/gpu/call/batch_queue.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/gpu/dummy_driver.hpp"
#include "tests/gpu/transfers.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

// Calls are known by their bytes, which their works have as columns.
constexpr uint32_t kHeld = 300;

// What batches of the test have done. One of the call kHeld ends only when it is released.
struct Batches {
  std::mutex mutex;
  std::condition_variable changed;
  bool released = false;
  std::vector<std::vector<uint32_t>> begun;
};

class GpuBatchQueue : public GpuTransfers {
 protected:
  void SetUp() override {
    GpuTransfers::SetUp();
    facts_.usable_bytes = 1000;
    batches_ = std::make_unique<Batches>();
  }
  void TearDown() override { Dummy::Reset(); }

  // Makes the calls one after another, the first of which is held until the last has either begun
  // or joined those that wait. Returns the batches, in the order in which they began.
  std::vector<std::vector<uint32_t>> Run(size_t most_batches, const std::vector<uint32_t>& calls) {
    const BatchKind kind = {nullptr, CallOf, RunBatch, most_batches};
    DeviceMemory memory(facts_, 0);
    TableCache tables(0);
    BatchQueue queue(kind, memory, tables);
    const ContextOwner context = OpenContext(facts_);
    LanePool lanes;
    HostRanges ranges;
    const DeviceShare share{*context, facts_, lanes, ranges, memory};
    const ProgramOwner program = context->Compile("", "");
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < calls.size(); ++i) {
      threads.emplace_back([&, columns = calls[i]] {
        MagickAccelerateWork work{};
        work.operation = MagickAccelerateScale;
        work.source.columns = columns;
        MagickAccelerateParts parts{};
        EXPECT_TRUE(queue.Run(share, nullptr, {work, *program, KernelPlan(), 0, &parts}));
      });
      while (Begun() + queue.Waiting() <= i) std::this_thread::yield();
    }
    {
      const std::lock_guard lock(batches_->mutex);
      batches_->released = true;
    }
    batches_->changed.notify_all();
    threads.clear();
    return batches_->begun;
  }

 private:
  static std::unique_ptr<BatchCall> CallOf(const BatchWork& work) {
    return std::make_unique<BatchCall>(work, work.work.source.columns);
  }
  static void RunBatch(Session& session, Staging*, std::span<BatchCall* const> calls,
                       MagickAccelerateParts* parts) {
    std::vector<uint32_t> all;
    uint64_t bytes = 0;
    for (const BatchCall* call : calls) {
      all.push_back(call->work.source.columns);
      bytes += call->device_bytes;
    }
    const DeviceMemory::Block memory = session.Take(bytes);
    std::unique_lock lock(batches_->mutex);
    batches_->begun.push_back(all);
    if (all.front() == kHeld) batches_->changed.wait(lock, [] { return batches_->released; });
    session.Finish(parts);
  }
  static size_t Begun() {
    const std::lock_guard lock(batches_->mutex);
    size_t calls = 0;
    for (const auto& batch : batches_->begun) calls += batch.size();
    return calls;
  }

  static inline std::unique_ptr<Batches> batches_;
};

using Order = std::vector<std::vector<uint32_t>>;

TEST_F(GpuBatchQueue, WhatFitsBesideABatchRunsBesideIt) {
  EXPECT_EQ(Run(2, {kHeld, 400}), (Order{{kHeld}, {400}}));
}

// Else a large call would wait for as long as small ones come.
TEST_F(GpuBatchQueue, NoneOvertakesACallThatWaitsForMemory) {
  EXPECT_EQ(Run(2, {kHeld, 800, 100, 150, 200}), (Order{{kHeld}, {800, 100}, {150, 200}}));
}

// The large one leads the next.
TEST_F(GpuBatchQueue, ABatchTakesLaterCallsThatFit) {
  EXPECT_EQ(Run(1, {kHeld, 500, 800, 400, 300, 100}),
            (Order{{kHeld}, {500, 400, 100}, {800}, {300}}));
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
