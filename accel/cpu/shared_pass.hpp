// Several works on one source in one pass over it: what reads the same rows runs one after the
// other, while they are in the caches.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "accel/plugin.h"

namespace lodestone::accel {

// Destination rows [begin, end) of one of the works.
struct PassTask {
  std::size_t work, begin, end;
};

// All rows of all works, each once, in the order of the source rows that they end with.
std::vector<PassTask> OrderPass(std::span<const MagickAccelerateWork> works);

}  // namespace lodestone::accel
