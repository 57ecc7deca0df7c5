// Summaries of a few measured times.
#pragma once

#include <vector>

namespace lodestone::bench {

// Between the two neighbours where the place falls between them; 0 of nothing.
double Quantile(std::vector<double> values, double share);

inline double Median(const std::vector<double>& values) {
  return Quantile(values, 0.5);
}

// Half the distance between the quartiles, as a share of the median.
double Spread(const std::vector<double>& values);

}  // namespace lodestone::bench
