// Images in buffers that several threads have encoded as JPEG at the same time.
#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <vector>

#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/opencl/objects.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"
#include "tests/gpu/jpeg_images.hpp"
#include "tests/gpu/opencl_faults.hpp"
#include "tests/gpu/together.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

using namespace test::encoding;
using kernels::QuantumSample;

class OpenClJpegEncodingBatches : public GpuJpegEncoding {
 protected:
  static constexpr size_t kThreads = 24;

  void SetUp() override {
    GpuJpegEncoding::SetUp();
    if (!facts_.handle) return;
    Open({});
    // Builds the programs.
    images_ = {Made({}), Made({.components = 1})};
    RunTogether();
    Close();
    images_.clear();
  }
  void TearDown() override { Close(); }

  struct TestImage {
    std::vector<QuantumSample> pixels;
    MagickAccelerateEncoding encoding;
    uint32_t room;
    Scan expected;
    MagickAccelerateBuffer* buffer = nullptr;
    bool in_buffer = false;
  };
  struct Result {
    Scan scan;
    std::unique_ptr<Problem> problem;
    MagickAccelerateParts parts{};
  };

  void Open(DeviceOptions options) {
    Close();
    options.share = SharePolicy::kNever;
    options.staged_bytes = 20'000;
    options.slot_bytes = 6000;  // more than most rows
    options.kept_bytes = 0;
    device_ = Make(options);
  }
  void Close() {
    for (TestImage& image : images_) {
      if (image.buffer) device_->ReleaseBuffer(image.buffer);
      image.buffer = nullptr;
      image.in_buffer = false;
    }
  }

  // A third of the room is too little.
  static TestImage Made(const Settings& settings, bool fits = true) {
    TestImage image{PixelsOf(settings), EncodingOf(settings), 0, {}};
    image.encoding.optimizes = settings.optimized;
    image.encoding.most_kept = settings.most_kept;
    image.room = static_cast<uint32_t>(2 * kernels::JpegRoom(image.encoding));
    image.expected = OnCpu(image.encoding, image.pixels.data(), image.room);
    if (fits) return image;
    image.room = image.expected.encoded.bytes / 3;
    image.expected = OnCpu(image.encoding, image.pixels.data(), image.room);
    EXPECT_NE(image.expected.refusal, "");
    return image;
  }

  // Of different sizes, samplings, qualities, codes and restart intervals, some without room.
  static std::vector<TestImage> Different() {
    std::vector<TestImage> all;
    for (unsigned i = 0; i < kThreads; ++i) {
      Settings settings{.columns = 20 + 37 * (i % 9),
                        .rows = 150 - 13 * (i % 11),
                        .components = i % 5 == 4 ? 1 : 3,
                        .across = i % 3 == 0 ? 1 : 2,
                        .down = i % 2 == 0 ? 1 : 2,
                        .quality = 60 + 4 * static_cast<int>(i % 10),
                        .interval = i % 4 == 3 ? 7u : 0u,
                        .optimized = i % 7 < 3,
                        .content = kContents[i % std::size(kContents)]};
      if (i == 10) settings.columns = 701, settings.rows = 499;
      all.push_back(Made(settings, i % 6 != 5));
    }
    return all;
  }

  // The image's rows lie in its buffer that many pixels further apart, as those of memory that was
  // wrapped may.
  void PutApart(TestImage& image, uint32_t further) {
    const MagickAccelerateEncoding& encoding = image.encoding;
    const uint32_t stride_px = encoding.columns + further;
    const size_t row = image.pixels.size() / encoding.rows;
    const size_t pixel = row / encoding.columns, stride = stride_px * pixel;
    std::vector<QuantumSample> apart(stride * encoding.rows, QuantumSample{0x5A});
    for (size_t y = 0; y < encoding.rows; ++y)
      std::copy_n(&image.pixels[y * row], row, &apart[y * stride]);
    constexpr size_t kSample = sizeof(QuantumSample);
    MagickAccelerateBuffer* const buffer = device_->CreateBuffer(apart.size() * kSample);
    MagickAccelerateParts parts{};
    device_->WriteBuffer({apart.data(), stride_px, encoding.rows, stride * kSample, 0, buffer, 0},
                         pixel * kSample, &parts);
    const cl_mem memory = static_cast<const opencl::ClMemory*>(buffer->get())->get();
    ASSERT_EQ(clRetainMemObject(memory), CL_SUCCESS);
    buffer->wrapped = std::make_unique<opencl::ClMemory>(opencl::MemoryHandle(memory));
    buffer->wrapped_bytes = apart.size() * kSample;
    buffer->stride_bytes = stride * kSample;
    buffer->stride_px = stride_px;
    image.buffer = buffer;
    image.in_buffer = true;
  }

  Result Run(TestImage& image) {
    Result result;
    result.scan = Encoded(image.encoding, {image.pixels.data(), kDepth}, image.room,
                          [&](MagickAccelerateWork work) {
                            work.source.buffer = image.buffer;
                            work.source.in_buffer = image.in_buffer;
                            if (image.in_buffer) work.source.data = nullptr;
                            try {
                              PlanAndRun(*device_, work, &result.parts);
                              image.in_buffer = true;
                            } catch (const Problem& problem) {
                              result.problem = std::make_unique<Problem>(problem);
                              return problem.detail();
                            }
                            return std::string();
                          });
    return result;
  }

  std::vector<Result> RunTogether() {
    for (TestImage& image : images_)
      if (!image.buffer)
        image.buffer = device_->CreateBuffer(image.pixels.size() * sizeof(image.pixels[0]));
    std::vector<Result> results(images_.size());
    testing::RunTogether(images_.size(), [&](size_t i) { results[i] = Run(images_[i]); });
    return results;
  }

  static void ExpectLikeCpu(const TestImage& image, const Result& result) {
    if (image.expected.refusal.empty()) return ExpectSame(image.expected, result.scan);
    ASSERT_TRUE(result.problem);
    EXPECT_EQ(result.problem->outcome(), MagickAccelerateDeclined);
    EXPECT_EQ(result.problem->reason(), MagickAccelerateUnsupported);
    EXPECT_EQ(result.scan.refusal, image.expected.refusal);
  }
  void ExpectLikeCpu(const std::vector<Result>& results) const {
    for (size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(i);
      ExpectLikeCpu(images_[i], results[i]);
    }
  }

  std::vector<TestImage> images_;
};

TEST_F(OpenClJpegEncodingBatches, EachIsAsIfAlone) {
  images_ = Different();
  for (unsigned round = 0; round < 3; ++round) {
    // Alone, they take more than that many each.
    const Fault none("clEnqueueNDRangeKernel", 5 * kThreads, CL_INVALID_OPERATION);
    const std::vector<Result> results = RunTogether();
    EXPECT_FALSE(none.struck()) << "not together";
    ExpectLikeCpu(results);
    uint64_t others_ns = 0;
    for (size_t i = 0; i < results.size(); ++i) {
      const MagickAccelerateParts& parts = results[i].parts;
      others_ns += parts.others_ns;
      EXPECT_TRUE(std::string_view(parts.kernels).ends_with(",EncodeStuffFilter"));
      EXPECT_EQ(parts.bytes_down, results[i].scan.bytes.size());
      EXPECT_EQ(parts.resident, parts.bytes_up == 0);
      EXPECT_EQ(parts.resident, round > 0 && images_[i].expected.refusal.empty());
    }
    EXPECT_GT(others_ns, 0u);
  }
}

TEST_F(OpenClJpegEncodingBatches, RowsMayBeApart) {
  images_ = Different();
  for (unsigned i = 0; i < images_.size(); ++i)
    if (i % 3 != 0) PutApart(images_[i], i);
  const Fault none("clEnqueueNDRangeKernel", 5 * kThreads, CL_INVALID_OPERATION);
  const std::vector<Result> results = RunTogether();
  EXPECT_FALSE(none.struck()) << "not together";
  ExpectLikeCpu(results);
  for (size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].parts.resident, i % 3 != 0);
}

// Batches take seven launches and one for eight images, not one for each image.
TEST_F(OpenClJpegEncodingBatches, ImagesShareLaunches) {
  for (unsigned i = 0; i < 32; ++i) images_.push_back(Made({.columns = 20 + 7 * i, .rows = 90}));
  bool is_shared = false;
  for (unsigned round = 0; round < 50 && !is_shared; ++round) {
    const Fault none("clEnqueueNDRangeKernel", 40, CL_INVALID_OPERATION);
    RunTogether();
    is_shared = !none.struck();
  }
  EXPECT_TRUE(is_shared);
}

TEST_F(OpenClJpegEncodingBatches, OneAtATime) {
  for (TestImage& image : Different()) {
    images_.clear();
    images_.push_back(std::move(image));
    ExpectLikeCpu(RunTogether());
    Close();
  }
}

// They cost a transfer and a wait.
TEST_F(OpenClJpegEncodingBatches, SymbolsAreCountedOnlyForOptimalCodes) {
  for (const bool optimized : {false, true}) {
    images_.clear();
    images_.push_back(Made({.optimized = optimized}));
    const Fault third("clEnqueueReadBuffer", 3, CL_INVALID_OPERATION);
    const std::vector<Result> results = RunTogether();
    EXPECT_EQ(third.struck(), optimized);
    EXPECT_EQ(results[0].problem != nullptr, optimized);
    Close();
  }
}

TEST_F(OpenClJpegEncodingBatches, MoreThanFitIntoMemory) {
  std::vector<TestImage> images = Different();
  uint64_t bytes = 0;
  for (const TestImage& image : images) bytes += image.pixels.size() * sizeof(image.pixels[0]);
  DeviceOptions options;
  // The largest takes most of what is left.
  options.memory_limit_bytes = bytes + 8'000'000;
  Open(options);
  images_ = std::move(images);
  ExpectLikeCpu(RunTogether());
}

// What a batch lacks may be there for parts of it.
TEST_F(OpenClJpegEncodingBatches, NoMemoryForTheMoment) {
  images_ = Different();
  for (const unsigned nth : {1u, 3u, 12u, 17u}) {
    const Fault fault("clEnqueueNDRangeKernel", nth, CL_OUT_OF_RESOURCES);
    const std::vector<Result> results = RunTogether();
    EXPECT_TRUE(fault.struck());
    size_t without = 0;
    for (size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(i);
      if (results[i].problem && results[i].problem->reason() == MagickAccelerateDeviceMemory) {
        ++without;
        continue;
      }
      ExpectLikeCpu(images_[i], results[i]);
      // Although some were uploaded several times.
      const MagickAccelerateParts& parts = results[i].parts;
      if (parts.resident == 0) {
        EXPECT_EQ(parts.bytes_up, images_[i].pixels.size() * sizeof(QuantumSample));
      }
    }
    EXPECT_LE(without, 1u) << "only one that was alone";
  }
}

TEST_F(OpenClJpegEncodingBatches, ErrorsConcernAll) {
  images_ = Different();
  {
    const Fault fault("clEnqueueNDRangeKernel", 1, CL_INVALID_OPERATION, true);
    for (const Result& result : RunTogether()) {
      ASSERT_TRUE(result.problem);
      EXPECT_EQ(result.problem->outcome(), MagickAccelerateFailed);
      EXPECT_EQ(result.problem->reason(), MagickAccelerateDeviceError);
    }
  }
  ExpectLikeCpu(RunTogether());
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
