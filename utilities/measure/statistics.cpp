#include "utilities/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lodestone::measure {

std::vector<double> Sorted(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

double QuantileOfSorted(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double rank = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], rank - static_cast<double>(below));
}

double Quantile(std::vector<double> values, double share) {
  return QuantileOfSorted(Sorted(std::move(values)), share);
}

double HalfSpread(const std::vector<double>& values) {
  return (Quantile(values, 0.75) - Quantile(values, 0.25)) / 2;
}

double Spread(const std::vector<double>& values) {
  const double median = Median(values);
  return median <= 0 ? 0 : HalfSpread(values) / median;
}

}  // namespace lodestone::measure
