// A uniform sample of any number of values in constant memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lodestone::cli {

// Keeps everything while there is room; afterwards each value seen is equally likely to be kept
// (Vitter's algorithm R). The same values in the same order give the same sample.
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

}  // namespace lodestone::cli
