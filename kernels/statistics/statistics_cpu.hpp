// Numbers that are made of an image: histograms, and where it differs from its border.
// kernels/statistics/statistics_layout.h says how they are stored.
#pragma once

#include <cstddef>

#include "kernels/common/quantum.hpp"
#include "kernels/statistics/bounds.h"

namespace lodestone::kernels {

struct HistogramWork {
  SourceView source;
  DestinationView destination;
  Channels channels;
};

// Counts part `part` of the source. The fourth sample counts for plain pixels alone.
void HistogramPart(const HistogramWork& work, std::size_t part);

using BoundsWork = Work<MagickAccelerateBorderColors>;

// Result rows [begin, end).
void BoundsBand(const BoundsWork& work, std::size_t begin, std::size_t end);

}  // namespace lodestone::kernels
