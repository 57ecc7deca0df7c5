#include "utilities/events/report/size_fit.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone::cli {
namespace {

constexpr double kNothing = 1e-12;

constexpr int kRounds = 30;

bool Usable(const SizePoint& point) {
  return point.megapixels > 0 && point.milliseconds > 0;
}

// Weighted least squares with non-negative coefficients.
void Fit(const std::vector<SizePoint>& points, const std::vector<double>& weights, SizeFit* fit) {
  double weight = 0, x = 0, xx = 0, t = 0, xt = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [megapixels, milliseconds] = points[i];
    weight += weights[i];
    x += weights[i] * megapixels;
    xx += weights[i] * megapixels * megapixels;
    t += weights[i] * milliseconds;
    xt += weights[i] * megapixels * milliseconds;
  }
  const double determinant = weight * xx - x * x;
  fit->ms_per_megapixel = (weight * xt - x * t) / determinant;
  fit->start_ms = (t - fit->ms_per_megapixel * x) / weight;
  if (!(determinant > kNothing * weight * xx) || fit->ms_per_megapixel < 0) {
    fit->ms_per_megapixel = 0;
    fit->start_ms = t / weight;
  } else if (fit->start_ms < 0) {
    fit->start_ms = 0;
    fit->ms_per_megapixel = xt / xx;
  }
}

}  // namespace

std::optional<SizeFit> FitSizes(const std::vector<SizePoint>& points) {
  SizeFit fit;
  std::vector<SizePoint> usable;
  std::vector<double> weights;
  for (const SizePoint& point : points) {
    if (!Usable(point)) continue;
    fit.smallest = usable.empty() ? point.megapixels : std::min(fit.smallest, point.megapixels);
    fit.largest = std::max(fit.largest, point.megapixels);
    usable.push_back(point);
    weights.push_back(1 / (point.milliseconds * point.milliseconds));
  }
  if (fit.largest <= fit.smallest) return std::nullopt;
  // Errors relative to the line, not the points, which would give points above it more weight.
  for (int round = 0; round < kRounds; ++round) {
    Fit(usable, weights, &fit);
    for (std::size_t i = 0; i < usable.size(); ++i) {
      const double expected = fit.At(usable[i].megapixels);
      weights[i] = 1 / (expected * expected);
    }
  }
  return fit;
}

Crossover CrossoverOf(const SizeFit& first, const SizeFit& second) {
  Crossover crossover;
  crossover.smallest = std::max(first.smallest, second.smallest);
  crossover.largest = std::min(first.largest, second.largest);
  if (crossover.smallest >= crossover.largest) return crossover;
  const double low = first.At(crossover.smallest) - second.At(crossover.smallest);
  const double high = first.At(crossover.largest) - second.At(crossover.largest);
  const double nothing = kNothing * first.At(crossover.largest);
  if (std::fabs(low) <= nothing && std::fabs(high) <= nothing) {
    crossover.kind = Crossover::Kind::kSame;
  } else if (low * high < 0) {
    crossover.kind = Crossover::Kind::kCross;
    crossover.first_faster_below = low < 0;
    crossover.megapixels =
        (second.start_ms - first.start_ms) / (first.ms_per_megapixel - second.ms_per_megapixel);
  } else {
    crossover.kind =
        low + high < 0 ? Crossover::Kind::kFirstFaster : Crossover::Kind::kSecondFaster;
  }
  return crossover;
}

}  // namespace lodestone::cli
