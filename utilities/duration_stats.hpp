// Sum, extremes and median of any number of durations in constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lodestone::cli {

class DurationStats {
 public:
  void Add(double milliseconds);

  std::uint64_t count() const { return count_; }
  double sum() const { return sum_; }
  double minimum() const { return minimum_; }
  double maximum() const { return maximum_; }

  // Exact up to kExactSamples durations, within 1% beyond.
  double Median() const;

 private:
  static constexpr std::size_t kExactSamples = 4096;

  void MoveToHistogram();
  void CountInHistogram(double milliseconds);
  double HistogramMedian() const;

  std::uint64_t count_ = 0;
  double sum_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
  std::vector<double> samples_;           // all of them, while they are few
  std::vector<std::uint64_t> histogram_;  // afterwards; buckets grow by a constant factor
};

}  // namespace lodestone::cli
