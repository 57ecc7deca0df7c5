// Kernels, tap lists and borders of convolutions: against simple restatements of GraphicsMagick's
// rules, and against their definitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "kernels/common/numeric.h"
#include "kernels/window/border.hpp"
#include "kernels/window/gaussian.hpp"
#include "kernels/window/separable_plan.hpp"
#include "kernels/window/taps.hpp"
#include "tests/support/gm_kernels.hpp"

namespace lodestone::kernels {
namespace {

using gm_oracle::BinnedKernel;
using gm_oracle::GrownKernel;
using gm_oracle::kPi;
using gm_oracle::SlowWidth;

constexpr double kMax = LS_MAX;
constexpr double kSigmas[] = {0.1, 0.25, 0.5, 0.7, 1.0, 1.5, 2.0, 3.3, 8.0, 20.0};

// Gaussian kernels.

void ExpectSame(const std::vector<double>& expected, const std::vector<double>& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(expected[i], actual[i], 1e-12 * (1.0 + std::abs(expected[i]))) << i;
}

TEST(GaussianKernels, BlurKernelGrowsAsGraphicsMagicksDoes) {
  for (double sigma : kSigmas) {
    SCOPED_TRACE(sigma);
    ExpectSame(GrownKernel(sigma, kMax), BlurKernel(0.0, sigma, 100001));
    ExpectSame(GrownKernel(sigma, kMax), BlurKernel(0.0, -sigma, 100001));
  }
}

TEST(GaussianKernels, BlurKernelHasTheWidthThatTheRadiusAsksFor) {
  for (double sigma : kSigmas)
    for (double radius : {0.3, 1.0, 2.0, 2.5, 7.0})
      ExpectSame(BinnedKernel(2 * int(std::ceil(radius)) + 1, sigma),
                 BlurKernel(radius, sigma, 100001));
}

TEST(GaussianKernels, BlurKernelIsNoWiderThanItsLimit) {
  EXPECT_EQ(5u, BlurKernel(1e300, 3.0, 5).size());
  EXPECT_EQ(7u, BlurKernel(0.0, 1e9, 7).size());
  EXPECT_EQ(1u, BlurKernel(2.0, 1.0, 1).size());
}

TEST(GaussianKernels, WidthsFollowGraphicsMagicksRules) {
  for (double sigma : kSigmas) {
    EXPECT_EQ(SlowWidth(sigma, false, kMax), static_cast<int>(*KernelWidth1D(0.0, sigma))) << sigma;
    EXPECT_EQ(SlowWidth(sigma, true, kMax), static_cast<int>(*KernelWidth2D(0.0, sigma))) << sigma;
    EXPECT_EQ(7u, *KernelWidth1D(2.1, sigma));
    EXPECT_EQ(3u, *KernelWidth2D(0.001, sigma));
  }
}

TEST(GaussianKernels, WhatIsNoSigmaOrTooWideIsRefused) {
  const double nan = std::nan(""), infinite = HUGE_VAL;
  for (double sigma : {0.0, 1e-200, nan, infinite}) {
    EXPECT_FALSE(IsUsableSigma(sigma));
    EXPECT_FALSE(KernelWidth1D(0.0, sigma).has_value());
    EXPECT_FALSE(KernelWidth2D(0.0, sigma).has_value());
    EXPECT_TRUE(BlurKernel(0.0, sigma, 99).empty());
  }
  EXPECT_FALSE(KernelWidth1D(1e9, 1.0).has_value());
  EXPECT_FALSE(KernelWidth2D(infinite, 1.0).has_value());
  EXPECT_EQ(kMaxKernelWidth, *KernelWidth1D(500000.0, 1.0));
}

TEST(GaussianKernels, SampledGaussianAddsUpToOne) {
  const std::vector<double> kernel = GaussianKernel(9, 1.0);
  ASSERT_EQ(9u, kernel.size());
  EXPECT_NEAR(1.0, std::accumulate(kernel.begin(), kernel.end(), 0.0), 1e-14);
  for (int i = 0; i < 9; ++i)
    EXPECT_NEAR(std::exp(-(i - 4) * (i - 4) / 2.0), kernel[i] / kernel[4], 1e-14);
}

// Borders.

// Positions traced one step at a time away from the image.
std::int64_t SlowIndex(Border border, std::int64_t position, std::int64_t size) {
  if (position >= 0 && position < size) return position;
  if (border == Border::kConstant) return -1;
  if (border == Border::kEdge) return position < 0 ? 0 : size - 1;
  if (border == Border::kReflect101) {
    std::int64_t index = 0, step = 1;
    for (std::int64_t at = 0; at != std::abs(position); ++at) {
      if (index + step < 0 || index + step >= size) step = -step;
      if (size > 1) index += step;
    }
    return index;  // the same both ways, since the reflection is symmetrical about sample 0
  }
  std::int64_t tiled = position;
  while (tiled < 0) tiled += size;
  while (tiled >= size) tiled -= size;
  if (border == Border::kTile) return tiled;
  // GraphicsMagick's remainder of a position before the image is in 1 ... size.
  return position < 0 && tiled == 0 ? 0 : size - 1 - tiled;
}

constexpr Border kBorders[] = {Border::kEdge, Border::kMirror, Border::kReflect101, Border::kTile,
                               Border::kConstant};

TEST(Borders, EverySampleOutsideHasItsSource) {
  for (Border border : kBorders)
    for (std::int64_t size : {1, 2, 3, 7, 16})
      for (std::int64_t position = -50; position < 50; ++position)
        EXPECT_EQ(SlowIndex(border, position, size), BorderIndex(border, position, size))
            << int(border) << " of " << size << " at " << position;
}

TEST(Borders, WhatTheWordsMean) {
  auto row = [](Border border) {
    std::vector<int> indexes;
    for (int i = -4; i < 7; ++i) indexes.push_back(int(BorderIndex(border, i, 3)));
    return indexes;
  };
  EXPECT_EQ((std::vector{0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2}), row(Border::kEdge));
  EXPECT_EQ((std::vector{0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 2}), row(Border::kMirror));
  EXPECT_EQ((std::vector{0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2}), row(Border::kReflect101));
  EXPECT_EQ((std::vector{2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0}), row(Border::kTile));
  EXPECT_EQ((std::vector{-1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1}), row(Border::kConstant));
}

TEST(Borders, MapsCoverTheReachOnEverySide) {
  const BorderMap map = BuildBorderMap(Border::kConstant, 3, 2, {1, 2, 0, 1});
  EXPECT_EQ((std::vector<std::uint32_t>{kConstantPixel, 0, 1, 2, kConstantPixel, kConstantPixel}),
            map.columns);
  EXPECT_EQ((std::vector<std::uint32_t>{0, 1, kConstantPixel}), map.rows);
  EXPECT_EQ(1u, map.left);
  EXPECT_EQ(2u, map.right);
  EXPECT_EQ(0u, map.top);
  EXPECT_EQ(1u, map.bottom);
}

// Separable plans.

std::map<std::int64_t, double> SlowWeights(std::int64_t size, const std::vector<double>& taps,
                                           Fold fold, std::int64_t output) {
  std::map<std::int64_t, double> weights;
  const auto half = static_cast<std::int64_t>(taps.size() / 2);
  double inside = 0.0;
  for (std::int64_t k = -half; k <= half; ++k) {
    std::int64_t position = output + k;
    if (fold == Fold::kValid) {
      position += half;
    } else if (position < 0 || position >= size) {
      if (fold == Fold::kCut) continue;
      const Border border = fold == Fold::kEdge     ? Border::kEdge
                            : fold == Fold::kMirror ? Border::kMirror
                                                    : Border::kReflect101;
      position = SlowIndex(border, position, size);
    }
    weights[position] += taps[k + half];
    inside += taps[k + half];
  }
  if (fold == Fold::kCut && int(inside * 1e9) != 0)
    for (auto& [position, weight] : weights) weight /= inside;
  return weights;
}

void ExpectAxis(const AxisTable& table, std::uint32_t outputs, const std::vector<double>& taps,
                Fold fold) {
  ASSERT_EQ(outputs, table.outputs());
  ASSERT_EQ(outputs + (fold == Fold::kValid ? taps.size() - 1 : 0), table.inputs());
  for (std::uint32_t i = 0; i < outputs; ++i) {
    const std::uint32_t first = table.first()[i], stop = first + table.count()[i];
    ASSERT_GE(table.count()[i], 1u);
    ASSERT_LE(stop, table.inputs());
    ASSERT_LE(table.count()[i], table.max_count());
    ASSERT_LE(table.offset()[i] + table.count()[i], table.weights().size());
    if (i > 0) {
      ASSERT_GE(first, table.first()[i - 1]);
      ASSERT_GE(stop, table.first()[i - 1] + table.count()[i - 1]);
    }
    auto expected = SlowWeights(outputs, taps, fold, i);
    for (std::uint32_t input = 0; input < table.inputs(); ++input) {
      const bool listed = input >= first && input < stop;
      const float weight = listed ? table.weights()[table.offset()[i] + input - first] : 0.0f;
      ASSERT_NEAR(expected[input], weight, 1e-6 * (1.0 + std::abs(expected[input])))
          << "fold " << int(fold) << ", " << taps.size() << " taps, output " << i << " of "
          << outputs << ", input " << input;
    }
  }
}

TEST(SeparablePlan, EveryTapGoesToTheSampleThatStandsThere) {
  const std::vector<std::vector<double>> kernels = {{1.0},
                                                    {0.25, 0.5, 0.25},
                                                    {0.1, -0.5, 1.5, 0.4, 0.7},
                                                    {-1, 0, 3, -2, 1, 5, 1, 2, 0.5, 4, 7},
                                                    std::vector<double>(41, 1.0 / 41)};
  for (Fold fold : {Fold::kCut, Fold::kEdge, Fold::kMirror, Fold::kReflect101, Fold::kValid})
    for (std::vector<double> taps : kernels)
      for (std::uint32_t size : {1u, 2u, 3u, 7u, 16u, 17u, 55u}) {
        const double sum = std::accumulate(taps.begin(), taps.end(), 0.0);
        if (fold == Fold::kCut)
          for (double& tap : taps) tap /= sum;
        ExpectAxis(BuildConvolutionAxis(size, taps, fold), size, taps, fold);
        if (HasFatalFailure()) return;
      }
}

// Taps that reach far beyond the image cost no more than the image's length.
TEST(SeparablePlan, FoldedTapsMeetTheSameSamples) {
  std::vector<double> taps(1001);
  for (std::size_t k = 0; k < taps.size(); ++k) taps[k] = double(k * 7 % 13) - 5.0;
  for (Border border :
       {Border::kEdge, Border::kMirror, Border::kReflect101, Border::kTile, Border::kConstant})
    for (std::uint32_t size : {1u, 2u, 3u, 7u, 16u, 17u, 255u, 257u}) {
      const std::vector<double> folded = FoldedTaps(border, size, taps);
      ASSERT_EQ(1u, folded.size() % 2);
      ASSERT_LT(folded.size(), border == Border::kTile ? 2 * size : 4 * size);
      for (std::uint32_t i = 0; i < size; ++i) {
        std::map<std::int64_t, double> expected, actual;
        const auto add = [&](const std::vector<double>& from, auto& to) {
          const auto half = static_cast<std::int64_t>(from.size() / 2);
          for (std::int64_t k = -half; k <= half; ++k)
            to[SlowIndex(border, i + k, size)] += from[static_cast<std::size_t>(half + k)];
        };
        add(taps, expected);
        add(folded, actual);
        for (const auto& [source, weight] : expected)
          ASSERT_NEAR(weight, actual[source], 1e-9)
              << "border " << int(border) << ", output " << i << " of " << size;
      }
    }
}

TEST(SeparablePlan, TapsThatReachLessFarStayAsTheyAre) {
  const std::vector<double> taps = {0.3, 0.1, -0.7, 0.2, 0.6};
  for (Border border :
       {Border::kEdge, Border::kMirror, Border::kReflect101, Border::kTile, Border::kConstant})
    EXPECT_EQ(taps, FoldedTaps(border, 3, taps)) << int(border);
}

TEST(SeparablePlan, TablesHaveAnEnd) {
  const std::vector<double> taps(40001, 1.0 / 40001);
  for (Fold fold : {Fold::kCut, Fold::kEdge, Fold::kMirror, Fold::kReflect101})
    EXPECT_THROW(BuildConvolutionAxis(20000, taps, fold), std::length_error) << int(fold);
  EXPECT_EQ(5000u * 5000u, BuildConvolutionAxis(5000, taps, Fold::kCut).weights().size());
}

TEST(SeparablePlan, RowsFirstAndEachAxisItsOwnTaps) {
  const std::vector<double> across = {0.5, 0.25, 0.25}, down = {1, 2, 3, 4, 5};
  const ResamplePlan plan = BuildSeparablePlan(17, 7, across, down, Fold::kEdge);
  EXPECT_TRUE(plan.vertical_first);
  ExpectAxis(plan.horizontal, 17, across, Fold::kEdge);
  ExpectAxis(plan.vertical, 7, down, Fold::kEdge);
}

// A long axis stores only the weights of its ends and one kernel.
TEST(SeparablePlan, OutputsInsideShareTheirWeights) {
  const AxisTable table = BuildConvolutionAxis(10000, std::vector<double>(5, 0.2), Fold::kEdge);
  EXPECT_LE(table.weights().size(), 25u);
}

TEST(SeparablePlan, TapsAreDividedByTheDivisorOrByTheirSum) {
  EXPECT_EQ((std::vector{0.25, 0.5, 0.25}), DividedTaps(std::vector{1.0, 2.0, 1.0}, 0.0));
  EXPECT_EQ((std::vector{0.125, 0.25, 0.125}), DividedTaps(std::vector{1.0, 2.0, 1.0}, 8.0));
  EXPECT_EQ((std::vector{-1.0, 0.0, 1.0}), DividedTaps(std::vector{-1.0, 0.0, 1.0}, 0.0));
}

// Taps in two directions.

TEST(Taps, MatricesAreDividedByTheirSum) {
  const TapList taps = MatrixTaps(3, std::vector<double>{1, 2, 3, 4, 10, 6, 7, 8, 9});
  EXPECT_EQ(3u, taps.order);
  EXPECT_EQ((std::vector<std::int32_t>{-1, 0, 1, -1, 0, 1, -1, 0, 1}), taps.dx);
  EXPECT_EQ((std::vector<std::int32_t>{-1, -1, -1, 0, 0, 0, 1, 1, 1}), taps.dy);
  EXPECT_FLOAT_EQ(0.2f, taps.weights[4]);
  const TapList zero = MatrixTaps(3, std::vector<double>{-1, 0, 1, -2, 0, 2, -1, 0, 1});
  EXPECT_EQ(-2.0f, zero.weights[3]);
  const Reach reach = ReachOf(taps);
  EXPECT_EQ(1u, reach.left);
  EXPECT_EQ(1u, reach.right);
  EXPECT_EQ(1u, reach.top);
  EXPECT_EQ(1u, reach.bottom);
}

TEST(Taps, MotionGoesWhereTheAngleSays) {
  auto farthest = [](double angle) {
    const TapList taps = MotionTaps(9, 2.0, angle);
    return std::pair(taps.dx.back(), taps.dy.back());
  };
  EXPECT_EQ(std::pair(8, 0), farthest(0.0));
  EXPECT_EQ(std::pair(0, -7), farthest(90.0));  // half steps are rounded up, -7.5 to -7
  EXPECT_EQ(std::pair(-7, 0), farthest(180.0));
  EXPECT_EQ(std::pair(0, 8), farthest(270.0));
  EXPECT_EQ(std::pair(6, -5), farthest(45.0));
  const TapList taps = MotionTaps(9, 2.0, 180.0);
  EXPECT_EQ(0u, taps.order);
  EXPECT_EQ(7u, ReachOf(taps).left);
  EXPECT_EQ(0u, ReachOf(taps).right);
}

TEST(Taps, MotionIsHalfAGaussian) {
  const TapList taps = MotionTaps(5, 1.0, 30.0);
  double sums[5] = {}, all = 0.0;
  for (int i = 0; i < 15; ++i) {
    const double value = std::exp(-i * i / 18.0);
    sums[i / 3] += value;
    all += value;
  }
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(sums[i] / all, taps.weights[i], 1e-7);
}

TEST(Taps, SharpenIsAGaussianWithMinusTwiceItsSumInTheMiddle) {
  const double sigma = 0.8;
  const std::vector<double> matrix = SharpenMatrix(5, sigma);
  double sum = 0.0;
  for (int v = -2; v <= 2; ++v)
    for (int u = -2; u <= 2; ++u) {
      const double value =
          std::exp(-(u * u + v * v) / (2 * sigma * sigma)) / (2 * kPi * sigma * sigma);
      sum += value;
      if (u != 0 || v != 0) {
        EXPECT_NEAR(value, matrix[(v + 2) * 5 + u + 2], 1e-14);
      }
    }
  EXPECT_NEAR(-2.0 * sum, matrix[12], 1e-13);
}

TEST(Taps, EdgeAddsUpToNothing) {
  const std::vector<double> matrix = EdgeMatrix(5);
  EXPECT_EQ(24.0, matrix[12]);
  EXPECT_EQ(-1.0, matrix[0]);
  EXPECT_EQ(0.0, std::accumulate(matrix.begin(), matrix.end(), 0.0));
}

TEST(Taps, EmbossIsDarkAboveAndLeftOfTheDiagonal) {
  const double sigma = 1.2;
  const std::vector<double> matrix = EmbossMatrix(3, sigma);
  auto bell = [sigma](int square) {
    return 8.0 * std::exp(-square / (2 * sigma * sigma)) / (2 * kPi * sigma * sigma);
  };
  const std::vector<double> expected = {-bell(2), -bell(1), 0.0,     -bell(1), 1.0,
                                        bell(1),  0.0,      bell(1), bell(2)};
  ExpectSame(expected, matrix);
}

}  // namespace
}  // namespace lodestone::kernels
