// Device memory that the CUDA module shares with other libraries of the process.
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/gpu/cuda/api.hpp"
#include "accel/modules/registry.hpp"
#include "accel/profile/learning.hpp"
#include "magick/device_pixels.h"
#include "magick/hclut.h"
#include "magick/pixel_cache.h"
#include "magick/resize.h"
#include "tests/gpu/cuda_fixture.hpp"
#include "tests/gpu/transfers.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_image.hpp"

extern "C" const MagickAcceleratePlugin* MagickAcceleratePluginEntry(uint32_t host_abi);

namespace lodestone::accel::gpu::testing {
namespace {

using cuda::Cuda;
using Pixels = MagickAccelerateDevicePixels;

constexpr uint32_t kColumns = 37, kRows = 23;

// Another library with memory of its own, as CUDA's runtime has it.
class Other {
 public:
  explicit Other(size_t bytes, int device = 0) : device_(device), host_(bytes) {
    std::iota(host_.begin(), host_.end(), uint8_t{1});
    Ok(Cuda().cuInit(0));
    Ok(Cuda().cuDevicePrimaryCtxRetain(&context_, device));
    const Entered entered(*this);
    Ok(Cuda().cuMemAlloc(&memory_, bytes));
    Ok(Cuda().cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING));
    Fill();
    Ok(Cuda().cuStreamSynchronize(stream_));
  }
  ~Other() {
    {
      const Entered entered(*this);
      EXPECT_EQ(0, std::memcmp(Fake().Host(memory_, host_.size()), host_.data(), host_.size()))
          << "memory of others was written to";
      Ok(Cuda().cuStreamSynchronize(stream_));
      Ok(Cuda().cuStreamDestroy(stream_));
      Ok(Cuda().cuMemFree(memory_));
    }
    Ok(Cuda().cuDevicePrimaryCtxRelease(device_));
  }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;

  // Enqueued only; on the default stream unless it is our own.
  void Fill(uint8_t seed = 1, bool own_stream = true) {
    std::iota(host_.begin(), host_.end(), seed);
    const Entered entered(*this);
    const auto legacy = reinterpret_cast<CUstream>(uintptr_t{1});
    Ok(Cuda().cuMemcpyHtoDAsync(memory_, host_.data(), host_.size(),
                                own_stream ? stream_ : legacy));
  }
  CUdeviceptr address() const { return memory_; }
  void* stream() const { return stream_; }
  const uint8_t* host() const { return host_.data(); }

  Pixels Describe(MagickAccelerateChannels channels, size_t stride_bytes, size_t begin = 0) {
    Pixels pixels{};
    pixels.struct_size = sizeof pixels;
    pixels.data = reinterpret_cast<void*>(memory_ + begin);
    pixels.stride_bytes = stride_bytes;
    pixels.columns = kColumns;
    pixels.rows = kRows;
    pixels.channels = channels;
    pixels.sample_bits = kDepth;
    pixels.device_type = 2;
    pixels.device_id = device_;
    pixels.release = [](void* other) { ++static_cast<Other*>(other)->released; };
    pixels.context = this;
    return pixels;
  }

  int released = 0;

 private:
  struct Entered {
    explicit Entered(const Other& other) : device(other.device_) { Fake().Enter(device); }
    ~Entered() { EXPECT_TRUE(Fake().Leave(device)); }
    const int device;
  };
  static void Ok(CUresult status) { ASSERT_EQ(CUDA_SUCCESS, status); }

  const int device_;
  std::vector<uint8_t> host_;
  CUcontext context_ = nullptr;
  CUdeviceptr memory_ = 0;
  CUstream stream_ = nullptr;
};

class CudaShared : public FakeCudaUnder<GpuTransfers> {
 protected:
  static DeviceOptions Direct() {
    DeviceOptions options;
    options.pinned = false;
    return options;
  }
  // The rows of `pixels`, whose first lies at `host`, as the device gives them.
  static void ExpectRead(Device& device, const Pixels& pixels, const uint8_t* host) {
    const size_t pixel_bytes = kPixelBytes / (pixels.channels == MagickAccelerateGrey ? 4 : 1);
    MagickAccelerateBuffer* const buffer = device.WrapPixels(pixels);
    std::vector<uint8_t> read(kColumns * kRows * pixel_bytes);
    MagickAcceleratePixels view{read.data(), kColumns, kRows, kColumns * pixel_bytes, 0, buffer, 1};
    MagickAccelerateParts parts{};
    device.ReadBuffer(view, pixel_bytes, &parts);
    for (uint32_t y = 0; y < kRows; ++y)
      ASSERT_EQ(0, std::memcmp(&read[y * view.stride_bytes], host + y * pixels.stride_bytes,
                               view.stride_bytes))
          << y << " of rows " << pixels.stride_bytes << " apart";
    device.ReleaseBuffer(buffer);
  }
  static std::string ProblemOf(Device& device, const Pixels& pixels) {
    try {
      device.ReleaseBuffer(device.WrapPixels(pixels));
    } catch (const Problem& problem) {
      EXPECT_EQ(MagickAccelerateDeclined, problem.outcome());
      return problem.detail();
    }
    return "";
  }
};

TEST_F(CudaShared, RowsMayHaveAnyDistanceOfWholePixels) {
  for (const DeviceOptions& options : {Direct(), Small()}) {
    const auto device = Make(options);
    Other other(100 * kRows * kPixelBytes);
    for (const size_t apart : {kColumns, kColumns + 1, kColumns + 7, 64u}) {
      const size_t begin = 32 * (apart % 3);
      const Pixels four = other.Describe(MagickAccelerateWeighted, apart * kPixelBytes, begin);
      ExpectRead(*device, four, other.host() + begin);
      const Pixels grey = other.Describe(MagickAccelerateGrey, apart * kPixelBytes / 4, begin);
      ExpectRead(*device, grey, other.host() + begin);
    }
  }
}

TEST_F(CudaShared, WhatTheStreamHasIsWaitedFor) {
  const auto device = Make(Direct());
  Other other(kColumns * kRows * kPixelBytes);
  Pixels pixels = other.Describe(MagickAccelerateOpaque, kColumns * kPixelBytes);
  other.Fill(77);
  pixels.stream = other.stream();
  ExpectRead(*device, pixels, other.host());
  other.Fill(99, false);
  pixels.stream = reinterpret_cast<void*>(uintptr_t{1});
  ExpectRead(*device, pixels, other.host());
}

TEST_F(CudaShared, WhatKernelsCannotReadIsRefused) {
  Fake().devices = 2;
  const auto device = Make(Direct());
  Other other(kColumns * kRows * kPixelBytes + 64), elsewhere(kColumns * kRows * kPixelBytes, 1);
  const size_t packed = kColumns * kPixelBytes;
  const Pixels good = other.Describe(MagickAccelerateOpaque, packed);
  EXPECT_EQ("", ProblemOf(*device, good));
  const auto expect = [&](const char* part, auto change) {
    Pixels pixels = good;
    change(pixels);
    const std::string problem = ProblemOf(*device, pixels);
    EXPECT_NE(std::string::npos, problem.find(part)) << problem;
  };
  const auto at = [](CUdeviceptr address) { return reinterpret_cast<void*>(address); };
  expect("multiple of 32 bytes", [&](Pixels& p) { p.data = at(other.address() + 16); });
  expect("multiple of 32 bytes", [](Pixels& p) { p.data = nullptr; });
  expect("rows are longer", [&](Pixels& p) { p.stride_bytes = packed - kPixelBytes; });
  expect("multiple of a pixel", [&](Pixels& p) { p.stride_bytes = packed + 1; });
  expect("larger than what has addresses", [](Pixels& p) { p.stride_bytes = size_t{1} << 60; });
  expect("not of 8 or 16 bits", [](Pixels& p) { p.sample_bits = 0; });
  expect("no pixels", [](Pixels& p) { p.columns = 0; });
  expect("longer than 2147483647", [](Pixels& p) { p.rows = 1ul << 31; });
  expect("not of memory in the primary context", [](Pixels& p) { p.rows += 20; });
  expect("not of memory in the primary", [&](Pixels& p) { p.data = at(elsewhere.address()); });
  alignas(32) static uint8_t host[64];
  expect("not of memory in the primary", [](Pixels& p) { p.data = host; });
  Fake().memory.at(other.address()).context = nullptr;
  EXPECT_EQ("", ProblemOf(*device, good)) << "memory of pools is of no context";
  Fake().memory.at(other.address()).context = reinterpret_cast<CUcontext>(&host);
  EXPECT_NE("", ProblemOf(*device, good));
}

// Its kernel takes the corners of a cube by their numbers.
TEST_F(CudaShared, ACubeWithGapsBetweenItsRowsIsRefused) {
  constexpr uint32_t kSide = 8;
  constexpr size_t kSourceBytes = kColumns * kRows * kPixelBytes;
  TestImage source(kDepth, kColumns, kRows, 0, 0);
  source.Fill(random_);
  for (const uint32_t further : {0u, 1u, 4u}) {
    SCOPED_TRACE(further);
    const auto device = Make(Direct());
    const size_t stride_bytes = (kSide + further) * kPixelBytes;
    Other other(stride_bytes * kSide);
    Pixels cube = other.Describe(MagickAccelerateOpaque, stride_bytes);
    cube.columns = cube.rows = kSide;
    TestImage expected(kDepth, kColumns, kRows, 0, 0), result(kDepth, kColumns, kRows, 0, 0);
    MagickAccelerateWork work{};
    work.struct_size = sizeof work;
    work.operation = MagickAccelerateLut3d;
    work.quantum_depth = kDepth;
    work.source = source.View();
    work.destination = expected.View();
    void* const host = const_cast<uint8_t*>(other.host());
    work.second = {host, kSide, kSide, kSide * kPixelBytes, 0, nullptr, 0};
    ASSERT_TRUE(Cpu().Run(work).done());
    const MagickAccelerateWork announced = work;
    work.destination = result.View();
    work.second = {nullptr, kSide, kSide, 0, 0, device->WrapPixels(cube), 1};
    MagickAccelerateParts parts{};
    try {
      const DevicePlan plan = device->Plan(work);
      const Announcement announcement(announced);
      device->Run(plan, work, &parts);
      EXPECT_EQ(0u, further) << "not refused";
      EXPECT_EQ(0, std::memcmp(expected.View().data, result.View().data, kSourceBytes));
      EXPECT_EQ(kSourceBytes, parts.bytes_up) << "the cube is there";
    } catch (const Problem& problem) {
      EXPECT_NE(0u, further) << problem.detail();
      EXPECT_EQ(MagickAccelerateDeclined, problem.outcome());
      EXPECT_EQ("a cube with gaps between its rows", problem.detail());
    }
    device->ReleaseBuffer(work.second.buffer);
  }
}

TEST_F(CudaShared, AStreamInAnErrorIsAFailure) {
  const auto device = Make(Direct());
  Other other(kColumns * kRows * kPixelBytes);
  Pixels pixels = other.Describe(MagickAccelerateOpaque, kColumns * kPixelBytes);
  device->ReleaseBuffer(device->WrapPixels(pixels));
  pixels.stream = other.stream();
  Fake().FailAt("cuStreamSynchronize", 1, CUDA_ERROR_NOT_FOUND);
  EXPECT_THROW(device->WrapPixels(pixels), Problem);
  device->ReleaseBuffer(device->WrapPixels(pixels));
}

// The module in the library, with kernels that compute.
class CudaImages : public ::testing::Test {
 protected:
  void SetUp() override {
    ResetFake();
    MagickAccelerateShutdown();
    ::setenv("MAGICK_ACCELERATE_PLUGIN_PATH", no_modules_.path().c_str(), 1);
    SetLearning(false);
    Registry::Get().Add(Table());
    MagickAccelerateSelectDevice("CUDA:GPU:Fake");
  }
  void TearDown() override {
    MagickAccelerateSelectDevice(nullptr);
    MagickTrimMemory();
    MagickAccelerateShutdown();
    SetLearning(true);
    modules_ ? ::setenv("MAGICK_ACCELERATE_PLUGIN_PATH", modules_text_.c_str(), 1)
             : ::unsetenv("MAGICK_ACCELERATE_PLUGIN_PATH");
    EXPECT_EQ(Fake().misuses, std::vector<std::string>());
    EXPECT_EQ(Fake().live, FakeCuda::Live());
    ResetFake();
  }

  static const MagickAcceleratePlugin& Table() {
    static MagickAcceleratePlugin table = *MagickAcceleratePluginEntry(MAGICK_ACCELERATE_ABI);
    table.run = [](void* state, unsigned device, const MagickAcceleratePlan* plan,
                   const MagickAccelerateWork* work, MagickAccelerateParts* parts) {
      const Announcement announcement(*work);
      return MagickAcceleratePluginEntry(MAGICK_ACCELERATE_ABI)
          ->run(state, device, plan, work, parts);
    };
    return table;
  }
  static test::ImagePtr Wrap(const Pixels& pixels) {
    test::Exception exception;
    test::ImagePtr image(MagickAccelerateWrapDevicePixels(&pixels, exception));
    EXPECT_NE(nullptr, image) << exception.text();
    return image;
  }
  static test::ImagePtr Scaled(const Image* image, MagickAccelerateMode mode) {
    const test::ModeScope scope(mode);
    test::Exception exception;
    test::ImagePtr scaled(ScaleImage(image, 17, 11, exception));
    EXPECT_NE(nullptr, scaled) << exception.text();
    return scaled;
  }

 private:
  test::TemporaryFolder no_modules_;
  const char* const modules_ = std::getenv("MAGICK_ACCELERATE_PLUGIN_PATH");
  const std::string modules_text_ = modules_ ? modules_ : "";
};

TEST_F(CudaImages, OperationsReadWrappedMemoryWhereItIs) {
  for (const MagickAccelerateChannels channels :
       {MagickAccelerateOpaque, MagickAccelerateWeighted, MagickAccelerateGrey}) {
    const size_t pixel_bytes = channels == MagickAccelerateGrey ? kPixelBytes / 4 : kPixelBytes;
    const size_t stride_bytes = (kColumns + 3) * pixel_bytes;
    Other other(stride_bytes * kRows);
    test::ImagePtr wrapped = Wrap(other.Describe(channels, stride_bytes));
    for (const bool first : {true, false}) {
      test::EventRecorder recorder;
      const test::ImagePtr scaled = Scaled(wrapped.get(), MagickAccelerateRequire);
      ASSERT_EQ(1u, recorder.events().size());
      const auto& event = recorder.events()[0];
      EXPECT_EQ("cuda", event.accelerator);
      EXPECT_EQ(1u, event.raw.resident);
      if (first) {
        EXPECT_LT(event.raw.bytes_up, stride_bytes * kRows) << "tables alone";
      } else {
        EXPECT_EQ(0u, event.raw.bytes_up);
      }
      test::ExpectSameImage(Scaled(wrapped.get(), MagickAccelerateOff).get(), scaled.get(),
                            "scaled");
    }
    EXPECT_EQ(0, other.released);
    wrapped.reset();
    EXPECT_EQ(1, other.released);
  }
}

TEST_F(CudaImages, OtherLibrariesReadResultsWhereTheyAre) {
  const size_t stride_bytes = kColumns * kPixelBytes;
  Other other(stride_bytes * kRows);
  const test::ImagePtr wrapped = Wrap(other.Describe(MagickAccelerateWeighted, stride_bytes));
  const test::ImagePtr scaled = Scaled(wrapped.get(), MagickAccelerateRequire);
  const size_t downloads = Fake().CallsOf("cuMemcpyDtoHAsync");
  Pixels pixels{};
  pixels.struct_size = sizeof pixels;
  test::Exception exception;
  ASSERT_EQ(1, MagickAccelerateShareDevicePixels(scaled.get(), nullptr, &pixels, exception))
      << exception.text();
  EXPECT_EQ(downloads, Fake().CallsOf("cuMemcpyDtoHAsync"));
  EXPECT_EQ(17 * kPixelBytes, pixels.stride_bytes);
  EXPECT_EQ(2, pixels.device_type);
  EXPECT_EQ(0, pixels.device_id);
  EXPECT_EQ(MagickAccelerateWeighted, pixels.channels);
  const uint8_t* const there =
      Fake().Host(reinterpret_cast<CUdeviceptr>(pixels.data), 17 * 11 * kPixelBytes);
  ASSERT_NE(nullptr, there);
  EXPECT_EQ(0, std::memcmp(there, AcquireImagePixels(scaled.get(), 0, 0, 17, 11, exception),
                           17 * 11 * kPixelBytes));
  pixels.release(pixels.context);
}

// The device refuses it, and the CPU reads its rows wherever they are.
TEST_F(CudaImages, ACubeWithGapsBetweenItsRowsIsForTheCpu) {
  constexpr size_t kSide = 8, kStrideBytes = (kSide + 3) * kPixelBytes;
  Other other(kStrideBytes * kSide);
  Pixels pixels = other.Describe(MagickAccelerateOpaque, kStrideBytes);
  pixels.columns = pixels.rows = kSide;
  const test::ImagePtr wrapped = Wrap(pixels);
  const test::ImagePtr plain = test::RandomImage(kSide, kSide, test::Kind::kOpaque, 1);
  for (size_t y = 0; y < kSide; ++y) {
    std::memcpy(SetImagePixels(plain.get(), 0, static_cast<long>(y), kSide, 1),
                other.host() + y * kStrideBytes, kSide * kPixelBytes);
    ASSERT_EQ(MagickPass, SyncImagePixels(plain.get()));
  }
  const auto looked_up = [](const Image* cube, MagickAccelerateMode mode, MagickPassFail ends) {
    const test::ModeScope scope(mode);
    test::ImagePtr image = test::RandomImage(kColumns, kRows, test::Kind::kOpaque, 1);
    EXPECT_EQ(ends, HaldClutImage(image.get(), cube));
    return image;
  };
  const auto refused = looked_up(wrapped.get(), MagickAccelerateRequire, MagickFail);
  EXPECT_NE(nullptr, std::strstr(refused->exception.description, "a cube with gaps"))
      << refused->exception.description;
  test::ExpectSameImage(looked_up(plain.get(), MagickAccelerateOff, MagickPass).get(),
                        looked_up(wrapped.get(), MagickAccelerateOff, MagickPass).get(),
                        "looked up");
}

// The driver waits for what others have enqueued with memory, and the library would not.
TEST_F(CudaImages, SharedOnesAreUploadedAndNotUsedAgain) {
  test::ImagePtr image = test::RandomImage(kColumns, kRows, test::Kind::kOpaque, 1);
  Pixels pixels{};
  pixels.struct_size = sizeof pixels;
  test::Exception exception;
  ASSERT_EQ(1, MagickAccelerateShareDevicePixels(image.get(), nullptr, &pixels, exception))
      << exception.text();
  const size_t bytes = kColumns * kRows * kPixelBytes;
  const auto address = reinterpret_cast<CUdeviceptr>(pixels.data);
  EXPECT_EQ(0,
            std::memcmp(Fake().Host(address, bytes),
                        AcquireImagePixels(image.get(), 0, 0, kColumns, kRows, exception), bytes));
  image.reset();
  EXPECT_GE(Fake().BytesFrom(address), bytes);
  pixels.release(pixels.context);
  EXPECT_EQ(0u, Fake().BytesFrom(address));
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
