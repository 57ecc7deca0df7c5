// Transfers of pixels to and from the device: strips, staging, limits. On a device that shares the
// host's memory all of it is forced by options.
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "tests/gpu/transfers.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

TEST_F(GpuTransfers, StripsAndStaging) {
  const auto device = Make(Small());
  for (const uint32_t padding : {0u, 3u}) {
    for (const unsigned depth : Depths()) {
      for (const bool alpha : {false, true}) {
        for (const bool vertical_first : {false, true}) {
          const auto parts = Expect(
              *device, Work(MagickAccelerateResize, depth, alpha, vertical_first, 61, 203, 37, 119),
              padding);
          EXPECT_GT(parts.strips, 5u);
          EXPECT_GT(parts.bytes_up, 61u * 203 * depth / 2);
          EXPECT_EQ(parts.bytes_down, 37u * 119 * depth / 2);
          EXPECT_EQ(parts.resident, 0u);
        }
        Expect(*device, Work(MagickAccelerateScale, depth, alpha, true, 37, 119, 61, 203), padding);
      }
    }
  }
}

// Odd sizes with less and less memory, until the device declines.
TEST_F(GpuTransfers, TinyDevices) {
  for (const auto operation : {MagickAccelerateScale, MagickAccelerateResize}) {
    for (const bool vertical_first : {false, true}) {
      if (operation == MagickAccelerateScale && !vertical_first) continue;
      const TestWork work = Work(operation, kDepth, true, vertical_first, 53, 311, 31, 157);
      uint32_t most = 0;
      for (uint64_t limit = 400000; limit > 1000; limit = limit / 4 * 3) {
        DeviceOptions options = Small();
        options.memory_limit_bytes = limit;
        options.strip_bytes = UINT64_MAX;
        options.band_bytes = 1;
        const auto device = Make(options);
        try {
          most = std::max(most, Expect(*device, work).strips);
        } catch (const Problem& problem) {
          EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
          EXPECT_TRUE(problem.reason() == MagickAccelerateTooLarge ||
                      problem.reason() == MagickAccelerateDeviceMemory)
              << problem.detail();
          EXPECT_LT(limit, 60000u) << problem.detail();
        }
      }
      EXPECT_GT(most, 20u);
    }
  }
}

// Operations without filters, against the same kernels over whole images.
TEST_F(GpuTransfers, PixelwiseInStrips) {
  struct Shape {
    MagickAccelerateOperation operation;
    uint32_t columns, rows, to_columns, to_rows;
  };
  const Shape shapes[] = {{MagickAccelerateSample, 61, 103, 37, 211},
                          {MagickAccelerateSample, 61, 211, 37, 51},
                          {MagickAccelerateMinify, 61, 203, 30, 101},
                          {MagickAccelerateMinify, 60, 202, 30, 101},
                          {MagickAccelerateMagnify, 31, 97, 62, 194}};
  DeviceOptions tiny = Small();
  tiny.memory_limit_bytes = 25000;
  const auto plain = Make({}), in_strips = Make(tiny);
  for (const Shape& shape : shapes) {
    for (const unsigned depth : Depths()) {
      const TestWork work{shape.operation,
                          depth,
                          MagickAccelerateOpaque,
                          true,
                          FilterAxis(shape.columns, shape.to_columns, 0.5, random_),
                          FilterAxis(shape.rows, shape.to_rows, 0.5, random_)};
      TestImage source(depth, shape.columns, shape.rows, 0, 0);
      source.Fill(random_);
      TestImage expected(depth, shape.to_columns, shape.to_rows, 0, 0);
      TestImage result(depth, shape.to_columns, shape.to_rows, 3, 0);
      MagickAccelerateParts parts{};
      PlanAndRun(*plain, work.View(source, expected), &parts);
      parts = {};
      PlanAndRun(*in_strips, work.View(source, result), &parts);
      EXPECT_GT(parts.strips, 4u);
      EXPECT_TRUE(result.GuardsIntact());
      size_t mismatches = 0;
      for (uint32_t y = 0; y < shape.to_rows; ++y) {
        for (uint32_t x = 0; x < shape.to_columns; ++x) {
          for (unsigned channel = 0; channel < 4; ++channel) {
            mismatches += expected.Sample(x, y, channel) != result.Sample(x, y, channel);
          }
        }
      }
      EXPECT_EQ(mismatches, 0u) << shape.operation << " depth " << depth;
    }
  }
}

TEST_F(GpuTransfers, ManyThreads) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateResize, kDepth, true, false, 61, 203, 37, 119);
  TestImage source(kDepth, 61, 203, 1, 0);
  source.Fill(random_);
  const auto expected = Oracle(work, source);
  std::vector<std::thread> threads;
  std::vector<size_t> mismatches(6, 1);
  for (size_t i = 0; i < mismatches.size(); ++i) {
    threads.emplace_back([&, i] {
      mismatches[i] = 0;
      for (int round = 0; round < 5; ++round) {
        TestImage result(kDepth, 37, 119, static_cast<uint32_t>(i % 3), 0);
        MagickAccelerateParts parts{};
        PlanAndRun(*device, work.View(source, result), &parts);
        mismatches[i] += Mismatches(expected, result) + (result.GuardsIntact() ? 0 : 1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(mismatches, std::vector<size_t>(6, 0));
}

// Calls without it would be slow, and slow down the others.
TEST_F(GpuTransfers, CallsWaitForStagingMemory) {
  constexpr int kThreads = 12;
  const ContextOwner context = OpenContext(facts_);
  Workers workers;
  StagingRings rings;
  std::atomic<int> without{0}, holding{0}, most{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 30; ++round) {
        const auto ring = rings.Take(*context, 2, 4096, workers);
        if (!ring) ++without;
        for (int now = ++holding, seen = most;
             seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::yield();
        --holding;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(0, without);
  EXPECT_LT(most, kThreads) << "each has its own";
}

// Tables of equal sizes, and the same tables arranged for another pass order.
TEST_F(GpuTransfers, TablesAreToldApart) {
  const auto device = Make({});
  TestWork work = Work(MagickAccelerateResize, kDepth, true, true, 61, 203, 37, 119);
  EXPECT_GT(Expect(*device, work).bytes_up, 0u);
  for (TestAxis* axis : {&work.horizontal, &work.vertical}) {
    const TestWork before = work;
    std::swap(axis->weights.front(), axis->weights[1]);
    EXPECT_GT(Expect(*device, work).bytes_up, 0u);
    EXPECT_EQ(Expect(*device, before).bytes_up, Expect(*device, work).bytes_up);
  }
  work.vertical_first = false;
  Expect(*device, work);
  for (uint32_t size = 20; size < 40; ++size) {
    Expect(*device, Work(MagickAccelerateScale, kDepth, true, true, 61, 203, size, size));
  }
  Expect(*device, work);
}

struct Stop {
  unsigned calls = 0, at = 0;
  static int Ask(void* context, uint64_t, uint64_t) {
    auto* stop = static_cast<Stop*>(context);
    return ++stop->calls < stop->at;
  }
};

TEST_F(GpuTransfers, CancelledBetweenStrips) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateScale, kDepth, true, true, 61, 203, 37, 119);
  TestImage source(kDepth, 61, 203, 0, 0), result(kDepth, 37, 119, 0, 0);
  for (const unsigned at : {1u, 2u, 3u, 6u}) {
    Stop stop{0, at};
    MagickAccelerateWork view = work.View(source, result);
    view.progress = Stop::Ask;
    view.progress_context = &stop;
    MagickAccelerateParts parts{};
    try {
      PlanAndRun(*device, view, &parts);
      FAIL() << "done";
    } catch (const Problem& problem) {
      EXPECT_EQ(problem.reason(), MagickAccelerateCancelled);
      EXPECT_EQ(problem.outcome(), at == 1 ? MagickAccelerateDeclined : MagickAccelerateFailed);
    }
    EXPECT_EQ(stop.calls, at);
    Expect(*device, work);
  }
}

TEST_F(GpuTransfers, PinnedMemoryOfTheHost) {
  const auto device = Make(Small());
  EXPECT_EQ(device->AcquireHostMemory(100), nullptr) << "the device is not open";
  const TestWork work = Work(MagickAccelerateResize, kDepth, true, true, 61, 203, 37, 119);
  TestImage source(kDepth, 61, 203, 0, 0), result(kDepth, 37, 119, 0, 0);
  source.Fill(random_);
  const size_t from_bytes = 61 * 203 * kPixelBytes, to_bytes = 37 * 119 * kPixelBytes;
  MagickAccelerateParts parts{};
  device->WarmUp(kDepth, MagickAccelerateResize, &parts);
  void* const from = device->AcquireHostMemory(from_bytes);
  void* const to = device->AcquireHostMemory(to_bytes);
  ASSERT_TRUE(from && to && from != to);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(from) % 4096, 0u);
  EXPECT_EQ(device->AcquireHostMemory(UINT64_MAX), nullptr);
  std::memcpy(from, source.View().data, from_bytes);
  MagickAccelerateWork view = work.View(source, result);
  view.source.data = from;
  view.destination.data = to;
  view.source.pinned = view.destination.pinned = 1;
  PlanAndRun(*device, view, &parts);
  std::memcpy(result.View().data, to, to_bytes);
  EXPECT_EQ(Mismatches(Oracle(work, source), result), 0u);
  device->ReleaseHostMemory(from);
  device->ReleaseHostMemory(to);
  device->ReleaseHostMemory(&parts);  // not its own: no effect
  DeviceOptions off = Small();
  off.pinned = false;
  const auto without = Make(off);
  Expect(*without, work);
  EXPECT_EQ(without->AcquireHostMemory(100), nullptr);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
