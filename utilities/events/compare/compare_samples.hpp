// Any number of durations in bounded memory, kept for resampling: all of them while they are few,
// then an even random choice, the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "utilities/events/reservoir.hpp"

namespace lodestone::cli {

class DurationSample {
 public:
  static constexpr std::size_t kMostKept = 2048;

  void Add(double ns) {
    kept_ns_.Add(ns);
    sum_ns_ += ns;
  }

  std::uint64_t count() const { return kept_ns_.seen(); }  // of all, kept or not
  double sum_ns() const { return sum_ns_; }                // of all
  std::vector<double> Sorted() const;                      // the kept ones

 private:
  double sum_ns_ = 0;
  Reservoir<double> kept_ns_{kMostKept};
};

// Middle of sorted values, the mean of the two middle ones of an even number; 0 of nothing.
double MedianOfSorted(const std::vector<double>& sorted);

}  // namespace lodestone::cli
