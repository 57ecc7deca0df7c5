#include "utilities/measure/statistics.hpp"

#include <algorithm>

namespace lodestone::bench {

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
}

double Spread(const std::vector<double>& values) {
  const double median = Median(values);
  if (median <= 0) return 0;
  return (Quantile(values, 0.75) - Quantile(values, 0.25)) / 2 / median;
}

}  // namespace lodestone::bench
