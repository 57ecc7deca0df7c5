// Any number of durations in bounded memory, kept for resampling: all while there are few, then a
// uniform random sample, the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "utilities/events/reservoir.hpp"

namespace lodestone::cli {

class DurationSample {
 public:
  static constexpr std::size_t kMaxKept = 2048;

  void Add(double ns) {
    kept_ns_.Add(ns);
    sum_ns_ += ns;
  }

  std::uint64_t count() const { return kept_ns_.seen(); }  // of all, kept or not
  double sum_ns() const { return sum_ns_; }                // of all
  std::vector<double> Sorted() const;                      // the kept ones

 private:
  double sum_ns_ = 0;
  Reservoir<double> kept_ns_{kMaxKept};
};

}  // namespace lodestone::cli
