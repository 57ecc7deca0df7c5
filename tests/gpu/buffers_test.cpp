// Images that stay on the device.
#include <cstring>
#include <memory>

#include "tests/gpu/transfers.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

class GpuBuffers : public GpuTransfers {};

struct BufferOwner {
  BufferOwner(Device& device, uint64_t bytes)
      : device(device), buffer(device.CreateBuffer(bytes)) {}
  ~BufferOwner() { device.ReleaseBuffer(buffer); }
  Device& device;
  MagickAccelerateBuffer* buffer;
};

TEST_F(GpuBuffers, AChainOnTheDevice) {
  for (const unsigned depth : Depths()) {
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
    PlanAndRun(*device, work, &parts);
    EXPECT_GE(parts.bytes_up, 60 * 90 * pixel_bytes);
    EXPECT_EQ(parts.bytes_down, 0u);

    // Again from the copy that the first call left there.
    work.source.in_buffer = 1;
    work.source.data = nullptr;
    parts = {};
    PlanAndRun(*device, work, &parts);
    EXPECT_EQ(parts.bytes_up, 0u) << "the tables are there too";
    EXPECT_EQ(parts.resident, 1u);

    work = second.View(between, result);
    work.source.buffer = middle.buffer;
    work.source.in_buffer = 1;
    work.source.data = nullptr;
    work.destination.buffer = down.buffer;
    parts = {};
    PlanAndRun(*device, work, &parts);
    EXPECT_EQ(parts.bytes_down, 29 * 33 * pixel_bytes);

    MagickAcceleratePixels pixels = between.View();
    pixels.buffer = middle.buffer;
    for (const bool timed : {false, true}) {
      parts = {};
      parts.timed = timed;
      device->ReadBuffer(pixels, pixel_bytes, &parts);
      EXPECT_EQ(parts.bytes_down, 41 * 71 * pixel_bytes);
      EXPECT_EQ(parts.download_ns > 0, timed);
    }
    EXPECT_EQ(Mismatches(Oracle(first, source), between), 0u);
    EXPECT_EQ(Mismatches(Oracle(second, between), result), 0u);
    TestImage again(depth, 29, 33, 0, 0);
    pixels = again.View();
    pixels.buffer = down.buffer;
    device->ReadBuffer(pixels, pixel_bytes, &parts);
    EXPECT_EQ(Mismatches(Oracle(second, between), again), 0u);
    EXPECT_TRUE(result.GuardsIntact() && between.GuardsIntact() && again.GuardsIntact());
  }
}

TEST_F(GpuBuffers, BuffersAreChecked) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateScale, kDepth, false, true, 20, 20, 10, 10);
  TestImage source(kDepth, 20, 20, 0, 0), result(kDepth, 10, 10, 0, 0);
  const BufferOwner small(*device, 16);
  const auto reason = [&](const MagickAccelerateWork& wrong) {
    MagickAccelerateParts parts{};
    try {
      PlanAndRun(*device, wrong, &parts);
    } catch (const Problem& problem) {
      EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
      return problem.reason();
    }
    return MagickAccelerateNoReason;
  };
  MagickAccelerateWork wrong = work.View(source, result);
  wrong.source.buffer = small.buffer;
  wrong.source.in_buffer = 1;
  EXPECT_EQ(reason(wrong), MagickAccelerateUnsupported);
  wrong = work.View(source, result);
  wrong.destination.buffer = small.buffer;
  EXPECT_EQ(reason(wrong), MagickAccelerateUnsupported);
  MagickAcceleratePixels pixels = source.View();
  pixels.buffer = small.buffer;
  MagickAccelerateParts parts{};
  EXPECT_THROW(device->ReadBuffer(pixels, 8, &parts), Problem);
}

TEST_F(GpuBuffers, BuffersStayWithinTheLimit) {
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
  // The remaining memory is enough for strips.
  EXPECT_GT(
      Expect(*device, Work(MagickAccelerateScale, kDepth, true, true, 53, 200, 53, 200)).strips,
      2u);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
