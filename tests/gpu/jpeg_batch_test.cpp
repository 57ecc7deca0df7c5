// JPEG scans that several threads have decoded into buffers at the same time.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "accel/gpu/plans/scan_layout.hpp"
#include "tests/gpu/jpeg_scans.hpp"
#include "tests/gpu/opencl_faults.hpp"
#include "tests/gpu/together.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

// What threads decode at the same time, each into a buffer of its own, is decoded together.
class OpenClJpegBatches : public OpenClJpeg {
 protected:
  static constexpr size_t kThreads = 24;

  struct Result {
    Pixels pixels;
    std::unique_ptr<Problem> problem;
    MagickAccelerateParts parts{};
    bool was_pinned = false;
  };

  static constexpr std::string_view kLast = ",DecodePixelsFilter,DecodeLookFilter";

  static DeviceOptions WithBuffers() {
    DeviceOptions options = Small();
    options.kept_bytes = 0;
    return options;
  }

  // Of different sizes, samplings and qualities, some damaged.
  static std::vector<Decoding> Different() {
    std::mt19937 random(2);
    std::vector<Decoding> all;
    while (all.size() < kThreads) {
      const unsigned i = static_cast<unsigned>(all.size());
      Settings settings{.columns = 20 + 37 * (i % 9),
                        .rows = 150 - 13 * (i % 11),
                        .components = i % 5 == 4 ? 1 : 3,
                        .across = i % 3 == 0 ? 1 : 2,
                        .down = i % 2 == 0 ? 1 : 2,
                        .quality = 60 + 4 * static_cast<int>(i % 10),
                        .interval = i % 4 == 3 ? 7u : 0u,
                        .optimized = i % 7 == 0};
      if (i == 10) settings = Large(settings);
      Bytes file = Made(settings);
      if (i % 6 == 5) file[file.size() - 30] = 0xFF;
      if (i % 8 == 6) file.resize(file.size() - 2);
      Decoding decoding;
      if (decoding.Read(file, kDenominators[i % 4])) all.push_back(decoding);
    }
    return all;
  }

  static Result Run(Device& device, const Decoding& decoding, MagickAccelerateBuffer* buffer,
                    bool timed) {
    Result result;
    result.parts.timed = timed;
    std::vector<QuantumSample> pixels;
    MagickAccelerateDecoded decoded = kUntold;
    MagickAccelerateWork work = decoding.Into(pixels, &decoded);
    MagickAcceleratePixels to = work.destination;
    to.buffer = work.destination.buffer = buffer;
    work.destination.data = nullptr;
    // Every other scan, if the device is open.
    void* const pinned = timed ? device.AcquireHostMemory(work.source.columns) : nullptr;
    if (pinned) {
      std::memcpy(pinned, work.source.data, work.source.columns);
      work.source.data = pinned;
      work.source.pinned = result.was_pinned = true;
    }
    try {
      PlanAndRun(device, work, &result.parts);
      MagickAccelerateParts parts{};
      device.ReadBuffer(to, ResultPixelBytes(work), &parts);
      ExpectTold(work, pixels.data());
      result.pixels = Decoding::Finished(std::move(pixels), true);
    } catch (const Problem& problem) {
      result.problem = std::make_unique<Problem>(problem);
    }
    device.ReleaseHostMemory(pinned);
    return result;
  }

  static uint64_t BytesOf(const Decoding& decoding) {
    std::vector<QuantumSample> pixels;
    const MagickAccelerateWork work = decoding.Into(pixels);
    return uint64_t{work.destination.stride_bytes} * work.destination.rows;
  }

  static std::vector<Result> RunTogether(Device& device, const std::vector<Decoding>& decodings) {
    std::vector<MagickAccelerateBuffer*> buffers;
    for (const Decoding& decoding : decodings)
      buffers.push_back(device.CreateBuffer(BytesOf(decoding)));
    std::vector<Result> results(decodings.size());
    testing::RunTogether(decodings.size(), [&](size_t i) {
      results[i] = Run(device, decodings[i], buffers[i], i % 2 == 0);
    });
    for (MagickAccelerateBuffer* buffer : buffers) device.ReleaseBuffer(buffer);
    return results;
  }

  static void ExpectLikeCpu(const Decoding& decoding, const Result& result) {
    const Pixels expected = OnCpu(decoding);
    if (result.problem) {
      EXPECT_EQ(result.problem->outcome(), MagickAccelerateDeclined);
      EXPECT_EQ(result.problem->reason(), MagickAccelerateUnsupported) << result.problem->detail();
      EXPECT_FALSE(expected) << result.problem->detail();
      return;
    }
    ASSERT_TRUE(expected);
    EXPECT_TRUE(*expected == *result.pixels);
    EXPECT_NE(result.parts.bytes_up, 0u);
    if (result.parts.timed) {
      EXPECT_NE(result.parts.kernel_ns, 0u);
    }
    EXPECT_TRUE(std::string_view(result.parts.kernels).ends_with(kLast));
  }
};

TEST_F(OpenClJpegBatches, EachIsAsIfAlone) {
  const auto device = Make(WithBuffers());
  const std::vector<Decoding> decodings = Different();
  RunTogether(*device, {decodings[0], decodings[4]});  // builds the programs
  size_t same = 0, pinned = 0;
  uint64_t others_ns = 0;
  for (unsigned round = 0; round < 3; ++round) {
    // Alone, they take more than that many each.
    const Fault none("clEnqueueNDRangeKernel", 12 * kThreads, CL_INVALID_OPERATION);
    const std::vector<Result> results = RunTogether(*device, decodings);
    EXPECT_FALSE(none.struck()) << "not together";
    for (size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(i);
      ExpectLikeCpu(decodings[i], results[i]);
      if (results[i].pixels) ++same;
      if (results[i].was_pinned) ++pinned;
      others_ns += results[i].parts.others_ns;
    }
  }
  EXPECT_GT(others_ns, 0u);
  EXPECT_EQ(pinned, 3 * kThreads / 2) << "directly or staged";
  EXPECT_GT(same, 3 * kThreads / 2);
  EXPECT_LT(same, 3 * kThreads) << "none was damaged";
}

// Groups are launched for the image that needs most. One behind the end of another image has
// nothing to do, though the subsequences that it would share with the last group of that image hold
// data.
TEST_F(OpenClJpegBatches, GroupsBehindTheEndOfAnImage) {
  const auto device = Make(WithBuffers());
  std::vector<Decoding> decodings;
  for (unsigned i = 0; i < 400 && decodings.size() < 4; ++i) {
    Decoding decoding;
    ASSERT_TRUE(decoding.Read(Made({.columns = 400 + i, .rows = 300, .quality = 95}), 1));
    std::vector<QuantumSample> pixels;
    const uint32_t subsequences = LayOutScan(decoding.Into(pixels)).subsequences;
    const uint32_t last = subsequences % LS_OWN_SUBSEQUENCES;
    if (last == 0 || last > LS_OWN_SUBSEQUENCES - LS_LEADING) decodings.push_back(decoding);
  }
  ASSERT_EQ(decodings.size(), 4u);
  Decoding large;
  ASSERT_TRUE(large.Read(Made({.columns = 1200, .rows = 900, .quality = 95}), 1));
  decodings.push_back(large);
  const std::vector<Result> results = RunTogether(*device, decodings);
  for (size_t i = 0; i < results.size(); ++i) ExpectLikeCpu(decodings[i], results[i]);
}

// Batches take twelve launches and two for eight images, not two for each image.
TEST_F(OpenClJpegBatches, ImagesShareLaunches) {
  const auto device = Make(WithBuffers());
  std::vector<Decoding> decodings;
  for (unsigned i = 0; i < 32; ++i) {
    Decoding decoding;
    ASSERT_TRUE(decoding.Read(Made({.columns = 20 + 7 * i, .rows = 150 - 4 * i}), 1));
    decodings.push_back(decoding);
  }
  RunTogether(*device, {decodings[0]});  // builds the program
  bool is_shared = false;
  for (unsigned round = 0; round < 50 && !is_shared; ++round) {
    const Fault none("clEnqueueNDRangeKernel", 56, CL_INVALID_OPERATION);
    RunTogether(*device, decodings);
    is_shared = !none.struck();
  }
  EXPECT_TRUE(is_shared);
}

// One joins the groups of subsequences.
TEST_F(OpenClJpegBatches, FifteenLaunchesOfALargeScan) {
  const auto device = Make(WithBuffers());
  Decoding decoding;
  ASSERT_TRUE(decoding.Read(Made(Large({})), 1));
  const Fault none("clEnqueueNDRangeKernel", 16, CL_INVALID_OPERATION);
  ExpectLikeCpu(decoding, RunTogether(*device, {decoding})[0]);
  EXPECT_FALSE(none.struck());
}

TEST_F(OpenClJpegBatches, OneAtATime) {
  const auto device = Make(WithBuffers());
  for (const Decoding& decoding : Different())
    for (const Result& result : RunTogether(*device, {decoding})) ExpectLikeCpu(decoding, result);
}

TEST_F(OpenClJpegBatches, MoreThanFitIntoMemory) {
  std::vector<Decoding> decodings = Different();
  uint64_t bytes = 0;
  for (const Decoding& decoding : decodings) bytes += BytesOf(decoding);
  DeviceOptions options = WithBuffers();
  // The largest takes half of what is left.
  options.memory_limit_bytes = bytes + 4'000'000;
  const auto device = Make(options);
  const std::vector<Result> results = RunTogether(*device, decodings);
  for (size_t i = 0; i < results.size(); ++i) {
    SCOPED_TRACE(i);
    ExpectLikeCpu(decodings[i], results[i]);
  }
}

// What a batch lacks may be there for parts of it.
TEST_F(OpenClJpegBatches, NoMemoryForTheMoment) {
  const auto device = Make(WithBuffers());
  const std::vector<Decoding> decodings = Different();
  RunTogether(*device, {decodings[0], decodings[4]});
  for (const unsigned nth : {1u, 3u, 14u, 20u, 28u}) {
    const Fault fault("clEnqueueNDRangeKernel", nth, CL_OUT_OF_RESOURCES);
    const std::vector<Result> results = RunTogether(*device, decodings);
    EXPECT_TRUE(fault.struck());
    size_t without = 0;
    for (size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(i);
      if (results[i].problem && results[i].problem->reason() == MagickAccelerateDeviceMemory)
        ++without;
      else
        ExpectLikeCpu(decodings[i], results[i]);
    }
    EXPECT_LE(without, 1u) << "only one that was alone";
  }
}

TEST_F(OpenClJpegBatches, ErrorsConcernAll) {
  const auto device = Make(WithBuffers());
  const std::vector<Decoding> decodings = Different();
  RunTogether(*device, {decodings[0], decodings[4]});
  {
    const Fault fault("clEnqueueNDRangeKernel", 1, CL_INVALID_OPERATION, true);
    for (const Result& result : RunTogether(*device, decodings)) {
      ASSERT_TRUE(result.problem);
      EXPECT_EQ(result.problem->outcome(), MagickAccelerateFailed);
      EXPECT_EQ(result.problem->reason(), MagickAccelerateDeviceError);
    }
  }
  const Result result = std::move(RunTogether(*device, {decodings[0]})[0]);
  ExpectLikeCpu(decodings[0], result);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
