// Tables for single samples against a slow restatement, on every instruction set.
#include "kernels/point/point_cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using Table = std::vector<QuantumSample>;
using test::OnEveryTarget;

Table Filled(QuantumSample (*entry)(std::size_t i)) {
  Table table(std::size_t{kQuantumMax} + 1);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = entry(i);
  return table;
}
const Table& Turned() {
  static const auto& table =
      *new Table(Filled([](std::size_t i) { return static_cast<QuantumSample>(kQuantumMax - i); }));
  return table;
}
const Table& Mixed() {
  static const auto& table =
      *new Table(Filled([](std::size_t i) { return static_cast<QuantumSample>(i * 201 + i / 7); }));
  return table;
}

// Rows of samples with one more at each end, which nothing may write to.
struct Rows {
  Rows(std::size_t columns, std::size_t rows, std::size_t samples)
      : columns(columns), rows(rows), stride(columns * samples + 2), data(rows * stride, 77) {}
  SourceView source() const { return {data.data() + 1, columns, rows, stride}; }
  DestinationView destination() { return {data.data() + 1, columns, rows, stride}; }

  std::size_t columns, rows, stride;
  std::vector<QuantumSample> data;
};

// Every fourth pixel grey, and extremes among the samples.
Rows RandomRows(std::size_t columns, std::size_t samples) {
  Rows image(columns, 3, samples);
  std::mt19937 random(static_cast<unsigned>(columns));
  for (std::size_t y = 0; y < image.rows; ++y)
    for (std::size_t x = 0; x < columns; ++x) {
      QuantumSample* pixel = image.destination().Row(y) + x * samples;
      for (std::size_t s = 0; s < samples; ++s)
        pixel[s] = static_cast<QuantumSample>(random() % 5 == 0 ? kQuantumMax : random());
      if (samples == kChannels && random() % 4 == 0) pixel[1] = pixel[2] = pixel[0];
    }
  return image;
}

// The arguments of a work, which has no images yet.
struct Case {
  PointWork Work(SourceView source, DestinationView destination) const {
    PointWork work{{source, destination, channels, rule},
                   {tables[0], tables[1], tables[2], tables[3]}};
    work.flips = FindFlips(work);
    work.fill = FindFill(work);
    return work;
  }

  Channels channels;
  const QuantumSample* tables[kChannels];
  MagickAcceleratePoint rule = {};
};

std::uint32_t Intensity(const MagickAcceleratePoint& rule, const QuantumSample* pixel) {
  std::uint64_t sum = 0;
  for (std::size_t s = 0; s < 3; ++s) sum += std::uint64_t{rule.weights[s]} * pixel[s];
  return static_cast<std::uint32_t>(sum / 1024);
}

double Distance(const MagickAcceleratePoint& rule, const QuantumSample* pixel) {
  double sum = 0;
  for (std::size_t s = 0; s < 3; ++s)
    sum += (double(pixel[s]) - rule.color[s]) * (double(pixel[s]) - rule.color[s]);
  return sum;
}

bool IsSelected(const MagickAcceleratePoint& rule, const QuantumSample* pixel) {
  switch (rule.selection) {
    case MagickAccelerateGreyPixels:
      return pixel[0] == pixel[1] && pixel[1] == pixel[2];
    case MagickAccelerateInRange:
      return Intensity(rule, pixel) >= rule.low && Intensity(rule, pixel) <= rule.high;
    case MagickAccelerateNearColor:
      return Distance(rule, pixel) <= double(rule.distance);
    default:
      return true;
  }
}

QuantumSample Expected(const Case& work, const QuantumSample* pixel, std::size_t s) {
  const bool grey = work.channels == Channels::kGrey;
  if (!work.tables[s] || (!grey && !IsSelected(work.rule, pixel))) return pixel[s];
  return work.tables[s][work.rule.from_intensity && s < 3 && !grey ? Intensity(work.rule, pixel)
                                                                   : pixel[s]];
}

void Expect(const Case& work, std::size_t columns) {
  const std::size_t samples = SamplesOf(work.channels);
  const Rows in = RandomRows(columns, samples);
  Rows out(columns, in.rows, samples), expected = out;
  for (std::size_t y = 0; y < in.rows; ++y)
    for (std::size_t i = 0; i < columns * samples; ++i)
      expected.destination().Row(y)[i] =
          Expected(work, in.source().Row(y) + i / samples * samples, i % samples);
  const PointWork point = work.Work(in.source(), out.destination());
  PointBand(point, 0, 1);
  PointBand(point, 1, in.rows);
  ASSERT_EQ(expected.data, out.data) << columns << " columns";
}

TEST(Point, SamplesBecomeWhatTheTablesSay) {
  const QuantumSample *turned = Turned().data(), *mixed = Mixed().data();
  const Case all = {Channels::kPlain, {mixed, mixed, turned, nullptr}};
  std::vector<Case> works(8, all);
  works[1].rule.selection = MagickAccelerateGreyPixels;
  works[2].rule.selection = MagickAccelerateInRange;
  works[2].rule.low = kQuantumMax / 5;
  works[2].rule.high = kQuantumMax / 2;
  works[3].rule.selection = MagickAccelerateNearColor;
  works[3].rule.distance = kQuantumMax * std::uint64_t{kQuantumMax} / 2;
  works[4].rule.from_intensity = true;
  works[5].rule.from_intensity = true;
  works[5].rule.selection = MagickAccelerateInRange;
  works[5].rule.high = kQuantumMax / 3;
  works[6].tables[1] = nullptr;
  works[7].tables[3] = mixed;
  for (Case& work : works) {
    const std::uint32_t weights[] = {117, 601, 306}, color[] = {kQuantumMax, 20, kQuantumMax / 2};
    std::copy_n(weights, 3, work.rule.weights);
    std::copy_n(color, 3, work.rule.color);
  }
  // The first four again, with one value for each changing sample.
  const Table high(std::size_t{kQuantumMax} + 1, kQuantumMax), low(high.size(), 3);
  for (std::size_t i = 0; i < 4; ++i) {
    works.push_back(works[i]);
    std::copy_n(std::array{high.data(), low.data(), high.data()}.begin(), 3, works.back().tables);
  }
  works.push_back(works[3]);
  works.back().rule.distance = UINT64_MAX;
  const std::vector<Case> flips = {
      {Channels::kPlain, {turned, turned, turned, nullptr}},
      {Channels::kOpaque, {turned, nullptr, nullptr, turned}},
      {Channels::kPlain, {}},
      {Channels::kGrey, {turned}},
      {Channels::kGrey, {mixed}},
  };
  works.insert(works.end(), flips.begin(), flips.end());
  OnEveryTarget([&] {
    for (const Case& work : works)
      for (const std::size_t columns : {1u, 2u, 3u, 7u, 16u, 17u, 63u, 255u, 257u, 1031u})
        ASSERT_NO_FATAL_FAILURE(Expect(work, columns));
  });
}

TEST(Point, TablesOfOneValueAreFound) {
  Table ones(std::size_t{kQuantumMax} + 1, 1);
  Case work{Channels::kPlain, {ones.data(), nullptr, ones.data()}};
  const std::optional<Fill> fill = work.Work({}, {}).fill;
  ASSERT_TRUE(fill);
  for (std::size_t s = 0; s < kChannels; ++s) {
    EXPECT_EQ(work.tables[s] ? 0u : kQuantumMax, fill->stays[s]) << s;
    EXPECT_EQ(work.tables[s] ? 1u : 0u, fill->values[s]) << s;
  }
  work.rule.from_intensity = true;
  EXPECT_FALSE(work.Work({}, {}).fill);
  work.rule.from_intensity = false;
  ones.back() = 2;
  EXPECT_FALSE(work.Work({}, {}).fill);
}

TEST(Point, TurningAroundIsFound) {
  Case work{Channels::kPlain, {Turned().data(), nullptr, Turned().data()}};
  EXPECT_EQ(0b101u, work.Work({}, {}).flips);
  work.rule.selection = MagickAccelerateGreyPixels;
  EXPECT_FALSE(work.Work({}, {}).flips) << "some pixels stay";
  work.rule.selection = MagickAccelerateAllPixels;
  Table almost = Turned();
  almost.back() = 1;
  work.tables[3] = almost.data();
  EXPECT_FALSE(work.Work({}, {}).flips);
  work.channels = Channels::kGrey;
  EXPECT_EQ(1u, work.Work({}, {}).flips) << "a grey pixel has one sample";
}

}  // namespace
}  // namespace lodestone::kernels
