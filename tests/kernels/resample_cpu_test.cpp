// The CPU kernel against the plain oracle, bit for bit, on every instruction set of this machine.
#include "kernels/resample/cpu/resample_cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "kernels/window/separable_plan.hpp"
#include "kernels/resample/cpu/whole.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/scale_plan.hpp"
#include "tests/kernels/every_target.hpp"
#include "tests/support/separable_oracle.hpp"

namespace lodestone::kernels {
namespace {

constexpr std::uint32_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr QuantumSample kGuard = 0x5a;
const RowsDone kKeepGoing = [](std::size_t) { return true; };

oracle::Axis OracleAxis(const AxisTable& table) {
  return {table.first().data(),   table.count().data(), table.offset().data(),
          table.weights().data(), table.inputs(),       table.outputs()};
}

// The parameters of a work other than its tables.
struct Mode {
  Channels channels;
  bool clamps_intermediate;

  std::size_t samples() const { return SamplesOf(channels); }
  oracle::Mode ForOracle() const {
    return {samples(), channels == Channels::kWeighted, channels == Channels::kOpaque,
            clamps_intermediate};
  }
};

constexpr Mode kResampling[] = {{Channels::kOpaque, true},
                                {Channels::kWeighted, true},
                                {Channels::kPlain, true},
                                {Channels::kGrey, true}};
constexpr Mode kConvolution[] = {
    {Channels::kOpaque, false}, {Channels::kPlain, false}, {Channels::kGrey, false}};

std::vector<QuantumSample> RandomSamples(std::size_t count, std::mt19937& random) {
  std::vector<QuantumSample> samples(count);
  for (QuantumSample& sample : samples) {
    const std::uint32_t kind = random() % 4;
    sample = kind == 0   ? QuantumSample{0}
             : kind == 1 ? static_cast<QuantumSample>(kQuantumMax)
                         : static_cast<QuantumSample>(random());
  }
  return samples;
}

// Runs the kernel in two bands into rows with guard samples after each, and compares everything.
void ExpectEquals(const std::vector<QuantumSample>& expected, ResampleWork work, std::size_t cut) {
  const std::size_t columns = work.destination.columns, rows = work.destination.rows;
  const std::size_t samples = columns * SamplesOf(work.channels), stride = samples + 3;
  std::vector<QuantumSample> result(stride * rows, kGuard);
  work.destination.data = result.data();
  work.destination.stride = stride;
  ASSERT_TRUE(ResampleBand(work, 0, cut, kKeepGoing));
  ASSERT_TRUE(ResampleBand(work, cut, rows, kKeepGoing));
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t i = 0; i < samples; ++i)
      ASSERT_EQ(expected[y * samples + i], result[y * stride + i])
          << work.source.columns << "x" << work.source.rows << " to " << columns << "x" << rows
          << " channels " << int(work.channels) << " row " << y << " sample " << i;
    for (std::size_t i = samples; i < stride; ++i)
      ASSERT_EQ(kGuard, result[y * stride + i]) << "guard behind row " << y;
  }
}

// The same with random samples on every instruction set, split anywhere.
void ExpectEqualsOracle(const ResamplePlan& plan, const Mode& mode, std::mt19937& random) {
  const std::uint32_t columns = plan.horizontal.outputs(), rows = plan.vertical.outputs();
  const std::uint32_t source_columns = plan.horizontal.inputs();
  const std::uint32_t source_rows = plan.vertical.inputs();
  const std::size_t source_samples = source_columns * mode.samples();
  const auto source = RandomSamples(source_samples * source_rows, random);
  const ResampleWork work{plan.horizontal.view(),
                          plan.vertical.view(),
                          plan.vertical_first,
                          mode.clamps_intermediate,
                          mode.channels,
                          {source.data(), source_columns, source_rows, source_samples},
                          {nullptr, columns, rows, 0}};
  const std::size_t cut = random() % (rows + 1);
  const auto expected =
      oracle::Resample(source, OracleAxis(plan.horizontal), OracleAxis(plan.vertical),
                       plan.vertical_first, mode.ForOracle());
  test::OnEveryTarget([&] { ExpectEquals(expected, work, cut); });
}

// A convolution that keeps the size: the kernel is truncated at both ends, as at the border of an
// image.
AxisTable ConvolutionAxis(std::uint32_t size, const std::vector<double>& kernel) {
  AxisTable table(size, size);
  const std::int64_t half = static_cast<std::int64_t>(kernel.size()) / 2;
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t first = std::max<std::int64_t>(0, i - half);
    const std::int64_t behind = std::min<std::int64_t>(size, i - half + std::ssize(kernel));
    table.Append(static_cast<std::uint32_t>(first),
                 std::span(kernel).subspan(static_cast<std::size_t>(first - i + half),
                                           static_cast<std::size_t>(behind - first)));
  }
  return table;
}

// The same for an input that extends beyond the output by the kernel's width.
AxisTable ValidAxis(std::uint32_t size, const std::vector<double>& kernel) {
  AxisTable table(size + static_cast<std::uint32_t>(kernel.size()) - 1, size);
  for (std::uint32_t i = 0; i < size; ++i) table.Append(i, kernel);
  return table;
}

// Weights of both signs whose sums leave the range of quanta on both sides, `scale` times as far.
std::vector<double> RandomKernel(std::uint32_t taps, double scale, std::mt19937& random) {
  std::vector<double> kernel(taps);
  for (double& weight : kernel)
    weight = scale * (double(random()) / double(std::mt19937::max()) - 0.4) * 5.0 / taps;
  return kernel;
}

TEST(ResampleCpu, ResizeEqualsOracleAtAllSizes) {
  std::mt19937 random(7);
  for (std::uint32_t from : kSizes)
    for (std::uint32_t to : kSizes)
      for (const Mode& mode : kResampling) {
        const auto filter = static_cast<Filter>(random() % 15);
        ResamplePlan plan = BuildResizePlan(from, kSizes[random() % 8], to, kSizes[random() % 8],
                                            filter, 0.5 + 0.25 * double(random() % 5));
        plan.vertical_first = random() % 2;
        ExpectEqualsOracle(plan, mode, random);
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(ResampleCpu, ScaleEqualsOracleAtAllSizes) {
  std::mt19937 random(8);
  for (std::uint32_t from : kSizes)
    for (std::uint32_t to : kSizes)
      for (const Mode& mode : kResampling) {
        ExpectEqualsOracle(BuildScalePlan(from, kSizes[random() % 8], to, kSizes[random() % 8]),
                           mode, random);
        if (testing::Test::HasFatalFailure()) return;
      }
}

// Integer boxes, including powers of two with a kernel of their own, up to where integer sums would
// no longer be exact.
TEST(ResampleCpu, BoxesEqualOracle) {
  std::mt19937 random(10);
  for (std::uint32_t across : {1, 2, 3, 4, 8, 16, 512})
    for (std::uint32_t down : {1, 2, 4, 5, 32, 512})
      for (std::uint32_t columns : {1, 9, 37, 75}) {
        if (across * down * columns > 20000) continue;
        const std::uint32_t rows = 1 + random() % 5;
        for (const Mode& mode : kResampling)
          ExpectEqualsOracle(BuildScalePlan(columns * across, rows * down, columns, rows), mode,
                             random);
        if (testing::Test::HasFatalFailure()) return;
      }
}

// Sizes beyond the kernel's buffers: many chunks of columns, many groups of rows, every number of
// outputs in flight, and tables of more taps than one partial sum.
TEST(ResampleCpu, LargePlansEqualOracle) {
  struct Shape {
    std::uint32_t source_columns, source_rows, columns, rows;
    Filter filter;
  };
  constexpr Shape kShapes[] = {
      {603, 61, 91, 23, Filter::kLanczos},   {101, 103, 151, 154, Filter::kMitchell},
      {101, 97, 211, 111, Filter::kLanczos}, {97, 51, 39, 207, Filter::kCatrom},
      {330, 230, 57, 21, Filter::kTriangle}, {400, 200, 11, 5, Filter::kLanczos},
      {50, 300, 410, 31, Filter::kGaussian}, {400, 50, 31, 200, Filter::kBox}};
  std::mt19937 random(11);
  for (const Shape& shape : kShapes)
    for (bool vertical_first : {false, true})
      for (const Mode& mode : kResampling) {
        ResamplePlan plan = BuildResizePlan(shape.source_columns, shape.source_rows, shape.columns,
                                            shape.rows, shape.filter, 1.0);
        plan.vertical_first = vertical_first;
        ExpectEqualsOracle(plan, mode, random);
        if (testing::Test::HasFatalFailure()) return;
      }
}

// Results of more than 16 MiB are written with non-temporal stores, line by line, from rows that
// start anywhere in a line.
TEST(ResampleCpu, ResultsLargerThanTheCacheEqualOracle) {
  constexpr std::uint32_t kColumns = 2103, kRows = LS_QUANTUM_DEPTH == 8 ? 2005 : 1005;
  std::mt19937 random(12);
  ExpectEqualsOracle(BuildScalePlan(701, 335, kColumns, kRows), {Channels::kOpaque, true}, random);
  ExpectEqualsOracle(BuildScalePlan(1402, 670, 2 * kColumns, 2 * kRows), {Channels::kGrey, true},
                     random);
}

TEST(ResampleCpu, ThousandsOfTapsAndBack) {
  std::mt19937 random(9);
  for (const Mode& mode : kResampling) {
    ExpectEqualsOracle(BuildResizePlan(5000, 3, 1, 2, Filter::kLanczos, 1.0), mode, random);
    ExpectEqualsOracle(BuildResizePlan(1, 2, 5000, 3, Filter::kLanczos, 1.0), mode, random);
    ExpectEqualsOracle(BuildResizePlan(3, 5000, 2, 1, Filter::kMitchell, 1.0), mode, random);
    ExpectEqualsOracle(BuildScalePlan(5000, 2, 1, 3), mode, random);
    ExpectEqualsOracle(BuildScalePlan(2, 5000, 3, 1), mode, random);
  }
}

TEST(ResampleCpu, ConvolutionEqualsOracleAtAllSizes) {
  std::mt19937 random(13);
  constexpr std::uint32_t kTaps[] = {1, 3, 5, 7, 13, 25, 49};
  for (std::uint32_t columns : kSizes)
    for (std::uint32_t rows : kSizes)
      for (const Mode& mode : kConvolution) {
        const auto across = RandomKernel(kTaps[random() % 7], 1.0, random);
        const auto down = RandomKernel(kTaps[random() % 7], 1.0, random);
        ResamplePlan plan{ConvolutionAxis(columns, across), ConvolutionAxis(rows, down), true};
        ExpectEqualsOracle(plan, mode, random);
        plan = {ValidAxis(columns, across), ValidAxis(rows, down), random() % 2 == 0};
        ExpectEqualsOracle(plan, mode, random);
        if (testing::Test::HasFatalFailure()) return;
      }
}

// Many chunks of columns and groups of rows, kernels of more than one partial sum, sums far beyond
// the integer range.
TEST(ResampleCpu, LargeConvolutionsEqualOracle) {
  std::mt19937 random(14);
  for (std::uint32_t taps : {2, 3, 5, 9, 11, 13, 16, 25, 63, 65, 131}) {
    const std::uint32_t rows = taps + 42;
    for (const Mode& mode : kConvolution) {
      const auto across = RandomKernel(taps, 1.0, random);
      const auto down = RandomKernel(taps, taps == 5 ? 1e9 : 1.0, random);
      for (bool vertical_first : {true, false})
        ExpectEqualsOracle(
            {ConvolutionAxis(419, across), ConvolutionAxis(rows, down), vertical_first}, mode,
            random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Rows in pieces, down to the shortest that are vectorized, and wide enough for pieces of different
// lengths; results written to the caches or past them.
TEST(ResampleCpu, FewTapsEqualOracle) {
  std::mt19937 random(19);
  const Mode grey{Channels::kGrey, false};
  const auto expect = [&](std::uint32_t columns, std::uint32_t rows, std::uint32_t taps) {
    const auto across = RandomKernel(taps, 1.0, random), down = RandomKernel(3, 1.0, random);
    ExpectEqualsOracle({ConvolutionAxis(columns, across), ConvolutionAxis(rows, down), true}, grey,
                       random);
  };
  for (std::uint32_t columns = 8; columns < 80; ++columns) expect(columns, 3, columns % 10 + 1);
  for (std::uint32_t columns : {4096, 4097, 8191, 8193, 12289})
    for (std::uint32_t taps : {1, 2, 3, 8, 9, 10}) expect(columns, 5, taps);
  expect(4201, LS_QUANTUM_DEPTH == 8 ? 4003 : 2003, 3);
}

// So wide that pieces of equal length would leave almost nothing for the last one.
TEST(ResampleCpu, VeryWideRowsEqualOracle) {
  if (sizeof(void*) < 8) GTEST_SKIP() << "needs a gigabyte in one piece";
  constexpr std::uint32_t kColumns = 4096 * 4097 + 1;
  const std::vector<double> whole = {0.25, 0.5, 0.25}, real = {0.2, 0.6, 0.2};
  std::mt19937 random(20);
  for (const auto& kernel : {whole, real})
    ExpectEqualsOracle({ConvolutionAxis(kColumns, kernel), ConvolutionAxis(1, kernel), true},
                       {Channels::kGrey, false}, random);
}

// Small integers over a power of two: sums of 16 bits, of 32, with a bias, of both signs, too large
// for either, and different weights at the borders.
TEST(ResampleCpu, WholeNumberConvolutionsEqualOracle) {
  const std::vector<std::vector<double>> kernels = {
      {0.25, 0.5, 0.25},
      {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0},
      {1 / 256.0, 4 / 256.0, 8 / 256.0, 16 / 256.0, 32 / 256.0, 134 / 256.0, 32 / 256.0, 16 / 256.0,
       8 / 256.0, 4 / 256.0, 1 / 256.0},
      {-0.5, 2.0, -0.5},
      {-1.0, 0.0, 1.0},
      {1.0, 1.0, 1.0},
      {127.0, 3.0, 127.0},
      {120.0, 3.0, 120.0},
      {1.0}};
  std::mt19937 random(15);
  for (const auto& across : kernels)
    for (const auto& down : kernels)
      for (const Mode& mode : kConvolution) {
        const auto fold = static_cast<Fold>(random() % 5);
        constexpr std::uint32_t kColumns[] = {1, 7, 16, 33, 64, 65, 257, 1100, 4133};
        ExpectEqualsOracle(
            BuildSeparablePlan(kColumns[random() % 9], kSizes[random() % 8], across, down, fold),
            mode, random);
        if (testing::Test::HasFatalFailure()) return;
      }
}

// Blockwise partial sums keep a constant image constant however many taps there are.
TEST(ResampleCpu, ConstantStaysConstantOverFiveThousandTaps) {
  const auto value = static_cast<QuantumSample>(kQuantumMax - kQuantumMax / 5);
  const std::vector<QuantumSample> source(5000 * kChannels, value);
  QuantumSample pixel[kChannels];
  for (const ResamplePlan& plan :
       {BuildScalePlan(5000, 1, 1, 1), BuildResizePlan(5000, 1, 1, 1, Filter::kLanczos, 1.0)}) {
    const ResampleWork work{plan.horizontal.view(),  plan.vertical.view(),
                            plan.vertical_first,     true,
                            Channels::kOpaque,       {source.data(), 5000, 1, 5000 * kChannels},
                            {pixel, 1, 1, kChannels}};
    test::OnEveryTarget([&] {
      ASSERT_TRUE(ResampleBand(work, 0, 1, kKeepGoing));
      for (int c = 0; c < 3; ++c) EXPECT_EQ(value, pixel[c]);
    });
  }
}

// Whether the kernel may use integers for the middle rows of a blur.
std::optional<WholeConvolution> FindWhole(const ResamplePlan& plan, Channels channels) {
  const std::uint32_t columns = plan.horizontal.outputs(), rows = plan.vertical.outputs();
  ResampleWork work{plan.horizontal.view(), plan.vertical.view(), true, false, channels, {}, {}};
  work.source.columns = work.destination.columns = columns;
  work.source.rows = work.destination.rows = rows;
  return FindWholeConvolution(work, 0, rows);
}

TEST(WholeConvolution, IsFoundWhereSumsAreExact) {
  const std::vector<double> narrow = {0.25, 0.5, 0.25}, real = {0.2, 0.6, 0.2};
  const std::vector<double> wide = {1 / 256.0, 254 / 256.0, 1 / 256.0}, large = {300.0, 1.0, 1.0};
  const auto found =
      FindWhole(BuildSeparablePlan(70, 30, narrow, narrow, Fold::kCut), Channels::kGrey);
  if (LS_QUANTUM_DEPTH == 16) {
    EXPECT_FALSE(found);
    return;
  }
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->narrow);
  EXPECT_EQ(1u, found->down.outputs.begin);
  EXPECT_EQ(29u, found->down.outputs.end);
  EXPECT_EQ(1u, found->across.outputs.begin);
  EXPECT_EQ(69u, found->across.outputs.end);
  EXPECT_EQ(-1, found->across.outputs.lead);
  const auto biased =
      FindWhole(BuildSeparablePlan(70, 30, wide, wide, Fold::kMirror), Channels::kPlain);
  ASSERT_TRUE(biased);
  EXPECT_FALSE(biased->narrow);
  EXPECT_EQ(0x8000, biased->bias);
  EXPECT_FALSE(FindWhole(BuildSeparablePlan(70, 30, real, narrow, Fold::kCut), Channels::kGrey));
  EXPECT_FALSE(FindWhole(BuildSeparablePlan(70, 30, narrow, large, Fold::kCut), Channels::kGrey));
  EXPECT_FALSE(
      FindWhole(BuildSeparablePlan(70, 30, narrow, narrow, Fold::kCut), Channels::kWeighted));
}

}  // namespace
}  // namespace lodestone::kernels
