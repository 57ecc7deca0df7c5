// The CPU kernel against the plain oracle, bit for bit, on every instruction set of this machine.
#include "kernels/resample/resample_cpu.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <random>
#include <string>
#include <vector>

#include "kernels/resize/resize_plan.hpp"
#include "kernels/scale/scale_plan.hpp"
#include "tests/support/separable_oracle.hpp"

namespace lodestone::kernels {
namespace {

constexpr std::uint32_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr QuantumSample kGuard = 0x5a;
const RowsDone kGoOn = [](std::size_t) { return true; };

AxisView View(const AxisTable& table) {
  return {table.inputs(),       table.outputs(),       table.max_count(),     table.first().data(),
          table.count().data(), table.offset().data(), table.weights().data()};
}

oracle::Axis OracleAxis(const AxisTable& table) {
  return {table.first().data(),   table.count().data(), table.offset().data(),
          table.weights().data(), table.inputs(),       table.outputs()};
}

std::vector<QuantumSample> RandomPixels(std::size_t pixels, std::mt19937& random) {
  std::vector<QuantumSample> samples(pixels * kChannels);
  for (QuantumSample& sample : samples) {
    const std::uint32_t kind = random() % 4;
    sample = kind == 0   ? QuantumSample{0}
             : kind == 1 ? static_cast<QuantumSample>(kQuantumMax)
                         : static_cast<QuantumSample>(random());
  }
  return samples;
}

// Runs the kernel in two bands into rows with guard samples behind each, and compares everything.
void ExpectEqualsOracle(const ResamplePlan& plan, bool alpha, std::mt19937& random) {
  const std::uint32_t columns = plan.horizontal.outputs(), rows = plan.vertical.outputs();
  const std::uint32_t source_columns = plan.horizontal.inputs();
  const std::uint32_t source_rows = plan.vertical.inputs();
  const auto source = RandomPixels(std::size_t{source_columns} * source_rows, random);
  const std::size_t stride = columns * kChannels + 3;
  std::vector<QuantumSample> result(stride * rows, kGuard);
  const ResampleWork work{View(plan.horizontal),
                          View(plan.vertical),
                          plan.vertical_first,
                          true,
                          alpha ? Channels::kWeighted : Channels::kOpaque,
                          {source.data(), source_columns, source_rows, source_columns * kChannels},
                          {result.data(), columns, rows, stride}};
  ASSERT_TRUE(ResampleBand(work, 0, rows / 2, kGoOn));
  ASSERT_TRUE(ResampleBand(work, rows / 2, rows, kGoOn));
  const auto expected = oracle::Resample(source, OracleAxis(plan.horizontal),
                                         OracleAxis(plan.vertical), plan.vertical_first, alpha);
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t i = 0; i < columns * kChannels; ++i)
      ASSERT_EQ(expected[y * columns * kChannels + i], result[y * stride + i])
          << source_columns << "x" << source_rows << " to " << columns << "x" << rows << " alpha "
          << alpha << " row " << y << " sample " << i;
    for (std::size_t i = columns * kChannels; i < stride; ++i)
      ASSERT_EQ(kGuard, result[y * stride + i]) << "guard behind row " << y;
  }
}

class ResampleCpu : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(ResampleCpu, ResizeEqualsOracleAtAllSizes) {
  std::mt19937 random(7);
  for (std::uint32_t from : kSizes)
    for (std::uint32_t to : kSizes)
      for (bool alpha : {false, true}) {
        const auto filter = static_cast<Filter>(random() % 15);
        ResamplePlan plan = BuildResizePlan(from, kSizes[random() % 8], to, kSizes[random() % 8],
                                            filter, 0.5 + 0.25 * double(random() % 5));
        plan.vertical_first = random() % 2;
        ExpectEqualsOracle(plan, alpha, random);
        if (HasFatalFailure()) return;
      }
}

TEST_P(ResampleCpu, ScaleEqualsOracleAtAllSizes) {
  std::mt19937 random(8);
  for (std::uint32_t from : kSizes)
    for (std::uint32_t to : kSizes)
      for (bool alpha : {false, true}) {
        ExpectEqualsOracle(BuildScalePlan(from, kSizes[random() % 8], to, kSizes[random() % 8]),
                           alpha, random);
        if (HasFatalFailure()) return;
      }
}

// Whole-number boxes, those by powers of two with a kernel of their own, up to where sums of whole
// numbers would no longer be exact.
TEST_P(ResampleCpu, BoxesEqualOracle) {
  std::mt19937 random(10);
  for (std::uint32_t across : {1, 2, 3, 4, 8, 16, 512})
    for (std::uint32_t down : {1, 2, 4, 5, 32, 512})
      for (std::uint32_t columns : {1, 9, 37}) {
        if (across * down * columns > 20000) continue;
        const std::uint32_t rows = 1 + random() % 5;
        for (bool alpha : {false, true})
          ExpectEqualsOracle(BuildScalePlan(columns * across, rows * down, columns, rows), alpha,
                             random);
        if (HasFatalFailure()) return;
      }
}

// Sizes beyond the work areas of the kernel: many chunks of columns, many groups of rows, every
// number of outputs under way at once, and tables of more taps than one partial sum.
TEST_P(ResampleCpu, LargePlansEqualOracle) {
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
      for (bool alpha : {false, true}) {
        ResamplePlan plan = BuildResizePlan(shape.source_columns, shape.source_rows, shape.columns,
                                            shape.rows, shape.filter, 1.0);
        plan.vertical_first = vertical_first;
        ExpectEqualsOracle(plan, alpha, random);
        if (HasFatalFailure()) return;
      }
}

// Results of more than 16 MiB are written past the caches, line by line, from rows that start
// anywhere in a line.
TEST_P(ResampleCpu, ResultsLargerThanTheCacheEqualOracle) {
  constexpr std::uint32_t kColumns = 2103, kRows = LS_QUANTUM_DEPTH == 8 ? 2005 : 1005;
  std::mt19937 random(12);
  ExpectEqualsOracle(BuildScalePlan(701, 335, kColumns, kRows), false, random);
}

TEST_P(ResampleCpu, ThousandsOfTapsAndBack) {
  std::mt19937 random(9);
  for (bool alpha : {false, true}) {
    ExpectEqualsOracle(BuildResizePlan(5000, 3, 1, 2, Filter::kLanczos, 1.0), alpha, random);
    ExpectEqualsOracle(BuildResizePlan(1, 2, 5000, 3, Filter::kLanczos, 1.0), alpha, random);
    ExpectEqualsOracle(BuildResizePlan(3, 5000, 2, 1, Filter::kMitchell, 1.0), alpha, random);
    ExpectEqualsOracle(BuildScalePlan(5000, 2, 1, 3), alpha, random);
    ExpectEqualsOracle(BuildScalePlan(2, 5000, 3, 1), alpha, random);
  }
}

// Partial sums in blocks keep a constant image constant however many taps there are.
TEST_P(ResampleCpu, ConstantStaysConstantOverFiveThousandTaps) {
  const auto value = static_cast<QuantumSample>(kQuantumMax - kQuantumMax / 5);
  const std::vector<QuantumSample> source(5000 * kChannels, value);
  QuantumSample pixel[kChannels];
  for (const ResamplePlan& plan :
       {BuildScalePlan(5000, 1, 1, 1), BuildResizePlan(5000, 1, 1, 1, Filter::kLanczos, 1.0)}) {
    const ResampleWork work{View(plan.horizontal),   View(plan.vertical),
                            plan.vertical_first,     true,
                            Channels::kOpaque,       {source.data(), 5000, 1, 5000 * kChannels},
                            {pixel, 1, 1, kChannels}};
    ASSERT_TRUE(ResampleBand(work, 0, 1, kGoOn));
    for (int c = 0; c < 3; ++c) EXPECT_EQ(value, pixel[c]);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ResampleCpu,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const testing::TestParamInfo<std::int64_t>& info) {
                           return std::string(hwy::TargetName(info.param));
                         });

}  // namespace
}  // namespace lodestone::kernels
