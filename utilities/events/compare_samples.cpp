#include "utilities/events/compare_samples.hpp"

#include <algorithm>

namespace lodestone::cli {

// SplitMix64: the state of a generator of the standard library would outweigh most samples.
std::uint64_t DurationSample::NextRandom() {
  std::uint64_t z = random_ += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void DurationSample::Add(double ns) {
  ++count_;
  sum_ns_ += ns;
  if (kept_ns_.size() < kMostKept) {
    kept_ns_.push_back(ns);
    return;
  }
  // Each of the count_ durations is kept with the same chance.
  const std::uint64_t place = NextRandom() % count_;
  if (place < kMostKept) kept_ns_[place] = ns;
}

std::vector<double> DurationSample::Sorted() const {
  std::vector<double> sorted = kept_ns_;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double MedianOfSorted(const std::vector<double>& sorted) {
  if (sorted.empty()) return 0;
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace lodestone::cli
