// Sum, extremes and quantiles of any number of durations in constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lodestone::cli {

class DurationStats {
 public:
  // How many durations are kept exactly.
  static constexpr std::size_t kExactSamples = 4096;

  // Milliseconds, finite and not negative.
  void Add(double milliseconds);
  // As if the other's durations had been added one by one.
  void Merge(const DurationStats& other);

  std::uint64_t count() const { return count_; }
  double sum() const { return sum_; }
  double minimum() const { return minimum_; }
  double maximum() const { return maximum_; }

  // The quantile at `share` (0 ... 1), linear between neighbours; 0 if empty. Exact up to
  // kExactSamples durations, within 1% beyond.
  double Quantile(double share) const;
  double Median() const { return Quantile(0.5); }

 private:
  void MoveToHistogram();
  void CountInHistogram(double milliseconds);
  double HistogramQuantile(double share) const;

  std::uint64_t count_ = 0;
  double sum_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
  std::vector<double> samples_;           // all of them, while there are few
  std::vector<std::uint64_t> histogram_;  // afterwards; bucket widths grow by a constant factor
};

}  // namespace lodestone::cli
