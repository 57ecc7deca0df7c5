// Any number of durations in bounded memory, kept for resampling: all of them while they are few,
// then an even random choice, the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lodestone::cli {

class DurationSample {
 public:
  static constexpr std::size_t kMostKept = 2048;

  void Add(double ns);

  std::uint64_t count() const { return count_; }  // of all, kept or not
  double sum_ns() const { return sum_ns_; }       // of all
  std::vector<double> Sorted() const;             // the kept ones

 private:
  std::uint64_t NextRandom();

  std::uint64_t count_ = 0;
  double sum_ns_ = 0;
  std::uint64_t random_ = 0;
  std::vector<double> kept_ns_;
};

// Middle of sorted values, the mean of the two middle ones of an even number; 0 of nothing.
double MedianOfSorted(const std::vector<double>& sorted);

}  // namespace lodestone::cli
