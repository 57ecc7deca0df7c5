// Axis tables: against a literal restatement of GraphicsMagick's rules, and by property.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/sample_plan.hpp"
#include "kernels/resample/scale_plan.hpp"

namespace lodestone::kernels {
namespace {

constexpr std::uint32_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr double kBlurs[] = {0.5, 1.0, 2.0};

// Dense weights of one output over all inputs, as the documented rules give them.
std::vector<double> DenseWeights(std::uint32_t inputs, std::uint32_t outputs, Filter filter,
                                 double blur, std::uint32_t output) {
  const double factor = double(outputs) / inputs;
  double scale = blur * std::max(1.0 / factor, 1.0);
  double support = scale * GetFilter(filter).support;
  if (support <= 0.5) {
    support = 0.5 + 1.0e-12;
    scale = 1.0;
  }
  const double center = (output + 0.5) / factor;
  const auto start = static_cast<long>(std::max(center - support + 0.5, 0.0));
  const auto stop = static_cast<long>(std::min(center + support + 0.5, double(inputs)));
  std::vector<double> weights(inputs, 0.0);
  double density = 0.0;
  for (long i = start; i < stop; ++i) {
    weights[i] = GetFilter(filter).evaluate((double(i) - center + 0.5) / scale);
    density += weights[i];
  }
  if (density != 0.0 && density != 1.0)
    for (double& weight : weights) weight /= density;
  return weights;
}

void ExpectDense(const AxisTable& table, std::uint32_t output, const std::vector<double>& dense) {
  for (std::uint32_t input = 0; input < table.inputs(); ++input) {
    const std::uint32_t first = table.first()[output], count = table.count()[output];
    const bool inside = input >= first && input < first + count;
    const float weight = inside ? table.weights()[table.offset()[output] + input - first] : 0.0f;
    ASSERT_NEAR(dense[input], weight, 1.0e-7 * (1.0 + std::abs(dense[input])))
        << "output " << output << " input " << input;
  }
}

void ExpectBoundsInOrder(const AxisTable& table) {
  for (std::uint32_t i = 0; i < table.outputs(); ++i) {
    const std::uint32_t first = table.first()[i], stop = first + table.count()[i];
    ASSERT_GE(table.count()[i], 1u);
    ASSERT_LE(stop, table.inputs());
    ASSERT_LE(table.count()[i], table.max_count());
    if (i == 0) continue;
    ASSERT_GE(first, table.first()[i - 1]);
    ASSERT_GE(stop, table.first()[i - 1] + table.count()[i - 1]);
  }
}

TEST(ResizePlan, EqualsDocumentedRulesForAllFilters) {
  for (int filter = 0; filter < 15; ++filter)
    for (std::uint32_t inputs : kSizes)
      for (std::uint32_t outputs : kSizes)
        for (double blur : kBlurs) {
          const auto kernel = static_cast<Filter>(filter);
          const ResamplePlan plan = BuildResizePlan(inputs, 5, outputs, 5, kernel, blur);
          ExpectBoundsInOrder(plan.horizontal);
          for (std::uint32_t i = 0; i < outputs; i += 1 + outputs / 9)
            ExpectDense(plan.horizontal, i, DenseWeights(inputs, outputs, kernel, blur, i));
          if (HasFatalFailure()) FAIL() << "filter " << filter << " blur " << blur;
        }
}

// Horizontal first iff columns * (source rows + rows) > rows * (source columns + columns).
// Zeros of filters are zeros, whatever the mathematical library makes of them.
TEST(ResizePlan, AnOutputInTheMiddleOfAnInputTakesThatAlone) {
  for (const Filter filter : {Filter::kLanczos, Filter::kSinc, Filter::kCatrom}) {
    const AxisTable table = BuildResizePlan(61, 61, 141, 141, filter, 1.0).horizontal;
    constexpr std::uint32_t kOutput = 70, kInput = 30;
    for (std::uint32_t i = 0; i < table.count()[kOutput]; ++i)
      EXPECT_EQ(table.first()[kOutput] + i == kInput ? 1.0f : 0.0f,
                table.weights()[table.offset()[kOutput] + i])
          << static_cast<int>(filter) << " input " << table.first()[kOutput] + i;
  }
}

TEST(ResizePlan, PassOrderFollowsDocumentedRule) {
  EXPECT_TRUE(BuildResizePlan(100, 10, 10, 10, Filter::kBox, 1.0).vertical_first);
  EXPECT_FALSE(BuildResizePlan(10, 100, 10, 10, Filter::kBox, 1.0).vertical_first);
  EXPECT_TRUE(BuildResizePlan(10, 10, 20, 20, Filter::kBox, 1.0).vertical_first);
}

TEST(ResizePlan, NearestContributionIsAmongTheContributors) {
  for (std::uint32_t inputs : kSizes)
    for (std::uint32_t outputs : kSizes) {
      const auto nearest = NearestContributions(inputs, outputs, Filter::kLanczos, 1.0);
      for (std::uint32_t i = 0; i < outputs; ++i) {
        const double center = (i + 0.5) * inputs / outputs;
        EXPECT_LE(std::abs(double(nearest[i]) - center), 1.0 + 1e-9) << inputs << " " << outputs;
        EXPECT_LT(nearest[i], inputs);
      }
    }
}

TEST(ScalePlan, TheVerticalPassComesFirst) {
  EXPECT_TRUE(BuildScalePlan(10, 100, 5, 10).vertical_first);
  EXPECT_TRUE(BuildScalePlan(100, 10, 10, 20).vertical_first);
}

TEST(ScalePlan, WeightsAreAreas) {
  for (std::uint32_t inputs : kSizes)
    for (std::uint32_t outputs : kSizes) {
      const AxisTable table = BuildScalePlan(inputs, 1, outputs, 1).horizontal;
      ExpectBoundsInOrder(table);
      const double length = double(inputs) / outputs;
      for (std::uint32_t i = 0; i < outputs; ++i) {
        std::vector<double> dense(inputs);
        for (std::uint32_t k = 0; k < inputs; ++k)
          dense[k] =
              std::max(0.0, std::min(k + 1.0, (i + 1) * length) - std::max<double>(k, i * length)) /
              length;
        ExpectDense(table, i, dense);
      }
    }
}

// Doubling the size must not change the brightness, and every source row must count.
TEST(ScalePlan, EveryInputCountsAlikeAndWeightsSumToOne) {
  for (std::uint32_t inputs : kSizes)
    for (std::uint32_t outputs : kSizes) {
      const AxisTable table = BuildScalePlan(1, inputs, 1, outputs).vertical;
      std::vector<double> share(inputs);
      for (std::uint32_t i = 0; i < outputs; ++i) {
        double sum = 0.0;
        for (std::uint32_t k = 0; k < table.count()[i]; ++k) {
          const double weight = table.weights()[table.offset()[i] + k];
          sum += weight;
          share[table.first()[i] + k] += weight;
        }
        EXPECT_NEAR(1.0, sum, 1e-6);
      }
      for (double s : share) EXPECT_NEAR(double(outputs) / inputs, s, 1e-4);
    }
}

TEST(SamplePlan, TakesTheDocumentedPixel) {
  for (std::uint32_t inputs : kSizes)
    for (std::uint32_t outputs : kSizes) {
      const AxisTable table = BuildSamplePlan(inputs, 1, outputs, 1).horizontal;
      for (std::uint32_t i = 0; i < outputs; ++i)
        EXPECT_EQ(std::uint64_t{i} * inputs / outputs, table.first()[i]);
    }
}

TEST(Filters, KnownValues) {
  auto value = [](Filter filter, double x) { return GetFilter(filter).evaluate(x); };
  EXPECT_DOUBLE_EQ(1.0, value(Filter::kLanczos, 0.0));
  EXPECT_NEAR(0.0, value(Filter::kLanczos, 1.0), 1e-15);
  EXPECT_DOUBLE_EQ(0.0, value(Filter::kLanczos, 3.0));
  EXPECT_NEAR(8.0 / 9.0, value(Filter::kMitchell, 0.0), 1e-15);
  EXPECT_NEAR(1.0 / 18.0, value(Filter::kMitchell, -1.0), 1e-15);
  EXPECT_NEAR(2.0 / 3.0, value(Filter::kCubic, 0.0), 1e-15);
  EXPECT_NEAR(1.0 / 6.0, value(Filter::kCubic, 1.0), 1e-15);
  EXPECT_DOUBLE_EQ(1.0, value(Filter::kCatrom, 0.0));
  EXPECT_NEAR(0.0, value(Filter::kCatrom, 1.0), 1e-15);
  EXPECT_DOUBLE_EQ(0.75, value(Filter::kQuadratic, 0.0));
  EXPECT_DOUBLE_EQ(1.0, value(Filter::kBox, -0.5));
  EXPECT_DOUBLE_EQ(0.0, value(Filter::kBox, 0.5));
  EXPECT_DOUBLE_EQ(0.5, value(Filter::kTriangle, -0.5));
  EXPECT_DOUBLE_EQ(0.5, value(Filter::kHermite, 0.5));
  EXPECT_NEAR(std::sqrt(2.0 / std::acos(-1.0)), value(Filter::kGaussian, 0.0), 1e-15);
  EXPECT_NEAR(std::acos(-1.0) / 4.0, value(Filter::kBessel, 0.0), 1e-15);
  EXPECT_DOUBLE_EQ(1.0, value(Filter::kSinc, 0.0));
}

// The cubic filters and the triangle are partitions of unity.
TEST(Filters, IntegerShiftsSumToOne) {
  for (Filter filter : {Filter::kTriangle, Filter::kHermite, Filter::kQuadratic, Filter::kCubic,
                        Filter::kCatrom, Filter::kMitchell})
    for (double x = -0.5; x <= 0.5; x += 0.0625) {
      double sum = 0.0;
      for (int shift = -3; shift <= 3; ++shift) sum += GetFilter(filter).evaluate(x + shift);
      EXPECT_NEAR(1.0, sum, 1e-12) << static_cast<int>(filter) << " at " << x;
    }
}

}  // namespace
}  // namespace lodestone::kernels
