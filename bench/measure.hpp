// Times the competitors of one row in turn, so that disturbances affect all alike.
#pragma once

#include <vector>

#include "bench/report.hpp"
#include "bench/rows.hpp"

namespace lodestone::bench {

struct RawImages {
  RawImage opaque, alpha, grey;

  const RawImage& For(const Row& row) const {
    if (row.grey) return grey;
    return row.alpha ? alpha : opaque;
  }
};

// peers: Lodestone first. rounds: how often each is timed, after one untimed run; those whose
// result does not match Lodestone's are left out. Throws std::runtime_error when a library fails.
RowResult MeasureRow(const Row& row, const RawImages& raw_images, const std::vector<Peer*>& peers,
                     unsigned threads, unsigned rounds);

}  // namespace lodestone::bench
