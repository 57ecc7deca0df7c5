// The OpenCL neighbourhood kernels against the oracle: bit equality, nothing written outside the
// destination.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "accel/gpu/operations/operation_kernels.hpp"
#include "tests/gpu/run.hpp"
#include "tests/gpu/neighborhood.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

using oracle::Around;

constexpr Around kArounds[] = {Around::kEdge, Around::kReflect, Around::kTile, Around::kConstant};

// A configuration for the kernels: the device's limits and the variants of each operation, by name;
// null for operations that are left out. OpenCL drivers for CPUs recompile every kernel for every
// program, which takes long, so not every variant does both depths.
struct Variant {
  const char* name;
  const char *convolve, *median, *despeckle;
  DeviceOptions options = {};
  std::vector<unsigned> depths = {8, 16};
};

void PrintTo(const Variant& variant, std::ostream* stream) {
  *stream << variant.name;
}

DeviceOptions Options(SharePolicy share, uint64_t local_limit = UINT64_MAX,
                      uint64_t strip_bytes = 12 << 20) {
  DeviceOptions options;
  options.share = share;
  options.local_limit_bytes = local_limit;
  options.strip_bytes = strip_bytes;
  return options;
}

// In strips of a few rows, in buffers without spare room.
DeviceOptions Short() {
  DeviceOptions options = Options(SharePolicy::kNever, UINT64_MAX, 1 << 10);
  options.memory_limit_bytes = 512 << 10;
  options.kept_bytes = 0;
  options.band_bytes = 1;
  return options;
}

const Variant kVariants[] = {
    {"Default", "", "", ""},
    {"Short", "", "", "", Short(), {16}},
    {"Direct", "direct", "direct", "passes", Options(SharePolicy::kNever), {8}},
    {"Strips", "strips", "strips", "strips", Options(SharePolicy::kNever), {8}},
    {"Strips16K", "strips", "strips", "strips", Options(SharePolicy::kNever, 16 << 10), {16}},
    {"Tiles", "tiles", "tiles", "tiles", Options(SharePolicy::kNever, 48 << 10), {16}},
    {"Tiles10K", "tiles", "tiles", "tiles", Options({}, 10 << 10), {8}},
    {"UnrolledTiles", "unrolled tiles", nullptr, nullptr, Options({}), {8}},
};

const char* NameFor(const Variant& variant, MagickAccelerateOperation operation) {
  switch (operation) {
    case MagickAccelerateConvolve:
    case MagickAccelerateMotionBlur:
      return variant.convolve;
    case MagickAccelerateMedian:
      return variant.median;
    case MagickAccelerateDespeckle:
      return variant.despeckle;
    default:
      return "";
  }
}

// "" leaves the choice to the module.
bool Exists(const std::string& name, const MagickAccelerateWork& work) {
  const VariantNames names = VariantsOf(work, {});
  return name.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

class OpenClNeighborhood : public ::testing::TestWithParam<Variant> {
 protected:
  // Programs are compiled once for all tests of a variant.
  static Device* DeviceFor(const Variant& variant) {
    static auto& cache = *new ProgramCache("", "");
    static auto& devices = *new std::map<std::string, std::unique_ptr<Device>>;
    auto& device = devices[variant.name];
    if (device) return device.get();
    for (const DeviceFacts& facts : DiscoverDevices().devices) {
      if (!facts.problem.empty()) continue;
      device = std::make_unique<Device>(facts, "test", cache, variant.options);
      return device.get();
    }
    return nullptr;
  }

  void SetUp() override {
    device_ = DeviceFor(GetParam());
    if (!device_) GTEST_SKIP() << "no usable OpenCL device";
  }

  void Expect(WindowTest test) {
    const char* variant = NameFor(GetParam(), test.operation);
    if (!variant) return;
    ++runs_;
    test.padding_px = runs_ % 3 == 0 ? 5 : 0;
    test.shift = runs_ % 4 == 0 ? test.depth / 8 : 0;
    const WindowWork work(test, random_);
    MagickAccelerateWork view = work.View();
    view.variant = variant;
    EXPECT_TRUE(Exists(variant, view)) << variant;
    MagickAccelerateParts parts{};
    PlanAndRun(*device_, view, &parts);
    EXPECT_EQ(Mismatches(work.Expected(), work.result()), 0u)
        << test.Describe() << ", by " << parts.kernels;
    EXPECT_TRUE(work.result().GuardsIntact()) << test.Describe();
    EXPECT_TRUE(work.source().GuardsIntact()) << test.Describe();
  }

  // Both depths and all kinds of channels, alternating the borders.
  void ExpectAll(WindowTest test) {
    for (const unsigned depth : GetParam().depths) {
      for (const MagickAccelerateChannels channels : ChannelsTaken(GetOperation(test.operation))) {
        test.depth = depth;
        test.channels = channels;
        test.around = kArounds[around_++ % std::size(kArounds)];
        Expect(test);
      }
    }
    ++around_;
  }

  WindowTest Convolution(uint32_t columns, uint32_t rows, TestTaps taps) {
    WindowTest test;
    test.operation = taps.order != 0 ? MagickAccelerateConvolve : MagickAccelerateMotionBlur;
    test.columns = columns;
    test.rows = rows;
    test.taps = std::move(taps);
    return test;
  }

  WindowTest Median(uint32_t columns, uint32_t rows, uint32_t window) {
    WindowTest test;
    test.operation = MagickAccelerateMedian;
    test.columns = columns;
    test.rows = rows;
    test.window = window;
    return test;
  }

  WindowTest Despeckle(uint32_t columns, uint32_t rows) {
    WindowTest test;
    test.operation = MagickAccelerateDespeckle;
    test.columns = columns;
    test.rows = rows;
    return test;
  }

  Device* device_ = nullptr;
  std::mt19937 random_{20220428};
  unsigned runs_ = 0, around_ = 0;
};

// Most of these windows are larger than the image.
TEST_P(OpenClNeighborhood, SmallSizes) {
  for (const uint32_t columns : {1u, 2u, 3u, 7u, 16u, 17u}) {
    for (const uint32_t rows : {1u, 2u, 7u, 17u}) {
      ExpectAll(Convolution(columns, rows, MatrixTaps(3, random_)));
      ExpectAll(Convolution(columns, rows, MatrixTaps(5, random_)));
      ExpectAll(Convolution(columns, rows, LineTaps(9, 0.6, random_)));
      ExpectAll(Median(columns, rows, 3));
      ExpectAll(Median(columns, rows, 7));
      ExpectAll(Despeckle(columns, rows));
    }
  }
}

TEST_P(OpenClNeighborhood, SizesAroundTheGroups) {
  for (const auto& [columns, rows] : {std::pair{255u, 33u}, {257u, 31u}, {65u, 70u}, {130u, 65u}}) {
    ExpectAll(Convolution(columns, rows, MatrixTaps(3, random_)));
    ExpectAll(Convolution(columns, rows, MatrixTaps(7, random_)));
    ExpectAll(Convolution(columns, rows, WildTaps(30, 6, random_)));
    ExpectAll(Median(columns, rows, 5));
    ExpectAll(Despeckle(columns, rows));
  }
  ExpectAll(Convolution(1030, 3, MatrixTaps(5, random_)));
  ExpectAll(Convolution(5, 300, MatrixTaps(5, random_)));
  ExpectAll(Despeckle(1030, 3));
  ExpectAll(Despeckle(5, 300));
  ExpectAll(Median(1030, 3, 3));
}

TEST_P(OpenClNeighborhood, AnyOrder) {
  for (const uint32_t order : {1u, 3u, 5u, 7u, 9u, 11u, 15u, 31u}) {
    ExpectAll(Convolution(33, 21, MatrixTaps(order, random_)));
  }
  ExpectAll(Convolution(9, 5, MatrixTaps(99, random_)));
  ExpectAll(Convolution(3, 4, MatrixTaps(151, random_)));
}

TEST_P(OpenClNeighborhood, AnyTaps) {
  ExpectAll(Convolution(20, 11, LineTaps(1, 0.0, random_)));
  ExpectAll(Convolution(40, 11, LineTaps(130, -0.3, random_)));
  for (const uint32_t count : {63u, 64u, 65u, 129u}) {
    ExpectAll(Convolution(35, 10, WildTaps(count, 20, random_)));
  }
  ExpectAll(Convolution(7, 6, WildTaps(20, 300, random_)));
}

// All on one side, so that the window does not contain the pixel itself.
TEST_P(OpenClNeighborhood, TapsElsewhere) {
  TestTaps taps = WildTaps(10, 3, random_);
  for (int32_t& dx : taps.dx) dx += 9;
  for (int32_t& dy : taps.dy) dy -= 8;
  ExpectAll(Convolution(40, 30, taps));
  ExpectAll(Convolution(4, 3, taps));
}

TEST_P(OpenClNeighborhood, AnyMedian) {
  for (const uint32_t window : {1u, 3u, 5u, 7u, 9u, 17u, 33u}) ExpectAll(Median(35, 18, window));
  ExpectAll(Median(5, 3, 71));
}

TEST_P(OpenClNeighborhood, Finishes) {
  for (const uint32_t keep : {1u, 5u, 8u, 15u, 0u}) {
    for (const unsigned sharpen : {0u, 1u, 2u, 3u}) {
      WindowTest test = Convolution(37, 20, MatrixTaps(3, random_));
      test.finish = {keep, sharpen, sharpen ? 1.7f : 0.0f, sharpen ? 9.0f : 0.0f};
      ExpectAll(test);
    }
    WindowTest median = Median(37, 20, 3), despeckle = Despeckle(37, 20);
    median.finish.keep = despeckle.finish.keep = keep;
    ExpectAll(median);
    ExpectAll(despeckle);
  }
}

TEST_P(OpenClNeighborhood, Extends) {
  WindowTest test;
  test.operation = MagickAccelerateExtend;
  for (const auto& [columns, rows] : {std::pair{1u, 1u}, {3u, 7u}, {65u, 40u}}) {
    test.columns = columns;
    test.rows = rows;
    test.left = 3;
    test.right = 70;
    test.top = 9;
    test.bottom = 1;
    ExpectAll(test);
  }
}

// Tables of the same sizes, alternating repeatedly on the same device.
TEST_P(OpenClNeighborhood, TablesAreToldApart) {
  const TestTaps first = MatrixTaps(3, random_), second = MatrixTaps(3, random_);
  TestTaps turned = first;
  std::swap(turned.dx, turned.dy);
  turned.order = 0;
  for (int i = 0; i < 3; ++i) {
    for (const Around around : kArounds) {
      for (const TestTaps& taps : {first, second, turned}) {
        WindowTest test = Convolution(20, 20, taps);
        test.depth = GetParam().depths[0];
        test.around = around;
        Expect(test);
      }
      WindowTest test = Median(20, 20, 3);
      test.depth = GetParam().depths[0];
      test.around = around;
      Expect(test);
    }
  }
}

TEST(OpenClWindowVariants, EveryOneIsTested) {
  for (const auto operation :
       {MagickAccelerateConvolve, MagickAccelerateMedian, MagickAccelerateDespeckle}) {
    MagickAccelerateWork work{};
    work.operation = operation;
    for (const std::string name : VariantsOf(work, {})) {
      EXPECT_TRUE(std::any_of(std::begin(kVariants), std::end(kVariants), [&](const Variant& each) {
        const char* tested = NameFor(each, operation);
        return tested && name == tested;
      })) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, OpenClNeighborhood, ::testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace lodestone::accel::gpu::testing
