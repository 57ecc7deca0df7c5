#include "utilities/events/size_fit.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone::cli {
namespace {

constexpr double kNothing = 1e-12;

struct Sums {
  double weight = 0, x = 0, xx = 0, t = 0, xt = 0;

  void Add(const SizePoint& point) {
    const double w = 1 / (point.milliseconds * point.milliseconds);
    weight += w;
    x += w * point.megapixels;
    xx += w * point.megapixels * point.megapixels;
    t += w * point.milliseconds;
    xt += w * point.milliseconds * point.megapixels;
  }
};

bool Usable(const SizePoint& point) {
  return point.megapixels > 0 && point.milliseconds > 0;
}

}  // namespace

std::optional<SizeFit> FitSizes(const std::vector<SizePoint>& points) {
  Sums sums;
  SizeFit fit;
  for (const SizePoint& point : points) {
    if (!Usable(point)) continue;
    const bool any = sums.weight > 0;
    fit.smallest = any ? std::min(fit.smallest, point.megapixels) : point.megapixels;
    fit.largest = any ? std::max(fit.largest, point.megapixels) : point.megapixels;
    sums.Add(point);
  }
  const double determinant = sums.weight * sums.xx - sums.x * sums.x;
  if (fit.largest <= fit.smallest || !(determinant > kNothing * sums.weight * sums.xx)) {
    return std::nullopt;
  }
  fit.ms_per_megapixel = (sums.weight * sums.xt - sums.x * sums.t) / determinant;
  fit.start_ms = (sums.t - fit.ms_per_megapixel * sums.x) / sums.weight;
  if (fit.ms_per_megapixel < 0) {
    fit.ms_per_megapixel = 0;
    fit.start_ms = sums.t / sums.weight;
  } else if (fit.start_ms < 0) {
    fit.start_ms = 0;
    fit.ms_per_megapixel = sums.xt / sums.xx;
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
