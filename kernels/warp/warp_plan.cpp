#include "kernels/warp/warp_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>

#include "kernels/warp/arc.h"

namespace lodestone::kernels {
namespace {

constexpr int kSignificand = 23;  // stored bits
constexpr std::size_t kNodes = 4;
// Curves and places beyond this are so far away that only the direction counts.
constexpr double kFar = 1e12;
// Of displacements: whole numbers are exact in float.
constexpr double kFarPixels = 16777215.0;

void SetPair(double value, float* pair) {
  pair[0] = static_cast<float>(value);
  pair[1] = static_cast<float>(value - pair[0]);
}

float FromBits(std::int32_t bits) {
  return std::bit_cast<float>(bits);
}

std::int32_t Bits(float value) {
  return std::bit_cast<std::int32_t>(value);
}

// A cubic through a curve at the Chebyshev nodes of a range.
template <class Curve>
void AddCubic(double begin, double end, const Curve& curve, std::vector<float>* table) {
  double chebyshev[kNodes] = {};
  for (std::size_t i = 0; i < kNodes; ++i) {
    const double angle = std::numbers::pi * (2.0 * static_cast<double>(i) + 1.0) / (2.0 * kNodes);
    const double at = (begin + end) / 2.0 + std::cos(angle) * (end - begin) / 2.0;
    const double value = std::clamp(curve(at), -kFar, kFar);
    for (std::size_t k = 0; k < kNodes; ++k)
      chebyshev[k] += value * std::cos(static_cast<double>(k) * angle) * (k ? 2.0 : 1.0) / kNodes;
  }
  const double middle = chebyshev[0] - chebyshev[2];
  float pair[2];
  SetPair(middle, pair);
  const double others[] = {chebyshev[1] - 3.0 * chebyshev[3], 2.0 * chebyshev[2],
                           4.0 * chebyshev[3]};
  table->insert(table->end(), std::begin(pair), std::end(pair));
  for (const double each : others) table->push_back(static_cast<float>(each));
}

// Around the middle of an image; distances along the shorter side count as if it were as long as
// the other.
struct Ellipse {
  Ellipse(std::uint32_t columns, std::uint32_t rows)
      : x(columns / 2.0),
        y(rows / 2.0),
        radius(std::max(x, y)),
        x_scale(radius / x),
        y_scale(radius / y) {}

  double x, y, radius, x_scale, y_scale;
};

// The numbers and tables of curves of the distance from the centre, 0 ... 1, at the edge 1.
// `parts`: log2 of the parts of each power of two.
template <class Sample>
WarpPlan PlanRadial(MagickAccelerateWarpFunction function, const Ellipse& ellipse, int parts,
                    const Sample& sample) {
  constexpr float kLeastSquare = 0.25f;  // of half a pixel
  WarpPlan plan;
  plan.rule.function = function;
  plan.rule.numbers[0] = static_cast<float>(ellipse.x);
  plan.rule.numbers[1] = static_cast<float>(ellipse.y);
  SetPair(ellipse.x_scale * ellipse.x_scale, plan.rule.numbers + 2);
  SetPair(ellipse.y_scale * ellipse.y_scale, plan.rule.numbers + 4);
  SetPair(ellipse.radius * ellipse.radius, plan.rule.numbers + 6);
  plan.rule.numbers[8] = kLeastSquare;
  plan.rule.numbers[9] = static_cast<float>(2 << parts);
  const int shift = kSignificand - parts;
  const std::int32_t first = Bits(kLeastSquare) >> shift,
                     last = Bits(plan.rule.numbers[6]) >> shift;
  plan.rule.whole[0] = static_cast<std::int32_t>(ellipse.x);
  plan.rule.whole[1] = static_cast<std::int32_t>(ellipse.y);
  plan.rule.whole[2] = first;
  plan.rule.whole[3] = last;
  plan.rule.whole[4] = shift;
  plan.table.clear();
  for (std::int32_t part = first; part <= last; ++part)
    sample(FromBits(part << shift), FromBits((part + 1) << shift), &plan.table);
  return plan;
}

// So that cubics are accurate to 30 bits, for curves as wild as `wildness` times those that need
// fewest parts.
int PartsFor(double wildness) {
  constexpr int kFewest = 6, kMost = 11;
  return std::min(kFewest + static_cast<int>(std::ceil(std::log2(std::clamp(wildness, 1.0, 64.0)))),
                  kMost);
}

}  // namespace

WarpPlan PlanImplode(std::uint32_t columns, std::uint32_t rows, double amount) {
  const Ellipse ellipse(columns, rows);
  const auto factor = [&](double square) {
    const double distance = std::min(std::sqrt(square) / ellipse.radius, 1.0);
    return std::pow(std::sin(std::numbers::pi / 2.0 * distance), -amount);
  };
  return PlanRadial(MagickAccelerateImplode, ellipse, PartsFor(std::abs(amount) / 1.5),
                    [&](double begin, double end, std::vector<float>* table) {
                      AddCubic(begin, end, factor, table);
                    });
}

WarpPlan PlanSwirl(std::uint32_t columns, std::uint32_t rows, double radians) {
  const Ellipse ellipse(columns, rows);
  const auto angle = [&](double square) {
    const double inwards = 1.0 - std::sqrt(square) / ellipse.radius;
    return radians * inwards * inwards;
  };
  const double across = ellipse.y_scale / ellipse.x_scale;
  return PlanRadial(
      MagickAccelerateSwirl, ellipse, PartsFor(std::abs(radians) / 4.0),
      [&](double begin, double end, std::vector<float>* table) {
        AddCubic(
            begin, end, [&](double square) { return std::cos(angle(square)); }, table);
        AddCubic(
            begin, end, [&](double square) { return std::sin(angle(square)) * across; }, table);
        AddCubic(
            begin, end, [&](double square) { return std::sin(angle(square)) / across; }, table);
      });
}

WarpPlan PlanWave(std::uint32_t columns, double amplitude, double wave_length) {
  WarpPlan plan;
  plan.rule.function = MagickAccelerateWave;
  plan.rule.whole[0] = static_cast<std::int32_t>(columns) - 1;
  plan.table.resize(columns);
  // Angle and sine are floats in GraphicsMagick. That shows where a column moves by whole pixels,
  // since what comes before the first row depends on the last bit.
  for (std::uint32_t x = 0; x < columns; ++x) {
    const auto angle = static_cast<float>(2.0 * std::numbers::pi * x / wave_length);
    const auto sine = static_cast<float>(std::sin(static_cast<double>(angle)));
    plan.table[x] = static_cast<float>(std::abs(static_cast<float>(amplitude)) + amplitude * sine);
  }
  return plan;
}

WarpPlan PlanAffine(const AffinePlaces& places, std::vector<float> spans) {
  WarpPlan plan;
  plan.rule.function = MagickAccelerateAffine;
  for (std::size_t i = 0; i < 3; ++i) {
    SetPair(std::clamp(places.column[i], -kFar, kFar), plan.rule.numbers + 2 * i);
    SetPair(std::clamp(places.row[i], -kFar, kFar), plan.rule.numbers + 6 + 2 * i);
  }
  plan.table = std::move(spans);
  return plan;
}

std::optional<WarpPlan> PlanArc(std::uint32_t columns, std::uint32_t rows, double radians) {
  const double farthest = std::hypot(columns - 1.0, rows - 1.0) / 2.0;
  const double angles = std::floor(4.0 * std::abs(radians) * std::sqrt(farthest)) + 2.0;
  if (!(angles <= LS_MOST_ANGLES)) return std::nullopt;
  WarpPlan plan;
  plan.rule.function = MagickAccelerateArc;
  plan.rule.whole[0] = static_cast<std::int32_t>(columns);
  plan.rule.whole[1] = static_cast<std::int32_t>(rows);
  plan.rule.whole[2] = static_cast<std::int32_t>(angles);
  plan.table.clear();
  const auto add = [&plan](double factor) {
    const double whole = std::nearbyint(std::ldexp(factor, 31));
    const double high = std::floor(whole / LS_ARC_PART);
    plan.table.push_back(static_cast<float>(high));
    plan.table.push_back(static_cast<float>(whole - high * LS_ARC_PART));
  };
  for (std::int32_t i = 0; i < plan.rule.whole[2]; ++i) {
    const double angle = radians * (i / (angles - 1.0) - 0.5);
    add(std::cos(angle));
    add(std::sin(angle));
  }
  return plan;
}

std::optional<WarpPlan> PlanDisplace(const DisplacedRectangle& rectangle,
                                     const DisplacementsOf& displacements_of) {
  WarpPlan plan;
  plan.rule.function = MagickAccelerateDisplace;
  plan.rule.whole[0] = static_cast<std::int32_t>(rectangle.column);
  plan.rule.whole[1] = static_cast<std::int32_t>(rectangle.row);
  plan.rule.whole[2] = static_cast<std::int32_t>(rectangle.columns) - 1;
  plan.table.clear();
  plan.table.reserve(std::size_t{rectangle.columns} * rectangle.rows * kDisplaceEntries);
  std::vector<double> row(2 * std::size_t{rectangle.columns});
  for (std::uint32_t y = 0; y < rectangle.rows; ++y) {
    if (!displacements_of(y, row.data())) return std::nullopt;
    for (const double displacement : row) {
      const double far = std::clamp(displacement, -kFarPixels, kFarPixels);
      const double whole = std::floor(far);
      plan.table.push_back(static_cast<float>(whole));
      plan.table.push_back(static_cast<float>(far - whole));
    }
  }
  return plan;
}

WarpPlan PlanSpread(std::uint32_t columns, std::uint32_t rows, std::uint32_t radius,
                    const std::array<std::uint32_t, 2>& key) {
  WarpPlan plan;
  plan.rule.function = MagickAccelerateSpread;
  const auto most = static_cast<std::int32_t>(std::min(radius, kMaxWarpSide));
  plan.rule.whole[0] = static_cast<std::int32_t>(columns);
  plan.rule.whole[1] = static_cast<std::int32_t>(rows);
  plan.rule.whole[2] = std::min(1 - most, 0);
  plan.rule.whole[3] = most;
  plan.rule.whole[4] = std::bit_cast<std::int32_t>(key[0]);
  plan.rule.whole[5] = std::bit_cast<std::int32_t>(key[1]);
  return plan;
}

}  // namespace lodestone::kernels
