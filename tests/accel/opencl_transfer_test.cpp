// How pixels get to the device and back: strips, staging, buffers that stay, limits. On a device
// that works in the host's memory all of it runs by choice.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <thread>

#include "accel/opencl/call/device.hpp"
#include "tests/accel/opencl_faults.hpp"
#include "tests/accel/opencl_oracle.hpp"
#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel::opencl::testing {
namespace {

// Everything small, so that small images take many strips and pieces.
DeviceOptions Small() {
  DeviceOptions options;
  options.share = SharePolicy::kNever;
  options.strip_bytes = 4000;
  options.staged_bytes = 1;
  options.slot_bytes = 1000;
  return options;
}

class OpenClTransfers : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const DeviceFacts& facts : DiscoverDevices().devices) {
      if (facts.problem.empty()) facts_ = facts;
    }
    if (!facts_.id) GTEST_SKIP() << "no usable OpenCL device";
  }

  // Programs are compiled once for all devices of these tests.
  static void SetUpTestSuite() { directory_ = new testing_support::TemporaryCache; }
  static void TearDownTestSuite() {
    delete directory_;
    directory_ = nullptr;
  }

  std::unique_ptr<Device> Make(const DeviceOptions& options) {
    return std::make_unique<Device>(facts_, "transfer test", cache_, options);
  }

  TestWork Work(MagickAccelerateOperation operation, unsigned depth, bool alpha,
                bool vertical_first, uint32_t columns, uint32_t rows, uint32_t to_columns,
                uint32_t to_rows) {
    return {operation,
            depth,
            alpha ? MagickAccelerateWeighted : MagickAccelerateOpaque,
            vertical_first,
            FilterAxis(columns, to_columns, 2.0, random_),
            FilterAxis(rows, to_rows, 2.0, random_)};
  }

  // One call from host to host; what the oracle says must come out, and nothing beside it.
  MagickAccelerateParts Expect(Device& device, const TestWork& work, uint32_t padding = 0) {
    TestImage source(work.depth, work.horizontal.inputs, work.vertical.inputs, padding, 0);
    source.Fill(random_);
    TestImage result(work.depth, work.horizontal.outputs(), work.vertical.outputs(), padding, 0);
    MagickAccelerateParts parts{};
    device.Run(work.View(source, result), &parts);
    EXPECT_EQ(Mismatches(Oracle(work, source), result), 0u)
        << work.operation << " depth " << work.depth << " channels " << work.channels
        << " vertical first " << work.vertical_first << " strips " << parts.strips;
    EXPECT_TRUE(result.GuardsIntact());
    return parts;
  }

  static testing_support::TemporaryCache* directory_;
  ProgramCache cache_{directory_->path(), ""};
  DeviceFacts facts_;
  std::mt19937 random_{77};
};

testing_support::TemporaryCache* OpenClTransfers::directory_ = nullptr;

TEST_F(OpenClTransfers, StripsAndStaging) {
  const auto device = Make(Small());
  for (const uint32_t padding : {0u, 3u}) {
    for (const unsigned depth : {8u, 16u}) {
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

// Odd sizes through ever less memory, until it is said that nothing fits.
TEST_F(OpenClTransfers, TinyDevices) {
  for (const auto operation : {MagickAccelerateScale, MagickAccelerateResize}) {
    for (const bool vertical_first : {false, true}) {
      if (operation == MagickAccelerateScale && !vertical_first) continue;
      const TestWork work = Work(operation, 16, true, vertical_first, 53, 311, 31, 157);
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
TEST_F(OpenClTransfers, PixelwiseInStrips) {
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
    for (const unsigned depth : {8u, 16u}) {
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
      plain->Run(work.View(source, expected), &parts);
      parts = {};
      in_strips->Run(work.View(source, result), &parts);
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

TEST_F(OpenClTransfers, ManyThreads) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateResize, 16, true, false, 61, 203, 37, 119);
  TestImage source(16, 61, 203, 1, 0);
  source.Fill(random_);
  const auto expected = Oracle(work, source);
  std::vector<std::thread> threads;
  std::vector<size_t> mismatches(6, 1);
  for (size_t i = 0; i < mismatches.size(); ++i) {
    threads.emplace_back([&, i] {
      mismatches[i] = 0;
      for (int round = 0; round < 5; ++round) {
        TestImage result(16, 37, 119, static_cast<uint32_t>(i % 3), 0);
        MagickAccelerateParts parts{};
        device->Run(work.View(source, result), &parts);
        mismatches[i] += Mismatches(expected, result) + (result.GuardsIntact() ? 0 : 1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(mismatches, std::vector<size_t>(6, 0));
}

// Tables that differ in no size, and the same tables laid out for another pass order.
TEST_F(OpenClTransfers, TablesAreToldApart) {
  const auto device = Make({});
  TestWork work = Work(MagickAccelerateResize, 16, true, true, 61, 203, 37, 119);
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
    Expect(*device, Work(MagickAccelerateScale, 16, true, true, 61, 203, size, size));
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

TEST_F(OpenClTransfers, CancelledBetweenStrips) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateScale, 16, true, true, 61, 203, 37, 119);
  TestImage source(16, 61, 203, 0, 0), result(16, 37, 119, 0, 0);
  for (const unsigned at : {1u, 2u, 3u, 6u}) {
    Stop stop{0, at};
    MagickAccelerateWork view = work.View(source, result);
    view.progress = Stop::Ask;
    view.progress_context = &stop;
    MagickAccelerateParts parts{};
    try {
      device->Run(view, &parts);
      FAIL() << "done";
    } catch (const Problem& problem) {
      EXPECT_EQ(problem.reason(), MagickAccelerateCancelled);
      EXPECT_EQ(problem.outcome(), at == 1 ? MagickAccelerateDeclined : MagickAccelerateFailed);
    }
    EXPECT_EQ(stop.calls, at);
    Expect(*device, work);
  }
}

TEST_F(OpenClTransfers, PinnedMemoryOfTheHost) {
  const auto device = Make(Small());
  EXPECT_EQ(device->AcquireHostMemory(100), nullptr) << "the device is not open";
  const TestWork work = Work(MagickAccelerateResize, 16, true, true, 61, 203, 37, 119);
  TestImage source(16, 61, 203, 0, 0), result(16, 37, 119, 0, 0);
  source.Fill(random_);
  const size_t from_bytes = 61 * 203 * 8, to_bytes = 37 * 119 * 8;
  MagickAccelerateParts parts{};
  device->WarmUp(16, MagickAccelerateResize, &parts);
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
  device->Run(view, &parts);
  std::memcpy(result.View().data, to, to_bytes);
  EXPECT_EQ(Mismatches(Oracle(work, source), result), 0u);
  device->ReleaseHostMemory(from);
  device->ReleaseHostMemory(to);
  device->ReleaseHostMemory(&parts);  // not its own: nothing happens
  DeviceOptions off = Small();
  off.pinned = false;
  const auto without = Make(off);
  Expect(*without, work);
  EXPECT_EQ(without->AcquireHostMemory(100), nullptr);
}

TEST_F(OpenClTransfers, TheSecondCallTakesNoNewMemory) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateResize, 16, true, true, 61, 203, 37, 119);
  Expect(*device, work);
  const Fault none("clCreateBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, true);
  Expect(*device, work);
  EXPECT_FALSE(none.struck());
}

struct BufferOwner {
  BufferOwner(Device& device, uint64_t bytes)
      : device(device), buffer(device.CreateBuffer(bytes)) {}
  ~BufferOwner() { device.ReleaseBuffer(buffer); }
  Device& device;
  MagickAccelerateBuffer* buffer;
};

TEST_F(OpenClTransfers, AChainOnTheDevice) {
  for (const unsigned depth : {8u, 16u}) {
    const auto device = Make(Small());
    const size_t pixel_bytes = depth / 2;
    const TestWork first = Work(MagickAccelerateResize, depth, true, true, 60, 90, 41, 71);
    const TestWork second = Work(MagickAccelerateScale, depth, true, true, 41, 71, 29, 33);
    TestImage source(depth, 60, 90, 2, 0), between(depth, 41, 71, 0, 0),
        result(depth, 29, 33, 5, 0);
    source.Fill(random_);
    const BufferOwner up(*device, 60 * 90 * pixel_bytes), middle(*device, 41 * 71 * pixel_bytes),
        down(*device, 29 * 33 * pixel_bytes);

    MagickAccelerateWork work = first.View(source, between);
    work.source.buffer = up.buffer;
    work.destination.buffer = middle.buffer;
    work.destination.data = nullptr;
    MagickAccelerateParts parts{};
    device->Run(work, &parts);
    EXPECT_GE(parts.bytes_up, 60 * 90 * pixel_bytes);
    EXPECT_EQ(parts.bytes_down, 0u);

    // Once more from the copy that the first call left there.
    work.source.in_buffer = 1;
    work.source.data = nullptr;
    parts = {};
    device->Run(work, &parts);
    EXPECT_EQ(parts.bytes_up, 0u) << "the tables are there too";
    EXPECT_EQ(parts.resident, 1u);

    work = second.View(between, result);
    work.source.buffer = middle.buffer;
    work.source.in_buffer = 1;
    work.source.data = nullptr;
    work.destination.buffer = down.buffer;
    parts = {};
    device->Run(work, &parts);
    EXPECT_EQ(parts.bytes_down, 29 * 33 * pixel_bytes);

    MagickAcceleratePixels pixels = between.View();
    pixels.buffer = middle.buffer;
    parts = {};
    device->ReadBuffer(pixels, &parts);
    EXPECT_EQ(parts.bytes_down, 41 * 71 * pixel_bytes);
    EXPECT_EQ(Mismatches(Oracle(first, source), between), 0u);
    EXPECT_EQ(Mismatches(Oracle(second, between), result), 0u);
    TestImage again(depth, 29, 33, 0, 0);
    pixels = again.View();
    pixels.buffer = down.buffer;
    device->ReadBuffer(pixels, &parts);
    EXPECT_EQ(Mismatches(Oracle(second, between), again), 0u);
    EXPECT_TRUE(result.GuardsIntact() && between.GuardsIntact() && again.GuardsIntact());
  }
}

TEST_F(OpenClTransfers, BuffersAreChecked) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateScale, 16, false, true, 20, 20, 10, 10);
  TestImage source(16, 20, 20, 0, 0), result(16, 10, 10, 0, 0);
  const BufferOwner small(*device, 16), empty(*device, 20 * 20 * 8);
  const auto reason = [&](const MagickAccelerateWork& wrong) {
    MagickAccelerateParts parts{};
    try {
      device->Run(wrong, &parts);
    } catch (const Problem& problem) {
      EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
      return problem.reason();
    }
    return MagickAccelerateNoReason;
  };
  MagickAccelerateWork wrong = work.View(source, result);
  wrong.source.buffer = empty.buffer;
  wrong.source.in_buffer = 1;
  EXPECT_EQ(reason(wrong), MagickAccelerateUnsupported) << "it holds nothing";
  wrong = work.View(source, result);
  wrong.destination.buffer = small.buffer;
  EXPECT_EQ(reason(wrong), MagickAccelerateUnsupported);
  MagickAcceleratePixels pixels = source.View();
  pixels.buffer = empty.buffer;
  MagickAccelerateParts parts{};
  EXPECT_THROW(device->ReadBuffer(pixels, &parts), Problem);
}

TEST_F(OpenClTransfers, NoBuffersWhereTheHostsMemoryIsTheDevices) {
  if (!facts_.unified_memory) GTEST_SKIP() << "the device has memory of its own";
  const auto device = Make({});
  try {
    device->CreateBuffer(100);
    FAIL() << "created";
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
    EXPECT_EQ(problem.reason(), MagickAccelerateUnsupported);
  }
}

TEST_F(OpenClTransfers, BuffersStayWithinTheLimit) {
  DeviceOptions options = Small();
  options.memory_limit_bytes = 100000;
  const auto device = Make(options);
  const auto one = std::make_unique<BufferOwner>(*device, 70000);
  try {
    device->CreateBuffer(40000);
    FAIL() << "created";
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
    EXPECT_EQ(problem.reason(), MagickAccelerateDeviceMemory);
  }
  EXPECT_THROW(device->CreateBuffer(100001), Problem);
  // What is left is enough for strips.
  EXPECT_GT(Expect(*device, Work(MagickAccelerateScale, 16, true, true, 53, 200, 53, 200)).strips,
            2u);
}

}  // namespace
}  // namespace lodestone::accel::opencl::testing
