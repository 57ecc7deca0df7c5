#include <algorithm>

#include "kernels/count/count_cpu.hpp"
#include "kernels/count/count_layout.h"

namespace lodestone::kernels {
namespace {

// The first kCounted of kSamples samples of each pixel.
template <std::size_t kSamples, std::size_t kCounted>
void CountRows(const SourceView& source, std::size_t begin, std::size_t end,
               std::uint32_t* counts) {
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* pixel = source.Row(y);
    for (std::size_t x = 0; x < source.columns; ++x, pixel += kSamples)
      for (std::size_t s = 0; s < kCounted; ++s) ++counts[pixel[s] * kSamples + s];
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
      CountRows<1, 1>(work.source, begin, end, counts);
      break;
    case Channels::kPlain:
      CountRows<kChannels, kChannels>(work.source, begin, end, counts);
      break;
    default:
      CountRows<kChannels, kChannels - 1>(work.source, begin, end, counts);
  }
}

}  // namespace lodestone::kernels
