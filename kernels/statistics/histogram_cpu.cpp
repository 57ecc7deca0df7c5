#include <algorithm>

#include <hwy/cache_control.h>

#include "kernels/common/pixel_number.hpp"
#include "kernels/statistics/statistics_cpu.hpp"
#include "kernels/statistics/statistics_layout.h"

namespace lodestone::kernels {
namespace {

// Samples to fetch ahead of those that are counted.
constexpr std::size_t kAhead = 2048 / sizeof(QuantumSample);

// The first kCounted samples of each pixel, which is read as one number.
template <std::size_t kCounted>
void CountRows(const SourceView& source, std::size_t begin, std::size_t end,
               std::uint32_t* counts) {
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* pixel = source.Row(y);
    for (std::size_t x = 0; x < source.columns; ++x, pixel += kChannels) {
      hwy::Prefetch(pixel + kAhead);
      const PixelNumber number = ReadPixel(pixel);
      const auto count = [&](std::size_t s) { ++counts[SampleOf(number, s) * kChannels + s]; };
      count(0);
      count(1);
      count(2);
      if constexpr (kCounted == kChannels) count(3);
    }
  }
}

void CountGreyRows(const SourceView& source, std::size_t begin, std::size_t end,
                   std::uint32_t* counts) {
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* row = source.Row(y);
    for (std::size_t x = 0; x < source.columns; ++x) {
      hwy::Prefetch(row + x + kAhead);
      ++counts[row[x]];
    }
  }
}

}  // namespace

void HistogramPart(const HistogramWork& work, std::size_t part) {
  const std::size_t rows = work.source.rows, parts = work.destination.rows;
  const std::size_t begin = LS_PART_BEGIN(rows, parts, part);
  const std::size_t end = LS_PART_BEGIN(rows, parts, part + 1);
  // Rows of 32-bit numbers, whose memory is aligned for them.
  auto* const counts = reinterpret_cast<std::uint32_t*>(work.destination.Row(part));
  std::fill_n(counts, LS_COUNT_LEVELS * SamplesOf(work.channels), 0u);
  switch (work.channels) {
    case Channels::kGrey:
      CountGreyRows(work.source, begin, end, counts);
      break;
    case Channels::kPlain:
      CountRows<kChannels>(work.source, begin, end, counts);
      break;
    default:
      CountRows<kChannels - 1>(work.source, begin, end, counts);
  }
}

}  // namespace lodestone::kernels
