// Peaks of histograms that last over several scales of smoothing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lodestone {

constexpr int kShades = 256;

// How many pixels have each value.
using ShadeCounts = std::array<std::uint64_t, kShades>;

struct Extent {
  int left, right;
};

// The ranges of values around the peaks of a histogram, in ascending order, as GraphicsMagick's
// SegmentImage finds them: after Witkin, "Scale-space filtering" (IJCAI 1983). smoothing: second
// derivatives of at most that count as 0.
std::vector<Extent> PeaksOf(const ShadeCounts& counts, double smoothing);

}  // namespace lodestone
