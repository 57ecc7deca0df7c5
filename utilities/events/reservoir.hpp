// A fair sample of any number of values in constant memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lodestone::cli {

// Keeps everything while there is room; afterwards each value seen is as likely to be kept as any
// other (Vitter's algorithm R). The same values in the same order leave the same sample.
template <typename T>
class Reservoir {
 public:
  explicit Reservoir(std::size_t capacity) : capacity_(capacity) {}

  void Add(T value) {
    ++seen_;
    if (values_.size() < capacity_) {
      values_.push_back(std::move(value));
    } else if (const std::uint64_t slot = Next() % seen_; slot < capacity_) {
      values_[slot] = std::move(value);
    }
  }

  const std::vector<T>& values() const { return values_; }
  std::uint64_t seen() const { return seen_; }

 private:
  // SplitMix64: eight bytes of state, since there are many samples.
  std::uint64_t Next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::size_t capacity_;
  std::uint64_t seen_ = 0;
  std::uint64_t state_ = 1;
  std::vector<T> values_;
};

// share: 0 ... 1, between neighbours by interpolation; 0 when there are no values.
inline double QuantileOf(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (values[above] - values[below]) * (at - std::floor(at));
}

inline double MedianOf(const std::vector<double>& values) {
  return QuantileOf(values, 0.5);
}

}  // namespace lodestone::cli
