// What SegmentImage prints on request.
#pragma once

#include <vector>

#include "magick/operations/quantize/segment.hpp"

namespace lodestone {

// With a name, such as "Red".
void PrintCounts(const char* name, const ShadeCounts& counts);

// percentage: that a cluster needs of the pixels near boxes, of which there are `total`.
void PrintClusters(const Boxes& boxes, const std::vector<Cluster>& clusters, double percentage,
                   double total);

}  // namespace lodestone
