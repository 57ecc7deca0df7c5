// Means of what is alike on the CPU against a plain oracle in double, and the same samples on every
// instruction set of this machine.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/window/neighborhood/selective_blur_plan.hpp"
#include "kernels/window/neighborhood/neighborhood_cpu.hpp"
#include "tests/kernels/neighborhood_support.hpp"

namespace lodestone::kernels {
namespace {

using oracle::kQuantumRange;
using oracle::RawImage;
using oracle::Surroundings;
using test::Describe;
using test::kArounds;
using test::kSizes;
using test::kUnweighted;
using test::OnEveryTarget;
using test::RandomRawImage;
using test::RandomSurroundings;
using test::Source;

constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr long kRed = kLittle ? 2 : 0, kGreen = 1, kBlue = kLittle ? 0 : 2, kOpacity = 3;

struct Rule {
  long columns, rows;
  double distance_sigma;
  long limit;               // of differences; 0: they have weights
  double difference_sigma;  // of these
  bool by_alpha;
};

SelectiveBlurPlan PlanOf(const Rule& rule) {
  const auto columns = static_cast<std::uint32_t>(rule.columns);
  if (rule.limit > 0)
    return PlanSelective(columns, rule.distance_sigma, static_cast<std::uint32_t>(rule.limit));
  return PlanBilateral(columns, static_cast<std::uint32_t>(rule.rows), rule.difference_sigma,
                       rule.distance_sigma);
}

long Luma(const RawImage& image, const Surroundings& surroundings, long x, long y) {
  const auto at = [&](long c) { return oracle::Outside(image, surroundings, x, y, c); };
  if (image.samples == 1) return at(0);
  return std::lround((6968.0 * at(kRed) + 23434.0 * at(kGreen) + 2366.0 * at(kBlue)) / 32768.0);
}

RawImage Mean(const RawImage& image, const Surroundings& surroundings, const Rule& rule) {
  const auto square = [](double a) { return a * a; };
  return oracle::Like(image, [&](long x, long y, long c) {
    const long left = (rule.columns - 1) / 2, top = (rule.rows - 1) / 2;
    double sum = 0.0, weights = 0.0;
    for (long dy = -top; dy < rule.rows - top; ++dy)
      for (long dx = -left; dx < rule.columns - left; ++dx) {
        const long difference =
            std::labs(Luma(image, surroundings, x + dx, y + dy) - Luma(image, surroundings, x, y));
        if (rule.limit > 0 && difference >= rule.limit) continue;
        double weight =
            std::exp(-(square(dx) + square(dy)) / (2 * rule.distance_sigma * rule.distance_sigma));
        if (rule.limit == 0)
          weight *=
              std::exp(-square(difference) / (2 * rule.difference_sigma * rule.difference_sigma));
        if (rule.by_alpha && c != kOpacity)
          weight *= static_cast<double>(
              kQuantumRange - oracle::Outside(image, surroundings, x + dx, y + dy, kOpacity));
        sum +=
            weight * static_cast<double>(oracle::Outside(image, surroundings, x + dx, y + dy, c));
        weights += weight;
      }
    return weights > 0.0 ? std::lround(sum / weights) : 0;
  });
}

// Sums of floats are wrong by less than half a step.
void ExpectMean(const RawImage& image, Channels channels, const Surroundings& surroundings,
                const Rule& rule, const std::string& what) {
  RawImage expected = Mean(image, surroundings, rule);
  if (channels == Channels::kOpaque) oracle::ClearOpacity(expected);
  const SelectiveBlurPlan plan = PlanOf(rule);
  const auto reach = static_cast<std::uint32_t>(std::max(rule.columns, rule.rows) / 2);
  const Source source(image, surroundings, channels, reach, reach, reach, reach);
  const MagickAccelerateNeighborhoodRule arguments{
      MagickAccelerateSelectiveBlur,
      {float(plan.columns), float(plan.rows), float(plan.differences), rule.by_alpha ? 1.0f : 0.0f,
       plan.by_difference ? 1.0f : 0.0f}};
  const auto columns = static_cast<std::size_t>(image.columns);
  const auto rows = static_cast<std::size_t>(image.rows);
  std::vector<QuantumSample> first;
  OnEveryTarget([&] {
    constexpr QuantumSample kGuard = 0x5a;
    std::vector<QuantumSample> result(image.values.size() + 1, kGuard);
    const NeighborhoodWork work{source.view(),
                                {result.data(), columns, rows, columns * SamplesOf(channels)},
                                arguments,
                                2 * std::size_t{reach} + 1,
                                plan.table.data()};
    NeighborhoodBand(work, 0, rows / 3, [] { return true; });
    NeighborhoodBand(work, rows / 3, rows, [] { return true; });
    for (std::size_t i = 0; i < image.values.size(); ++i)
      ASSERT_NEAR(expected.values[i], long{result[i]}, 1) << what << " sample " << i;
    ASSERT_EQ(kGuard, result.back());
    if (first.empty()) first = result;
    ASSERT_EQ(first, result) << what;
  });
}

class SelectiveBlurCpu : public testing::Test {
 protected:
  void ForAll(const std::vector<Rule>& rules) {
    for (const std::uint32_t columns : kSizes)
      for (const std::uint32_t rows : kSizes) {
        if (columns * rows > 1500) continue;
        const Channels channels = kUnweighted[random_() % 3];
        RawImage image = RandomRawImage(columns, rows, channels, random_);
        if (random_() % 2)
          for (long& value : image.values) value = kQuantumRange / 3 + value / 6;
        Rule rule = rules[random_() % rules.size()];
        if (channels != Channels::kPlain) rule.by_alpha = false;
        const Surroundings around = RandomSurroundings(kArounds[random_() % 4], random_);
        ExpectMean(image, channels, around, rule, Describe(image, channels, around));
        if (HasFatalFailure()) return;
      }
  }

  std::mt19937 random_{23};
};

TEST_F(SelectiveBlurCpu, DifferencesHaveALimit) {
  for (int i = 0; i < 2; ++i)
    ForAll({{1, 1, 0.5, 9, 0.0, true},
            {3, 3, 0.7, kQuantumRange / 20, 0.0, true},
            {9, 9, 2.0, kQuantumRange / 3, 0.0, true},
            {9, 9, 2.0, 1, 0.0, false},
            {5, 5, 40.0, kQuantumRange + 1, 0.0, false}});
}

TEST_F(SelectiveBlurCpu, DifferencesHaveWeights) {
  for (int i = 0; i < 2; ++i)
    ForAll({{1, 1, 0.5, 0, 3.0, true},
            {3, 7, 1.5, 0, kQuantumRange / 30.0, true},
            {8, 2, 3.0, 0, kQuantumRange / 8.0, true},
            {7, 7, 2.0, 0, kQuantumRange * 2.0, false},
            {4, 6, 9.0, 0, 0.3, false}});
}

// A sum of more than ten thousand weights.
TEST_F(SelectiveBlurCpu, WideWindows) {
  for (const Channels channels : kUnweighted) {
    const RawImage image = RandomRawImage(5, 3, channels, random_);
    const Surroundings around = RandomSurroundings(oracle::Around::kReflect, random_);
    const bool by_alpha = channels == Channels::kPlain;
    for (const Rule& rule : {Rule{101, 101, 60.0, kQuantumRange, 0.0, by_alpha},
                             Rule{101, 101, 60.0, 0, kQuantumRange / 2.0, by_alpha}})
      ExpectMean(image, channels, around, rule, "wide");
  }
}

TEST_F(SelectiveBlurCpu, StopsWhenTold) {
  const RawImage image = RandomRawImage(20, 30, Channels::kPlain, random_);
  const Source source(image, {oracle::Around::kEdge, {}}, Channels::kPlain, 1, 1, 1, 1);
  const SelectiveBlurPlan plan = PlanSelective(3, 1.0, 100);
  const MagickAccelerateNeighborhoodRule arguments{MagickAccelerateSelectiveBlur, {3, 3, 100}};
  std::vector<QuantumSample> result(20 * 30 * kChannels);
  int rows = 0;
  NeighborhoodBand(
      {source.view(), {result.data(), 20, 30, 20 * kChannels}, arguments, 3, plan.table.data()}, 0,
      30, [&] { return ++rows < 4; });
  EXPECT_EQ(4, rows);
}

}  // namespace
}  // namespace lodestone::kernels
