// Quantiles of measured values: linear between neighbours, 0 if empty.
#pragma once

#include <vector>

namespace lodestone::measure {

std::vector<double> Sorted(std::vector<double> values);

// The quantile at `share` (0 ... 1).
double QuantileOfSorted(const std::vector<double>& sorted, double share);
double Quantile(std::vector<double> values, double share);

inline double Median(const std::vector<double>& values) {
  return Quantile(values, 0.5);
}

inline double MedianOfSorted(const std::vector<double>& sorted) {
  return QuantileOfSorted(sorted, 0.5);
}

// Half the interquartile range.
double HalfSpread(const std::vector<double>& values);
// The same as a share of the median; 0 where that is 0.
double Spread(const std::vector<double>& values);

}  // namespace lodestone::measure
