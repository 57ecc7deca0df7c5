// Tables for single samples against a slow restatement, on every instruction set.
#include "kernels/point/point_cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using Table = std::vector<QuantumSample>;
using testing_support::OnEveryTarget;

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

QuantumSample Expected(const PointWork& work, const QuantumSample* pixel, std::size_t s) {
  const bool grey =
      work.channels == Channels::kGrey || (pixel[0] == pixel[1] && pixel[1] == pixel[2]);
  if (!work.tables[s] || (work.grey_only && !grey)) return pixel[s];
  return work.tables[s][pixel[s]];
}

void Expect(PointWork work, std::size_t columns) {
  const std::size_t samples = SamplesOf(work.channels);
  const Rows in = RandomRows(columns, samples);
  Rows out(columns, in.rows, samples), expected = out;
  for (std::size_t y = 0; y < in.rows; ++y)
    for (std::size_t i = 0; i < columns * samples; ++i)
      expected.destination().Row(y)[i] =
          Expected(work, in.source().Row(y) + i / samples * samples, i % samples);
  work.source = in.source();
  work.destination = out.destination();
  work.flips = FindFlips(work);
  PointBand(work, 0, 1);
  PointBand(work, 1, in.rows);
  ASSERT_EQ(expected.data, out.data) << columns << " columns";
}

TEST(Point, SamplesBecomeWhatTheTablesSay) {
  const QuantumSample *turned = Turned().data(), *mixed = Mixed().data();
  const PointWork works[] = {
      {{}, {}, Channels::kPlain, {turned, turned, turned, nullptr}, false},
      {{}, {}, Channels::kPlain, {turned, nullptr, turned, turned}, true},
      {{}, {}, Channels::kOpaque, {mixed, turned, nullptr, nullptr}, false},
      {{}, {}, Channels::kPlain, {mixed, mixed, mixed, mixed}, true},
      {{}, {}, Channels::kPlain, {}, false},
      {{}, {}, Channels::kGrey, {turned}, true},
      {{}, {}, Channels::kGrey, {mixed}, false},
  };
  OnEveryTarget([&] {
    for (const PointWork& work : works)
      for (const std::size_t columns : {1u, 2u, 3u, 7u, 16u, 17u, 63u, 255u, 257u, 1031u})
        ASSERT_NO_FATAL_FAILURE(Expect(work, columns));
  });
}

TEST(Point, TurningAroundIsFound) {
  PointWork work{{}, {}, Channels::kPlain, {Turned().data(), nullptr, Turned().data()}, false};
  EXPECT_EQ(0b101u, FindFlips(work));
  Table almost = Turned();
  almost.back() = 1;
  work.tables[3] = almost.data();
  EXPECT_FALSE(FindFlips(work));
  work.channels = Channels::kGrey;
  EXPECT_EQ(1u, FindFlips(work)) << "a grey pixel has one sample";
}

}  // namespace
}  // namespace lodestone::kernels
