// Copies through maps on an OpenCL device, whole and in strips, against plain code.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/operation_table.hpp"
#include "tests/gpu/run.hpp"

namespace lodestone::accel::gpu {
namespace {

using Map = std::vector<uint32_t>;
using Bytes = std::vector<unsigned char>;

constexpr uint32_t kSides[] = {1, 3, 31, 33, 64, 257};
constexpr uint16_t kConstant[4] = {100, 7, 255, 31};

std::unique_ptr<Device> FirstDevice(const DeviceOptions& options) {
  static auto& cache = *new ProgramCache("", "");
  for (const DeviceFacts& facts : DiscoverDevices().devices)
    if (facts.problem.empty()) return std::make_unique<Device>(facts, "test", cache, options);
  return nullptr;
}

Map RandomMap(uint32_t inputs, uint32_t outputs, std::mt19937& random) {
  Map map(outputs);
  for (uint32_t& entry : map)
    entry = random() % 9 == 0 ? MAGICK_ACCELERATE_CONSTANT : random() % inputs;
  return map;
}

class Copy {
 public:
  Copy(MagickAccelerateOperation operation, unsigned depth, MagickAccelerateChannels channels,
       std::mt19937& random) {
    const auto side = [&] { return kSides[random() % std::size(kSides)]; };
    const uint32_t columns = side(), rows = side();
    transposed_ = operation == MagickAccelerateTranspose;
    work_.struct_size = sizeof work_;
    work_.operation = operation;
    work_.quantum_depth = depth;
    work_.channels = channels;
    pixel_bytes_ = PixelBytes(work_);
    work_.source = Place(&source_, side(), side());
    work_.destination = Place(&result_, columns, rows);
    for (unsigned char& byte : source_) byte = static_cast<unsigned char>(random());
    columns_ = RandomMap(work_.source.columns, transposed_ ? rows : columns, random);
    rows_ = RandomMap(work_.source.rows, transposed_ ? columns : rows, random);
    work_.maps = {columns_.data(), rows_.data(), {}};
    std::copy(std::begin(kConstant), std::end(kConstant), work_.maps.constant);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  const MagickAccelerateWork& work() const { return work_; }
  const Bytes& result() const { return result_; }

  Bytes Expected() const {
    Bytes expected(result_.size());
    unsigned char* to = expected.data();
    for (uint32_t y = 0; y < work_.destination.rows; ++y)
      for (uint32_t x = 0; x < work_.destination.columns; ++x, to += pixel_bytes_)
        PutPixel(columns_[transposed_ ? y : x], rows_[transposed_ ? x : y], to);
    return expected;
  }

 private:
  MagickAcceleratePixels Place(Bytes* bytes, uint32_t columns, uint32_t rows) const {
    bytes->assign(pixel_bytes_ * columns * rows, 0x5a);
    return {bytes->data(), columns, rows, pixel_bytes_ * columns, 0, nullptr, 0};
  }
  void PutPixel(uint32_t column, uint32_t row, unsigned char* to) const {
    if (column != MAGICK_ACCELERATE_CONSTANT && row != MAGICK_ACCELERATE_CONSTANT) {
      const size_t pixel = size_t{row} * work_.source.columns + column;
      std::memcpy(to, source_.data() + pixel * pixel_bytes_, pixel_bytes_);
      return;
    }
    const size_t sample_bytes = work_.quantum_depth / 8;
    for (size_t i = 0; i < pixel_bytes_ / sample_bytes; ++i) {
      const auto narrow = static_cast<uint8_t>(kConstant[i]);
      std::memcpy(to + i * sample_bytes,
                  sample_bytes == 1 ? static_cast<const void*>(&narrow) : &kConstant[i],
                  sample_bytes);
    }
  }

  MagickAccelerateWork work_{};
  size_t pixel_bytes_ = 0;
  bool transposed_ = false;
  Bytes source_, result_;
  Map columns_, rows_;
};

void Expect(Device* device, const Copy& copy, const char* variant, const char* kernel) {
  MagickAccelerateWork work = copy.work();
  work.variant = variant;
  MagickAccelerateParts parts{};
  ASSERT_NO_THROW(testing::PlanAndRun(*device, work, &parts));
  ASSERT_STREQ(kernel, parts.kernels);
  ASSERT_EQ(copy.Expected(), copy.result()) << kernel;
}

void ExpectAll(const DeviceOptions& options) {
  const auto device = FirstDevice(options);
  if (!device) GTEST_SKIP() << "no usable OpenCL device";
  std::mt19937 random(11);
  for (const unsigned depth : {8u, 16u})
    for (const auto channels : {MagickAcceleratePlain, MagickAccelerateGrey})
      for (int i = 0; i < 12; ++i) {
        const Copy straight(MagickAccelerateRemap, depth, channels, random);
        ASSERT_NO_FATAL_FAILURE(Expect(device.get(), straight, "", "RemapFilter"));
        const Copy turned(MagickAccelerateTranspose, depth, channels, random);
        ASSERT_NO_FATAL_FAILURE(Expect(device.get(), turned, "direct", "TransposeDirectFilter"));
        const Copy tiled(MagickAccelerateTranspose, depth, channels, random);
        ASSERT_NO_FATAL_FAILURE(Expect(device.get(), tiled, "tiles", "TransposeFilter"));
      }
}

TEST(OpenClMaps, PixelsAreThoseThatTheMapsName) {
  ExpectAll({});
}

TEST(OpenClMaps, InStrips) {
  DeviceOptions options;
  options.share = SharePolicy::kNever;
  options.strip_bytes = 1 << 10;
  ExpectAll(options);
}

TEST(OpenClMaps, EntriesOutsideTheSourceAreDeclined) {
  const auto device = FirstDevice({});
  if (!device) GTEST_SKIP() << "no usable OpenCL device";
  std::mt19937 random(12);
  for (const auto operation : {MagickAccelerateRemap, MagickAccelerateTranspose}) {
    const Copy copy(operation, 16, MagickAcceleratePlain, random);
    MagickAccelerateWork work = copy.work();
    Map columns(257, work.source.columns);
    work.maps.columns = columns.data();
    MagickAccelerateParts parts{};
    try {
      testing::PlanAndRun(*device, work, &parts);
      FAIL() << "ran";
    } catch (const Problem& problem) {
      EXPECT_EQ(MagickAccelerateDeclined, problem.outcome());
      EXPECT_STREQ("entry 0 of the map of columns lies outside the source", problem.what());
    }
  }
}

}  // namespace
}  // namespace lodestone::accel::gpu
