// Intervals of ratios, on synthetic durations with known ratios.
#include "utilities/events/compare/compare_bootstrap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "utilities/events/compare/compare_side.hpp"
#include "utilities/measure/statistics.hpp"

namespace lodestone::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Values = std::vector<double>;
using Random = std::mt19937_64;

// Durations have a long tail.
Values Durations(std::size_t count, double median, double spread, Random& random) {
  std::lognormal_distribution<double> distribution(std::log(median), spread);
  Values values(count);
  for (double& value : values) value = distribution(random);
  std::sort(values.begin(), values.end());
  return values;
}

MedianRatio Ratio(const Values& base, const Values& other, const std::string& seed) {
  return IntervalOf(RatioOf(measure::MedianOfSorted(base), measure::MedianOfSorted(other)),
                    ResampleLogRatios(base, other, seed));
}

double PlainlyResampledMedian(const Values& values, Random& random) {
  std::uniform_int_distribution<std::size_t> place(0, values.size() - 1);
  Values drawn(values.size());
  for (double& value : drawn) value = values[place(random)];
  std::sort(drawn.begin(), drawn.end());
  return measure::MedianOfSorted(drawn);
}

// Largest difference of the two distribution functions (Kolmogorov and Smirnov).
double Distance(Values a, Values b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const auto below = [](const Values& values, double limit) {
    const auto end = std::upper_bound(values.begin(), values.end(), limit);
    return static_cast<double>(end - values.begin()) / static_cast<double>(values.size());
  };
  double distance = 0;
  for (const double limit : a) {
    // Sums of the same terms may differ in their last bits.
    const double after = limit + 1e-9;
    distance = std::max(distance, std::fabs(below(a, after) - below(b, after)));
  }
  return distance;
}

TEST(CompareBootstrap, DrawsLikePlainResampling) {
  Random random(11);
  for (const std::size_t count : {1u, 2u, 5u, 6u, 21u}) {
    const Values base = Durations(count, 10, 0.5, random);
    const Values other = Durations(count + 1, 12, 0.5, random);
    Values plain(10000);
    for (double& draw : plain) {
      const double below = PlainlyResampledMedian(base, random);
      draw = std::log(PlainlyResampledMedian(other, random) / below);
    }
    EXPECT_LT(Distance(ResampleLogRatios(base, other, "x"), plain), 0.05) << count;
  }
}

struct Coverage {
  double inside = 0;  // share of the intervals that contain the true ratio
  double width = 0;   // mean of high / low
};

Coverage Cover(std::size_t count, double truth, Random& random) {
  constexpr int kTrials = 300;
  Coverage coverage;
  for (int trial = 0; trial < kTrials; ++trial) {
    const MedianRatio ratio =
        Ratio(Durations(count, 3e6, 0.2, random),
              Durations(count + trial % 3, 3e6 * truth, 0.2, random), std::to_string(trial));
    EXPECT_LE(ratio.low, ratio.ratio);
    EXPECT_GE(ratio.high, ratio.ratio);
    coverage.inside += (ratio.low <= truth && truth <= ratio.high) / double{kTrials};
    coverage.width += ratio.high / ratio.low / kTrials;
  }
  return coverage;
}

TEST(CompareBootstrap, AKnownRatioIsInsideTheInterval) {
  Random random(5);
  for (const double truth : {0.1, 1.0, 1.3}) {
    for (const std::size_t count : {5u, 6u, 9u, 30u, 200u}) {
      const Coverage coverage = Cover(count, truth, random);
      EXPECT_GE(coverage.inside, 0.92) << truth << " " << count;
      // The expected width: about four times the error of a median's logarithm.
      const double error = 0.2 * std::sqrt(std::acos(-1.0) / static_cast<double>(count));
      EXPECT_LT(std::log(coverage.width), 6 * error) << truth << " " << count;
      EXPECT_GT(std::log(coverage.width), 2 * error) << truth << " " << count;
    }
  }
}

TEST(CompareBootstrap, SidesChangedGiveTheInverse) {
  Random random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const Values base = Durations(5 + trial % 7, 10, 0.4, random);
    const Values other = Durations(5 + trial % 11, 11, 0.3, random);
    const MedianRatio ratio = Ratio(base, other, "x"), inverse = Ratio(other, base, "x");
    EXPECT_NEAR(ratio.ratio * inverse.ratio, 1, 1e-12);
    EXPECT_NEAR(ratio.low * inverse.high, 1, 1e-12);
    EXPECT_NEAR(ratio.high * inverse.low, 1, 1e-12);
  }
}

TEST(CompareBootstrap, UnitsMakeNoDifference) {
  Random random(7);
  const Values base = Durations(9, 10, 0.4, random), other = Durations(9, 11, 0.3, random);
  Values larger_base = base, larger_other = other;
  for (double& value : larger_base) value *= 1024;
  for (double& value : larger_other) value *= 1024;
  const MedianRatio ratio = Ratio(base, other, "x"), same = Ratio(larger_base, larger_other, "x");
  EXPECT_DOUBLE_EQ(ratio.ratio, same.ratio);
  EXPECT_DOUBLE_EQ(ratio.low, same.low);
  EXPECT_DOUBLE_EQ(ratio.high, same.high);
}

TEST(CompareBootstrap, EveryRunGivesTheSame) {
  Random random(8);
  const Values base = Durations(9, 10, 0.4, random), other = Durations(8, 11, 0.3, random);
  EXPECT_EQ(ResampleLogRatios(base, other, "x"), ResampleLogRatios(base, other, "x"));
  EXPECT_NE(ResampleLogRatios(base, other, "x"), ResampleLogRatios(base, other, "y"));
}

// Clocks with millisecond resolution give such durations.
TEST(CompareBootstrap, NothingIsADurationToo) {
  const Values zeros(6, 0.0), some = {0, 0, 0, 31, 47, 156}, ones(6, 1.0);
  const MedianRatio same = Ratio(zeros, zeros, "x");
  EXPECT_EQ(same.ratio, 1);
  EXPECT_EQ(same.low, 1);
  EXPECT_EQ(same.high, 1);
  EXPECT_EQ(Ratio(ones, zeros, "x").high, 0);
  EXPECT_EQ(Ratio(zeros, ones, "x").low, kInfinity);
  const MedianRatio mixed = Ratio(ones, some, "x");
  EXPECT_EQ(mixed.low, 0);
  EXPECT_EQ(mixed.ratio, 15.5);
  EXPECT_GE(mixed.high, 47);
}

TEST(CompareSample, KeepsAllWhileTheyAreFew) {
  Reservoir<double> sample(kMaxKept);
  EXPECT_EQ(measure::Median(sample.values()), 0);
  for (const double ns : {3.0, 1.0, 2.0}) sample.Add(ns);
  EXPECT_EQ(measure::Sorted(sample.values()), (Values{1, 2, 3}));
  EXPECT_EQ(measure::Median(sample.values()), 2);
  sample.Add(5);
  EXPECT_EQ(measure::Median(sample.values()), 2.5);
}

TEST(CompareSample, KeepsAnEvenChoiceOfMany) {
  constexpr int kCount = 200000;
  Reservoir<double> sample(kMaxKept);
  for (int i = 0; i < kCount; ++i)
    sample.Add(i);  // in order, so the first ones must not be preferred
  const Values kept = measure::Sorted(sample.values());
  EXPECT_EQ(sample.seen(), static_cast<std::uint64_t>(kCount));
  EXPECT_EQ(kept.size(), kMaxKept);
  for (const double share : {0.1, 0.25, 0.5, 0.75, 0.9}) {
    EXPECT_NEAR(kept[static_cast<std::size_t>(share * static_cast<double>(kept.size()))] / kCount,
                share, 0.05);
  }
}

}  // namespace
}  // namespace lodestone::cli
