// Copies through maps of columns and rows against plain code, on every instruction set.
#include "kernels/remap/remap_cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;

using Map = std::vector<std::uint32_t>;

constexpr std::size_t kSizes[] = {1, 2, 3, 7, 16, 17, 33, 255, 257};

// Runs of all kinds, short and long.
Map RandomMap(std::size_t inputs, std::size_t outputs, std::mt19937& random) {
  Map map;
  while (map.size() < outputs) {
    const auto kind = static_cast<RunKind>(random() % 4);
    std::size_t at = random() % inputs;
    for (std::size_t count = 1 + random() % 70; count > 0; --count) {
      map.push_back(kind == RunKind::kConstant ? kConstantPixel : static_cast<std::uint32_t>(at));
      if (kind == RunKind::kScattered) at = random() % inputs;
      if (kind == RunKind::kForward && ++at == inputs) break;
      if (kind == RunKind::kBackward && at-- == 0) break;
    }
  }
  map.resize(outputs);
  return map;
}

// With a gap after each row, which nothing may write to.
struct Rows {
  Rows(std::size_t columns, std::size_t rows, Channels channels)
      : columns(columns),
        rows(rows),
        samples(SamplesOf(channels)),
        stride(columns * samples + 3),
        data(rows * stride + 1, 77) {}
  SourceView source() const { return {data.data() + 1, columns, rows, stride}; }
  DestinationView destination() { return {data.data() + 1, columns, rows, stride}; }

  std::size_t columns, rows, samples, stride;
  std::vector<QuantumSample> data;
};

Rows RandomRows(std::size_t columns, std::size_t rows, Channels channels, std::mt19937& random) {
  Rows image(columns, rows, channels);
  for (QuantumSample& sample : image.data) sample = static_cast<QuantumSample>(random());
  return image;
}

// What pixel (x, y) of the result is.
const QuantumSample* Named(const RemapWork& work, std::uint32_t column, std::uint32_t row) {
  if (column == kConstantPixel || row == kConstantPixel) return work.constant;
  return work.source.Row(row) + column * SamplesOf(work.channels);
}

void FillExpected(const RemapWork& work, bool transposed, Rows* expected) {
  for (std::size_t y = 0; y < expected->rows; ++y)
    for (std::size_t x = 0; x < expected->columns; ++x)
      std::copy_n(Named(work, work.columns[transposed ? y : x], work.rows[transposed ? x : y]),
                  expected->samples, expected->destination().Row(y) + x * expected->samples);
}

void Expect(RemapWork work, bool transposed, std::size_t columns, std::size_t rows) {
  Rows out(columns, rows, work.channels), expected = out;
  FillExpected(work, transposed, &expected);
  work.destination = out.destination();
  const auto runs = FindRuns(work.columns, transposed ? rows : columns);
  // The later band must not rely on a row of the earlier one.
  const std::size_t middle = rows / 2;
  for (const auto& [begin, end] : {std::pair{middle, rows}, {std::size_t{0}, middle}}) {
    if (transposed) {
      TransposeBand(work, begin, end);
    } else {
      RemapBand(work, runs, begin, end);
    }
  }
  ASSERT_EQ(expected.data, out.data) << columns << "x" << rows << " transposed " << transposed;
}

void ExpectRandom(Channels channels, bool transposed, bool plain) {
  std::mt19937 random(7);
  for (const std::size_t columns : kSizes)
    for (const std::size_t rows : kSizes) {
      const Rows in = RandomRows(kSizes[random() % 9], kSizes[random() % 9], channels, random);
      const auto map = [&](std::size_t inputs, std::size_t outputs) {
        Map made = RandomMap(inputs, outputs, random);
        // The usual case: no constant pixels.
        if (plain) std::replace(made.begin(), made.end(), kConstantPixel, 0u);
        return made;
      };
      const Map across = map(in.columns, transposed ? rows : columns);
      const Map down = map(in.rows, transposed ? columns : rows);
      const RemapWork work{in.source(), {}, channels, across.data(), down.data(), {1, 2, 3, 4}};
      ASSERT_NO_FATAL_FAILURE(Expect(work, transposed, columns, rows));
    }
}

TEST(Rearrange, PixelsAreThoseThatTheMapsName) {
  OnEveryTarget([] {
    for (const Channels channels : {Channels::kPlain, Channels::kGrey})
      for (const bool transposed : {false, true})
        for (const bool plain : {false, true})
          ASSERT_NO_FATAL_FAILURE(ExpectRandom(channels, transposed, plain));
  });
}

TEST(Rearrange, TurnsLargerImages) {
  std::mt19937 random(8);
  OnEveryTarget([&] {
    for (const Channels channels : {Channels::kPlain, Channels::kGrey}) {
      const Rows in = RandomRows(131, 203, channels, random);
      Map across(in.columns), down(in.rows);
      for (std::uint32_t i = 0; i < across.size(); ++i) across[i] = i;
      for (std::uint32_t i = 0; i < down.size(); ++i) down[i] = 202 - i;
      for (const bool transposed : {false, true})
        ASSERT_NO_FATAL_FAILURE(Expect({in.source(), {}, channels, across.data(), down.data(), {}},
                                       transposed, transposed ? 203 : 131, transposed ? 131 : 203));
    }
  });
}

TEST(PixelRuns, AreFoundAndCoverTheMap) {
  Map map;
  for (std::uint32_t i = 0; i < 20; ++i) map.push_back(i);
  for (std::uint32_t i = 0; i < 9; ++i) map.push_back(8 - i);
  map.push_back(kConstantPixel);                            // not what comes before 0
  for (std::uint32_t i = 0; i < 12; ++i) map.push_back(i);  // nor what comes after
  for (const std::uint32_t at : {5u, 5u, 6u, 3u}) map.push_back(at);
  const std::vector<PixelRun> runs = FindRuns(map.data(), map.size());
  const PixelRun expected[] = {{RunKind::kForward, 0, 20},
                               {RunKind::kBackward, 20, 29},
                               {RunKind::kConstant, 29, 30},
                               {RunKind::kForward, 30, 42},
                               {RunKind::kScattered, 42, 46}};
  ASSERT_EQ(std::size(expected), runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(expected[i].kind, runs[i].kind) << i;
    EXPECT_EQ(expected[i].begin, runs[i].begin) << i;
    EXPECT_EQ(expected[i].end, runs[i].end) << i;
  }
}

}  // namespace
}  // namespace lodestone::kernels
