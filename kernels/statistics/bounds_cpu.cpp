#include <algorithm>
#include <cstring>

#include "kernels/statistics/statistics_cpu.hpp"
#include "kernels/statistics/statistics_layout.h"

namespace lodestone::kernels {
namespace {

// One colour that the pixels of rows are compared with, in samples [kFirst, kEnd) of kSamples.
template <std::size_t kSamples, std::size_t kFirst, std::size_t kEnd>
class Color {
 public:
  Color(const std::uint32_t* samples, std::uint64_t distance)
      : distance_(kSamples == 1 ? distance / 3 : distance) {
    for (std::size_t x = 0; x < kBlock; ++x)
      for (std::size_t s = 0; s < kSamples; ++s)
        block_[x * kSamples + s] = static_cast<QuantumSample>(samples[s]);
  }

  // Of [begin, end); `end` if there is none.
  std::size_t FirstOther(const QuantumSample* row, std::size_t begin, std::size_t end) const {
    while (begin + kBlock <= end && AllEqual(row + begin * kSamples)) begin += kBlock;
    while (begin < end && !Differs(row + begin * kSamples)) ++begin;
    return begin;
  }
  // One more than the last of [begin, end); `begin` if there is none.
  std::size_t BehindLastOther(const QuantumSample* row, std::size_t begin, std::size_t end) const {
    while (end - begin >= kBlock && AllEqual(row + (end - kBlock) * kSamples)) end -= kBlock;
    while (end > begin && !Differs(row + (end - 1) * kSamples)) --end;
    return end;
  }

 private:
  // Pixels that are compared at once: most of them equal the border.
  static constexpr std::size_t kBlock = 32;

  bool AllEqual(const QuantumSample* pixels) const {
    unsigned difference = 0;
    for (std::size_t i = 0; i < kBlock * kSamples; ++i)
      difference |= i % kSamples >= kFirst && i % kSamples < kEnd ? pixels[i] ^ block_[i] : 0u;
    return difference == 0;
  }

  bool Differs(const QuantumSample* pixel) const {
    std::uint64_t sum = 0;
    for (std::size_t s = kFirst; s < kEnd; ++s) {
      const std::int64_t away = std::int64_t{pixel[s]} - block_[s];
      sum += static_cast<std::uint64_t>(away * away);
    }
    return sum > distance_;
  }

  const std::uint64_t distance_;
  QuantumSample block_[kBlock * kSamples];
};

template <std::size_t kSamples, std::size_t kFirst, std::size_t kEnd>
void Compare(const BoundsWork& work, std::size_t begin, std::size_t end) {
  const Color<kSamples, kFirst, kEnd> left(work.rule.colors, work.rule.distance);
  const Color<kSamples, kFirst, kEnd> right(work.rule.colors + 4, work.rule.distance);
  const Color<kSamples, kFirst, kEnd> bottom(work.rule.colors + 8, work.rule.distance);
  const std::size_t columns = work.source.columns;
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* row = work.source.Row(y);
    const std::uint32_t numbers[LS_BOUNDS_NUMBERS * kSamples] = {
        static_cast<std::uint32_t>(left.FirstOther(row, 0, columns)),
        static_cast<std::uint32_t>(right.BehindLastOther(row, 0, columns)),
        bottom.FirstOther(row, 0, columns) < columns};
    std::memcpy(work.destination.Row(y), numbers, sizeof numbers);
  }
}

}  // namespace

void BoundsBand(const BoundsWork& work, std::size_t begin, std::size_t end) {
  switch (work.channels) {
    case Channels::kGrey:
      return Compare<1, 0, 1>(work, begin, end);
    case Channels::kPlain:
      return Compare<kChannels, kChannels - 1, kChannels>(work, begin, end);
    default:
      return Compare<kChannels, 0, kChannels - 1>(work, begin, end);
  }
}

}  // namespace lodestone::kernels
