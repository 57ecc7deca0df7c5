#include "utilities/events/compare/compare_samples.hpp"

#include <algorithm>

namespace lodestone::cli {

std::vector<double> DurationSample::Sorted() const {
  std::vector<double> sorted = kept_ns_.values();
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double MedianOfSorted(const std::vector<double>& sorted) {
  if (sorted.empty()) return 0;
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace lodestone::cli
