// Numbers that are made of an image: histograms, and where it differs from its border.
// kernels/count/count_layout.h says how they are stored.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

struct HistogramWork {
  SourceView source;
  DestinationView destination;
  Channels channels;
};

// Counts part `part` of the source. The fourth sample counts for plain pixels alone.
void HistogramPart(const HistogramWork& work, std::size_t part);

struct BoundsWork {
  SourceView source;
  DestinationView destination;
  Channels channels;                         // plain pixels are compared in the fourth sample
  const std::uint32_t (*colors)[kChannels];  // three; of grey pixels the first samples
  std::uint64_t distance;  // pixels that are no further from a colour, in squares, are like it
};

// Result rows [begin, end).
void BoundsBand(const BoundsWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
