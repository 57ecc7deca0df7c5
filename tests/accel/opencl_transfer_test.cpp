// How pixels get to the device and back: strips, staging, buffers that stay, limits. On a device
// that works in the host's memory all of it runs by choice.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <thread>

#include "accel/opencl/device.hpp"
#include "accel/opencl/operation_kernels.hpp"
#include "tests/accel/opencl_oracle.hpp"

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

  std::unique_ptr<Device> Make(const DeviceOptions& options) {
    static auto& cache = *new ProgramCache(
        ::testing::TempDir(), "");  // compiled once for all devices of this test program
    return std::make_unique<Device>(facts_, "transfer test", cache, options);
  }

  TestWork Work(MagickAccelerateOperation operation, unsigned depth, bool alpha,
                bool vertical_first, uint32_t columns, uint32_t rows, uint32_t to_columns,
                uint32_t to_rows) {
    return {operation,
            depth,
            alpha,
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
        << work.operation << " depth " << work.depth << " alpha " << work.alpha
        << " vertical first " << work.vertical_first << " strips " << parts.strips;
    EXPECT_TRUE(result.GuardsIntact());
    return parts;
  }

  DeviceFacts facts_;
  std::mt19937 random_{77};
};

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
    EXPECT_LT(parts.bytes_up, 60 * 90 * pixel_bytes) << "tables alone";
    EXPECT_EQ(parts.resident, 1u);
    EXPECT_EQ(parts.upload_ns == 0 || parts.bytes_up > 0, true);

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
