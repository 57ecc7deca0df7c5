// Two-level histogram of a sliding window, and the position of the median in it, which moves little
// from one window to the next (Huang).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

class SlidingCounts {
 public:
  // rank: of the wanted sample in the sorted window, counted from 0. Throws std::bad_alloc.
  // samples: of a window.
  SlidingCounts(std::uint32_t rank, std::uint32_t samples)
      : rank_(rank),
        samples_(samples),
        fine_(kQuantumMax + 1),
        coarse_((kQuantumMax >> kShift) + 1) {}

  void Add(QuantumSample value) {
    ++fine_[value];
    ++coarse_[value >> kShift];
    less_ += value < median_;
  }
  void Remove(QuantumSample value) {
    --fine_[value];
    --coarse_[value >> kShift];
    less_ -= value < median_;
  }

  QuantumSample Median() {
    while (less_ > rank_) Down();
    while (less_ + fine_[median_] <= rank_) Up();
    return static_cast<QuantumSample>(median_);
  }
  // The same, but the next value inwards if it is at one end of several.
  QuantumSample InnerMedian() {
    const std::uint32_t median = Median();
    const bool least = less_ == 0, greatest = less_ + fine_[median] == samples_;
    if (least == greatest) return static_cast<QuantumSample>(median);
    return static_cast<QuantumSample>(least ? Next<1>(median) : Next<-1>(median));
  }

 private:
  static constexpr unsigned kShift = LS_QUANTUM_DEPTH / 2, kStep = 1u << kShift;

  // The next value that occurs; there is one.
  template <int kDirection>
  std::uint32_t Next(std::uint32_t value) const {
    constexpr std::uint32_t kFirst = kDirection > 0 ? 0 : kStep - 1;
    for (value += kDirection; fine_[value] == 0;) {
      const bool skips = value % kStep == kFirst && coarse_[value >> kShift] == 0;
      value += kDirection * (skips ? static_cast<int>(kStep) : 1);
    }
    return value;
  }

  void Down() {
    if (median_ % kStep == 0) {
      const std::uint32_t step = coarse_[(median_ >> kShift) - 1];
      if (less_ - step > rank_) {
        less_ -= step;
        median_ -= kStep;
        return;
      }
    }
    less_ -= fine_[--median_];
  }
  void Up() {
    if (median_ % kStep == 0) {
      const std::uint32_t step = coarse_[median_ >> kShift];
      if (less_ + step <= rank_) {
        less_ += step;
        median_ += kStep;
        return;
      }
    }
    less_ += fine_[median_++];
  }

  const std::uint32_t rank_, samples_;
  std::uint32_t median_ = 0, less_ = 0;  // samples of the window below the median
  std::vector<std::uint32_t> fine_, coarse_;
};

}  // namespace lodestone::kernels
