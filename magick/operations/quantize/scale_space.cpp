#include "magick/operations/quantize/scale_space.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

namespace lodestone {
namespace {

constexpr int kLast = kShades - 1;

using Curve = std::array<double, kShades>;

// A histogram smoothed by a Gaussian of deviation tau, and the sign of its second derivative where
// it is that of the value before, as far as it counts: GraphicsMagick's zero crossings.
struct Scale {
  double tau = 0.0;
  Curve curve{};
  std::array<int, kShades> crossings{};
};

Curve Smoothed(const ShadeCounts& counts, double tau) {
  constexpr double kNothing = 1.0e-12;
  const double height = 1.0 / (tau * std::sqrt(2.0 * std::numbers::pi));
  const double slope = -1.0 / (2.0 * tau * tau);
  Curve weights{}, result;
  for (int x = 0; x < kShades; ++x) {
    weights[x] = std::exp(slope * x * x);
    if (weights[x] < kNothing) break;
  }
  for (int x = 0; x < kShades; ++x) {
    double sum = 0.0;
    for (int u = 0; u < kShades; ++u)
      sum += static_cast<double>(counts[u]) * weights[std::abs(x - u)];
    result[x] = height * sum;
  }
  return result;
}

Curve Derivative(const Curve& curve) {
  Curve result;
  result[0] = -1.5 * curve[0] + 2.0 * curve[1] - 0.5 * curve[2];
  for (int x = 1; x < kLast; ++x) result[x] = (curve[x + 1] - curve[x - 1]) / 2.0;
  result[kLast] = 0.5 * curve[kLast - 2] - 2.0 * curve[kLast - 1] + 1.5 * curve[kLast];
  return result;
}

void FindCrossings(double smoothing, Scale* scale) {
  int before = 0;
  Curve second = Derivative(Derivative(scale->curve));
  for (int x = 0; x < kShades; ++x) {
    double& value = second[x];
    if (value < smoothing && value >= -smoothing) value = 0.0;
    if (value == 0.0 || std::isnan(value)) continue;
    const int sign = value < 0.0 ? -1 : 1;
    if (before == sign) scale->crossings[x] = sign;
    before = sign;
  }
}

// From the smoothest to the histogram itself.
std::vector<Scale> ScalesOf(const ShadeCounts& counts, double smoothing) {
  constexpr double kSmoothest = 5.2f, kStep = 0.5, kFinest = 0.2;
  std::vector<Scale> scales;
  for (double tau = kSmoothest; tau >= kFinest; tau -= kStep)
    scales.push_back({tau, Smoothed(counts, tau), {}});
  Scale own;
  std::copy(counts.begin(), counts.end(), own.curve.begin());
  scales.push_back(own);
  for (Scale& scale : scales) FindCrossings(smoothing, &scale);
  return scales;
}

// The nearest crossing in one direction, or the end.
int Neighbor(const Scale& scale, int from, int step, int end) {
  int x = from + step;
  while (step < 0 ? x > end : x < end) {
    if (scale.crossings[x] != 0) break;
    x += step;
  }
  return std::clamp(x, 0, kLast);
}

// An even number of crossings lies in between.
bool KeepsOrder(const Scale& finer, int before, int place) {
  int count = 0;
  for (int x = before + 1; x < place; ++x) count += finer.crossings[x] != 0;
  return count % 2 == 0 && place != before;
}

// The crossing of the finer scale that one of the smoother becomes, or -1.
int Successor(const Scale& smoother, const Scale& finer, int x) {
  const int before = Neighbor(smoother, x, -1, 0);
  if (finer.crossings[x] != 0 && KeepsOrder(finer, before, x)) return x;
  for (const int place : {Neighbor(finer, x, -1, 0), Neighbor(finer, x, 1, kLast)})
    if (KeepsOrder(finer, before, place)) return place;
  return -1;
}

// Crossings become lines from scale to scale, which do not cross.
void Connect(std::vector<Scale>* scales) {
  for (std::size_t i = scales->size() - 1; i-- > 0;) {
    Scale &smoother = (*scales)[i], &finer = (*scales)[i + 1];
    for (int x = 0; x < kShades; ++x) {
      if (smoother.crossings[x] == 0) continue;
      const int place = Successor(smoother, finer, x);
      const int sign = std::exchange(smoother.crossings[x], 0);
      if (place >= 0) smoother.crossings[place] = sign;
    }
  }
}

void CloseEnds(Scale* scale) {
  auto& crossings = scale->crossings;
  const int first = static_cast<int>(
      std::find_if(crossings.begin(), crossings.end() - 1, [](int sign) { return sign != 0; }) -
      crossings.begin());
  crossings[0] = -crossings[first];
  int last = kLast;
  while (last > 0 && crossings[last] == 0) --last;
  crossings[kLast] = -crossings[last];
}

// A range of values between two crossings at one scale, and the parts that it has at the next one
// at which it has any.
struct Interval {
  const Scale* scale;
  int left, right;
  std::vector<Interval> parts;

  double stability() const { return parts.empty() ? 0.0 : scale->tau - parts.front().scale->tau; }
};

void Divide(const Scale& scale, Interval* interval) {
  if (!interval->parts.empty()) {
    for (Interval& part : interval->parts) Divide(scale, &part);
    return;
  }
  int left = interval->left;
  for (int x = interval->left + 1; x < interval->right; ++x)
    if (scale.crossings[x] != 0) interval->parts.push_back({&scale, std::exchange(left, x), x, {}});
  if (!interval->parts.empty()) interval->parts.push_back({&scale, left, interval->right, {}});
}

// At least as stable as its parts are on average.
bool IsStable(const Interval& interval) {
  if (interval.parts.empty()) return true;
  double sum = 0.0;
  for (const Interval& part : interval.parts) sum += part.stability();
  return interval.stability() >= sum / static_cast<double>(interval.parts.size());
}

// Stable ones, or else their stable parts: those of an interval after its neighbours.
void CollectStable(const std::vector<Interval>& neighbors, std::size_t from,
                   std::vector<const Interval*>* stable) {
  if (from == neighbors.size()) return;
  const Interval& interval = neighbors[from];
  if (IsStable(interval)) stable->push_back(&interval);
  CollectStable(neighbors, from + 1, stable);
  if (!IsStable(interval)) CollectStable(interval.parts, 0, stable);
}

// Values in peaks are 1, those in valleys -1.
using Extrema = std::array<int, kShades>;

Extrema ExtremaOf(const std::vector<Scale>& scales) {
  Interval all{&scales.back(), 0, kLast, {}};
  for (const Scale& scale : scales) Divide(scale, &all);
  std::vector<const Interval*> stable;
  CollectStable(all.parts, 0, &stable);
  Extrema extrema{};
  for (const Interval* interval : stable) {
    const bool peak = interval->scale->crossings[interval->right] == -1;
    std::fill(extrema.begin() + interval->left, extrema.begin() + interval->right + 1,
              peak ? 1 : -1);
  }
  return extrema;
}

}  // namespace

std::vector<Extent> PeaksOf(const ShadeCounts& counts, double smoothing) {
  std::vector<Scale> scales = ScalesOf(counts, smoothing);
  Connect(&scales);
  for (Scale& scale : scales) CloseEnds(&scale);
  const Extrema extrema = ExtremaOf(scales);
  std::vector<Extent> peaks;
  const auto is_peak = [](int sign) { return sign > 0; };
  const auto is_valley = [](int sign) { return sign < 0; };
  for (auto left = std::find_if(extrema.begin(), extrema.end(), is_peak); left != extrema.end();) {
    const auto right = std::find_if(left, extrema.end(), is_valley);
    peaks.push_back(
        {static_cast<int>(left - extrema.begin()), static_cast<int>(right - extrema.begin()) - 1});
    left = std::find_if(right, extrema.end(), is_peak);
  }
  return peaks;
}

}  // namespace lodestone
