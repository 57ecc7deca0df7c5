// The OpenCL kernels against the oracle: bit equality, nothing written outside the destination.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/operation_table.hpp"
#include "tests/gpu/run.hpp"
#include "tests/gpu/oracle.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

// Operations that have kernels.
struct Kind {
  MagickAccelerateOperation operation;
  MagickAccelerateChannels channels;
  bool vertical_first;
};

constexpr Kind kKinds[] = {{MagickAccelerateScale, MagickAccelerateOpaque, true},
                           {MagickAccelerateScale, MagickAccelerateWeighted, true},
                           {MagickAccelerateResize, MagickAccelerateOpaque, true},
                           {MagickAccelerateResize, MagickAccelerateOpaque, false},
                           {MagickAccelerateResize, MagickAccelerateWeighted, true},
                           {MagickAccelerateResize, MagickAccelerateWeighted, false},
                           {MagickAccelerateBlur, MagickAccelerateOpaque, true},
                           {MagickAccelerateBlur, MagickAcceleratePlain, true},
                           {MagickAccelerateBlur, MagickAccelerateWeighted, true},
                           {MagickAccelerateScale, MagickAccelerateGrey, true},
                           {MagickAccelerateResize, MagickAccelerateGrey, true},
                           {MagickAccelerateResize, MagickAccelerateGrey, false},
                           {MagickAccelerateBlur, MagickAccelerateGrey, true}};

// A configuration for the kernels: the device's limits and the variant of the work, by name.
struct Variant {
  const char* name;
  const char* variant;
  DeviceOptions options;
  // OpenCL drivers for CPUs recompile every kernel for every shape, which takes long, so not every
  // variant does both.
  std::vector<unsigned> depths = {8, 16};
  bool everything = false;  // also what the library's plans never need
};

void PrintTo(const Variant& variant, std::ostream* stream) {
  *stream << variant.name;
}

DeviceOptions Options(uint64_t local_limit, SharePolicy share,
                      std::optional<uint64_t> band_bytes = std::nullopt) {
  DeviceOptions options;
  options.share = share;
  options.local_limit_bytes = local_limit;
  options.band_bytes = band_bytes;
  return options;
}

const Variant kVariants[] = {
    {"Default", "", {}, {8, 16}, true},
    {"Strips", "strips", Options(UINT64_MAX, SharePolicy::kNever)},
    {"Strips4K", "strips", Options(4 << 10, SharePolicy::kByDevice)},
    {"Tiles", "tiles", Options(48 << 10, SharePolicy::kByDevice), {16}},
    {"Tiles10K", "tiles", Options(10 << 10, SharePolicy::kNever), {8}},
    {"WideTiles", "wide tiles", Options(UINT64_MAX, SharePolicy::kByDevice), {8}},
    {"EvenTiles", "even tiles", Options(48 << 10, SharePolicy::kNever)},
    {"Boxes", "boxes", Options(UINT64_MAX, SharePolicy::kByDevice)},
    {"PassesInPlace",
     "passes in place",
     Options(UINT64_MAX, SharePolicy::kNever, 1),
     {8, 16},
     true},
    {"Passes48K", "passes through local memory", Options(48 << 10, SharePolicy::kByDevice), {16}},
    {"Passes1K", "passes through local memory", Options(1 << 10, SharePolicy::kNever, 1), {8}},
    {"PassesOnePixel", "passes through local memory", Options(16, SharePolicy::kByDevice), {16}},
    {"PassesThroughImages", "passes through images", Options(UINT64_MAX, SharePolicy::kNever)},
};

// Those that differ from one of these only in the shape of their groups, or in one pass, have fewer
// tests.
const Variant kSimilarVariants[] = {
    {"InPlaceDrivers", "passes in place, driver's groups", {}},
    {"InPlaceLargest", "passes in place, largest groups", {}},
    {"VerticalImage", "vertical pass through an image", Options(UINT64_MAX, SharePolicy::kNever)},
    {"HorizontalImage", "horizontal pass through an image", {}},
};

// Passes through local memory, whose shape depends on the work.
bool ShapesVary(const Variant& variant) {
  return std::string(variant.variant) == "passes through local memory";
}

// "" leaves the choice to the module.
bool Exists(const std::string& name, const MagickAccelerateWork& work) {
  const VariantNames names = VariantsOf(work, {});
  return name.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

class OpenClKernels : public ::testing::TestWithParam<Variant> {
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

  void Expect(const TestWork& work, uint32_t padding, size_t shift) {
    TestImage source(work.depth, work.horizontal.inputs, work.vertical.inputs, padding, shift,
                     SamplesOf(work.channels));
    source.Fill(random_);
    Expect(work, source, padding, shift);
  }

  void Expect(const TestWork& work, const TestImage& source, uint32_t padding, size_t shift) {
    TestImage result(work.depth, work.horizontal.outputs(), work.vertical.outputs(), padding, shift,
                     SamplesOf(work.channels));
    MagickAccelerateParts parts{};
    MagickAccelerateWork view = work.View(source, result);
    view.variant = GetParam().variant;
    EXPECT_TRUE(Exists(view.variant, view)) << view.variant;
    PlanAndRun(*device_, view, &parts);
    EXPECT_EQ(Mismatches(Oracle(work, source), result), 0u)
        << "operation " << work.operation << " depth " << work.depth << " channels "
        << work.channels << " vertical first " << work.vertical_first << ": " << source.columns()
        << "x" << source.rows() << " to " << result.columns() << "x" << result.rows();
    EXPECT_TRUE(result.GuardsIntact());
    EXPECT_TRUE(source.GuardsIntact());
  }

  // Every combination of channels and depth with the same tables.
  void ExpectAll(const TestAxis& horizontal, const TestAxis& vertical) {
    for (const Kind& kind : kKinds) ExpectKind(kind, horizontal, vertical);
  }
  void ExpectBlurs(const TestAxis& horizontal, const TestAxis& vertical) {
    for (const Kind& kind : kKinds)
      if (kind.operation == MagickAccelerateBlur) ExpectKind(kind, horizontal, vertical);
  }
  void ExpectKind(const Kind& kind, const TestAxis& horizontal, const TestAxis& vertical) {
    for (const unsigned depth : GetParam().depths) {
      ++runs_;
      Expect({kind.operation, depth, kind.channels, kind.vertical_first, horizontal, vertical},
             runs_ % 3 == 0 ? 5 : 0, runs_ % 4 == 0 ? depth / 8 : 0);
    }
  }

  Device* device_ = nullptr;
  std::mt19937 random_{20220428};
  unsigned runs_ = 0;
};

TEST_P(OpenClKernels, SmallSizesUpAndDown) {
  // All of them once: drivers for CPUs recompile for many shapes.
  const auto sizes = GetParam().variant[0] == '\0' ? std::vector<uint32_t>{1, 2, 3, 7, 16, 17}
                     : ShapesVary(GetParam())      ? std::vector<uint32_t>{1, 17}
                                                   : std::vector<uint32_t>{1, 3, 17};
  for (const uint32_t inputs : sizes) {
    for (const uint32_t outputs : sizes) {
      ExpectAll(FilterAxis(inputs, outputs, 3.0, random_),
                FilterAxis(outputs, inputs, 0.5, random_));
    }
  }
}

TEST_P(OpenClKernels, SizesAroundTheGroups) {
  ExpectAll(FilterAxis(1030, 257, 3.0, random_), FilterAxis(36, 17, 3.0, random_));
  ExpectAll(FilterAxis(16, 255, 2.0, random_), FilterAxis(40, 150, 2.0, random_));
  ExpectAll(FilterAxis(257, 65, 3.0, random_), FilterAxis(65, 33, 3.0, random_));
  ExpectAll(FilterAxis(65, 257, 2.0, random_), FilterAxis(16, 31, 2.0, random_));
  ExpectAll(FilterAxis(255, 256, 1.0, random_), FilterAxis(17, 9, 0.5, random_));
}

TEST_P(OpenClKernels, SeveralBands) {
  ExpectAll(FilterAxis(40, 70, 2.0, random_), FilterAxis(330, 150, 3.0, random_));
  ExpectAll(FilterAxis(70, 40, 2.0, random_), FilterAxis(50, 200, 2.0, random_));
}

TEST_P(OpenClKernels, AnyTableThatTheContractPermits) {
  for (const uint32_t inputs : {1u, 5u, 64u, 130u}) {
    for (const uint32_t outputs : {1u, 9u, 70u}) {
      ExpectAll(WildAxis(inputs, outputs, random_), WildAxis(outputs, inputs, random_));
    }
  }
}

TEST_P(OpenClKernels, ConvolutionsOfOneSize) {
  const auto lengths = ShapesVary(GetParam()) ? std::vector<uint32_t>{17, 255}
                                              : std::vector<uint32_t>{1, 2, 3, 7, 16, 17, 255, 257};
  for (const uint32_t length : lengths) {
    for (const uint32_t taps : {3u, 5u, 13u}) {
      ExpectBlurs(SameSizeAxis(length, taps, random_), SameSizeAxis(272 - length, taps, random_));
    }
    ExpectBlurs(SameSizeAxis(length, 65, random_), SameSizeAxis(19, 49, random_));
    ExpectBlurs(InnerAxis(length, 11, random_), InnerAxis(23, 4, random_));
  }
}

// Order and clamp are the work item's, whatever plans the library makes for the operation.
TEST_P(OpenClKernels, OrderAndClampAreTheWorkItems) {
  struct Other {
    Kind kind;
    bool clamps;
  };
  constexpr Other kOthers[] = {{{MagickAccelerateScale, MagickAccelerateOpaque, false}, true},
                               {{MagickAccelerateBlur, MagickAccelerateGrey, false}, true},
                               {{MagickAccelerateBlur, MagickAcceleratePlain, true}, true},
                               {{MagickAccelerateResize, MagickAccelerateOpaque, true}, false},
                               {{MagickAccelerateResize, MagickAccelerateWeighted, true}, false}};
  // A different program for each: not for every variant.
  if (!GetParam().everything) return;
  const TestAxis across = FilterAxis(83, 41, 3.0, random_), down = FilterAxis(29, 37, 3.0, random_);
  for (const auto& [kind, clamps] : kOthers) {
    TestWork work{kind.operation, 16, kind.channels, kind.vertical_first, across, down};
    work.clamps_intermediate = clamps;
    Expect(work, 0, 0);
  }
}

// At one depth: it takes a program for each.
TEST_P(OpenClKernels, BoxesInLinearLight) {
  if (std::string(GetParam().variant) != "boxes") return;
  for (const MagickAccelerateChannels channels : {MagickAccelerateOpaque, MagickAccelerateWeighted,
                                                  MagickAcceleratePlain, MagickAccelerateGrey})
    for (const uint32_t side : {2u, 4u, 8u}) {
      const float weight = 1.0f / static_cast<float>(side);
      TestWork work{MagickAccelerateScale,     GetParam().depths.back(), channels, true,
                    BoxAxis(67, side, weight), BoxAxis(5, side, weight)};
      work.linear_light = true;
      Expect(work, 0, 0);
    }
}

// The same.
TEST_P(OpenClKernels, LinearLight) {
  constexpr Kind kFew[] = {{MagickAccelerateResize, MagickAccelerateOpaque, true},
                           {MagickAccelerateResize, MagickAccelerateWeighted, false},
                           {MagickAccelerateBlur, MagickAcceleratePlain, true},
                           {MagickAccelerateScale, MagickAccelerateGrey, true}};
  const auto expect = [&](const TestAxis& across, const TestAxis& down) {
    for (const Kind& kind : kFew) {
      TestWork work{kind.operation, GetParam().depths.back(),
                    kind.channels,  kind.vertical_first,
                    across,         down};
      work.linear_light = true;
      Expect(work, 0, 0);
    }
  };
  expect(FilterAxis(1030, 257, 3.0, random_), FilterAxis(36, 17, 3.0, random_));
  expect(FilterAxis(65, 150, 2.0, random_), FilterAxis(16, 31, 2.0, random_));
  expect(SameSizeAxis(71, 65, random_), SameSizeAxis(35, 5, random_));
}

TEST_P(OpenClKernels, BlockBoundaries) {
  for (const uint32_t taps : {63u, 64u, 65u, 128u, 129u}) {
    ExpectAll(FilterAxis(taps, 1, 1.0, random_), FilterAxis(3, 2, 1.0, random_));
    ExpectAll(FilterAxis(3, 2, 1.0, random_), FilterAxis(taps, 1, 1.0, random_));
  }
}

// Blocks end elsewhere for each output of a quad, for those at the edges more than for others.
TEST_P(OpenClKernels, LongTables) {
  ExpectAll(FilterAxis(1400, 33, 3.0, random_), FilterAxis(700, 18, 3.0, random_));
  ExpectAll(FilterAxis(30, 70, 2.0, random_), FilterAxis(1500, 9, 3.0, random_));
  ExpectBlurs(SameSizeAxis(301, 163, random_), SameSizeAxis(150, 129, random_));
  ExpectBlurs(SameSizeAxis(65, 500, random_), SameSizeAxis(33, 3, random_));
}

// Rows of an odd number of boxes, the last of which ends where memory does: kernels in shared
// memory that read on would end the process.
TEST_P(OpenClKernels, NothingBehindTheSourceIsRead) {
  constexpr uint32_t kColumns = 10, kRows = 64;
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const TestAxis across = BoxAxis(kColumns / 2, 2, 0.5f), down = BoxAxis(kRows / 2, 2, 0.5f);
  for (const unsigned depth : GetParam().depths) {
    const TestWork work{MagickAccelerateScale, depth, MagickAccelerateOpaque, true, across, down};
    TestImage source(depth, kColumns, kRows, 0, 0);
    source.Fill(random_);
    TestImage result(depth, kColumns / 2, kRows / 2, 0, 0);
    MagickAccelerateWork view = work.View(source, result);
    const size_t bytes = view.source.stride_bytes * kRows, whole = (bytes + page - 1) / page * page;
    void* const mapped =
        ::mmap(nullptr, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(mapped, MAP_FAILED);
    auto* const end = static_cast<unsigned char*>(mapped) + whole;
    ASSERT_EQ(::mprotect(end, page, PROT_NONE), 0);
    std::memcpy(end - bytes, view.source.data, bytes);
    view.source.data = end - bytes;
    view.variant = GetParam().variant;
    MagickAccelerateParts parts{};
    PlanAndRun(*device_, view, &parts);
    EXPECT_EQ(Mismatches(Oracle(work, source), result), 0u);
    ::munmap(mapped, whole + page);
  }
}

TEST_P(OpenClKernels, WholeBoxes) {
  // Boxes are not a special case for passes through local memory.
  const auto sides = ShapesVary(GetParam()) ? std::vector{4u} : std::vector{2u, 3u, 4u, 8u};
  for (const uint32_t side : sides) {
    const float weight = 1.0f / static_cast<float>(side);
    ExpectAll(BoxAxis(67, side, weight), BoxAxis(5, side, weight));
    if (ShapesVary(GetParam())) continue;
    for (const uint32_t columns : {1u, 2u, 17u}) {
      ExpectAll(BoxAxis(columns, side, weight), BoxAxis(5, side, weight));
    }
    ExpectAll(BoxAxis(3, side, 0.3f), BoxAxis(2, side, 0.7f));
    ExpectAll(BoxAxis(3, side, 0.3f), FilterAxis(10, 5, 1.0, random_));
  }
}

TEST_P(OpenClKernels, WidthsUnderATile) {
  const auto widths =
      ShapesVary(GetParam()) ? std::vector{65u} : std::vector{60u, 64u, 65u, 96u, 130u, 161u, 250u};
  for (const uint32_t inputs : widths) {
    ExpectAll(FilterAxis(inputs, 32, 1.0, random_), FilterAxis(40, 37, 2.0, random_));
  }
}

TEST_P(OpenClKernels, BlocksAreSummedApart) {
  const TestAxis long_axis = CancellingAxis(), short_axis = FilterAxis(3, 2, 1.0, random_);
  for (const unsigned depth : GetParam().depths) {
    for (const bool vertical : {false, true}) {
      TestWork work{
          MagickAccelerateResize, depth, MagickAccelerateOpaque, true, long_axis, short_axis};
      if (vertical) std::swap(work.horizontal, work.vertical);
      for (const Kind& kind : kKinds) {
        work.operation = kind.operation;
        work.channels = kind.channels;
        work.vertical_first = kind.vertical_first;
        TestImage source(depth, work.horizontal.inputs, work.vertical.inputs, 0, 0,
                         SamplesOf(work.channels));
        source.FillEvenly(depth == 8 ? 200 : 40000);
        Expect(work, source, 0, 0);
      }
    }
  }
}

TEST_P(OpenClKernels, FiveThousandToOneAndBack) {
  const TestAxis few = FilterAxis(3, 2, 1.0, random_);
  const TestAxis down = FilterAxis(5000, 1, 1.0, random_);
  const TestAxis up = FilterAxis(1, 5000, 1.0, random_);
  ExpectAll(down, few);
  ExpectAll(few, down);
  ExpectAll(up, few);
  ExpectAll(few, up);
  ExpectAll(FilterAxis(5000, 3, 3.0, random_), few);
}

using OpenClSimilarKernels = OpenClKernels;

TEST_P(OpenClSimilarKernels, AFewWorks) {
  ExpectAll(SameSizeAxis(71, 5, random_), SameSizeAxis(35, 3, random_));
  ExpectAll(FilterAxis(30, 70, 2.0, random_), FilterAxis(70, 33, 3.0, random_));
  ExpectAll(FilterAxis(3, 2, 1.0, random_), FilterAxis(1, 3, 1.0, random_));
}

TEST(OpenClVariants, EveryOneIsTested) {
  MagickAccelerateWork work{};
  work.operation = MagickAccelerateResize;
  for (const std::string name : VariantsOf(work, {})) {
    const auto is_it = [&](const Variant& tested) { return name == tested.variant; };
    EXPECT_TRUE(std::any_of(std::begin(kVariants), std::end(kVariants), is_it) ||
                std::any_of(std::begin(kSimilarVariants), std::end(kSimilarVariants), is_it))
        << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, OpenClSimilarKernels, ::testing::ValuesIn(kSimilarVariants),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Variants, OpenClKernels, ::testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace lodestone::accel::gpu::testing
