// Shears against a slow restatement, on every instruction set.
#include "kernels/shear/shear_cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/shear/shear_plan.hpp"
#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;
using Pixel = std::array<QuantumSample, kChannels>;

struct Example {
  // The area is not quite that of the source.
  Example(std::size_t columns, std::size_t rows, Channels kind, bool of_columns, double slope)
      : slope(slope),
        samples(SamplesOf(kind)),
        source(columns * rows * samples),
        result((columns + 9) * (rows + 11) * samples, 77),
        lines(PlanLines(of_columns ? columns : rows, slope)),
        rule{of_columns,
             5,
             5,
             1,
             2,
             4,
             6,
             static_cast<std::uint32_t>(columns),
             static_cast<std::uint32_t>(rows)},
        work{{{source.data(), columns, rows, columns * samples},
              {result.data(), columns + 9, rows + 11, (columns + 9) * samples},
              kind,
              rule},
             lines.data(),
             {9, 8, 7, 0}} {
    std::mt19937 random(static_cast<unsigned>(columns * 1000 + rows));
    for (QuantumSample& sample : source)
      sample = static_cast<QuantumSample>(random() % 4 == 0 ? kQuantumMax : random());
    if (kind == Channels::kWeighted || kind == Channels::kPlain) work.constant[3] = 5;
  }
  Example(const Example&) = delete;  // the work refers to its rule

  Pixel Constant() const {
    Pixel pixel{};
    std::copy_n(work.constant, samples, pixel.begin());
    return pixel;
  }

  Pixel Canvas(std::int64_t x, std::int64_t y) const {
    x -= rule.source_column;
    y -= rule.source_row;
    if (x < 0 || y < 0 || x >= static_cast<std::int64_t>(work.source.columns) ||
        y >= static_cast<std::int64_t>(work.source.rows))
      return Constant();
    Pixel pixel{};
    const auto at = static_cast<std::size_t>(x) * samples;
    std::copy_n(work.source.Row(static_cast<std::size_t>(y)) + at, samples, pixel.begin());
    return pixel;
  }

  bool InArea(std::int64_t x, std::int64_t y) const {
    const ShearArea area(rule);
    return x >= area.column && y >= area.row && x < area.column + area.columns &&
           y < area.row + area.rows;
  }

  Pixel Blended(Pixel a, Pixel b, double share) const {
    if (work.channels == Channels::kWeighted) {
      if (b[3] == kQuantumMax) {
        std::copy_n(a.begin(), 3, b.begin());
      } else if (a[3] == kQuantumMax) {
        std::copy_n(b.begin(), 3, a.begin());
      }
    }
    Pixel pixel{};
    for (std::size_t i = 0; i < samples; ++i)
      pixel[i] = static_cast<QuantumSample>(
          std::floor(a[i] + (static_cast<double>(b[i]) - a[i]) * share + 0.5));
    return pixel;
  }

  // Of the canvas.
  Pixel Expected(std::int64_t x, std::int64_t y) const {
    const std::int64_t line = rule.of_columns ? x - rule.area_column : y - rule.area_row;
    const std::int64_t count = rule.of_columns ? rule.area_columns : rule.area_rows;
    if (line < 0 || line >= count) return Canvas(x, y);
    const double moved = slope * (static_cast<double>(line) - static_cast<double>(count) / 2.0);
    const double whole = std::floor(std::abs(moved)), share = std::abs(moved) - whole;
    const std::int64_t towards = moved > 0.0 ? -1 : 1;
    const std::int64_t first = towards * static_cast<std::int64_t>(std::min(whole, 1e9));
    const std::int64_t second = share > 0.0 ? first + towards : first;
    const auto from = [&](std::int64_t by) {
      return rule.of_columns ? std::pair{x, y + by} : std::pair{x + by, y};
    };
    const auto [ax, ay] = from(first);
    const auto [bx, by] = from(second);
    if (!InArea(x, y) && !InArea(ax, ay) && !InArea(bx, by)) return Canvas(x, y);
    return Blended(InArea(ax, ay) ? Canvas(ax, ay) : Constant(),
                   InArea(bx, by) ? Canvas(bx, by) : Constant(), share);
  }

  std::vector<QuantumSample> All() const {
    std::vector<QuantumSample> all;
    for (std::size_t y = 0; y < work.destination.rows; ++y)
      for (std::size_t x = 0; x < work.destination.columns; ++x) {
        Pixel pixel = Expected(rule.column + static_cast<std::int64_t>(x),
                               rule.row + static_cast<std::int64_t>(y));
        if (work.channels == Channels::kOpaque) pixel[3] = 0;
        all.insert(all.end(), pixel.begin(), pixel.begin() + static_cast<long>(samples));
      }
    return all;
  }

  double slope;
  std::size_t samples;
  std::vector<QuantumSample> source, result;
  std::vector<std::int32_t> lines;
  MagickAccelerateShearRule rule;
  ShearWork work;
};

void ExpectSheared(Example&& example) {
  const std::vector<QuantumSample> expected = example.All();
  const ShearColumns columns = PrepareShear(example.work);
  OnEveryTarget([&] {
    std::fill(example.result.begin(), example.result.end(), QuantumSample{77});
    ShearBand(example.work, columns, 0, 3);
    ShearBand(example.work, columns, 3, example.work.destination.rows);
    ASSERT_EQ(expected, example.result);
  });
}

constexpr std::size_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

TEST(Shear, IsAsDefinedOnEveryInstructionSet) {
  unsigned number = 0;
  for (const std::size_t columns : kSizes)
    for (const std::size_t rows : kSizes) {
      if (columns * rows > 5000) continue;
      for (const Channels kind :
           {Channels::kOpaque, Channels::kWeighted, Channels::kPlain, Channels::kGrey})
        for (const bool of_columns : {false, true}) {
          constexpr double kSlopes[] = {0.0, 0.31771134, -1.71300717, 0.375, -0.0113007, 4.0};
          const double slope = kSlopes[number++ % 6];
          SCOPED_TRACE(testing::Message() << columns << "x" << rows << " of columns " << of_columns
                                          << " by " << slope << " kind " << int(kind));
          ASSERT_NO_FATAL_FAILURE(ExpectSheared(Example(columns, rows, kind, of_columns, slope)));
        }
    }
}

TEST(Shear, FarLinesLeaveOnlyTheConstantPixel) {
  ASSERT_NO_FATAL_FAILURE(ExpectSheared(Example(7, 5, Channels::kPlain, false, 1e30)));
}

TEST(ShearPlan, SharesAreInRange) {
  const std::vector<std::int32_t> lines = PlanLines(4, 0.5 + 1e-17);
  EXPECT_EQ(
      (std::vector<std::int32_t>{1, 1, 0, 0, 0, 1, 1 << 14, 0, 0, 0, 0, 0, 0, -1, 1 << 14, 0}),
      lines);
  const std::vector<std::int32_t> tiny = PlanLines(1, -1e-16), most = PlanLines(2, 1.0 - 1e-16);
  EXPECT_EQ((std::vector<std::int32_t>{0, -1, 0, 1}), tiny);
  EXPECT_EQ((std::vector<std::int32_t>{0, 1, 1 << 15, 0, 0, 0, 0, 0}), most);
}

}  // namespace
}  // namespace lodestone::kernels
