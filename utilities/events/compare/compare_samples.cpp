#include "utilities/events/compare/compare_samples.hpp"

#include <algorithm>

namespace lodestone::cli {

std::vector<double> DurationSample::Sorted() const {
  std::vector<double> sorted = kept_ns_.values();
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace lodestone::cli
