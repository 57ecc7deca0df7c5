// Times the competitors of one row in turn, so that whatever the machine does hits all alike.
#pragma once

#include <vector>

#include "bench/report.hpp"
#include "bench/rows.hpp"

namespace lodestone::bench {

struct Pictures {
  Picture opaque, alpha, grey;

  const Picture& For(const Row& row) const {
    if (row.grey) return grey;
    return row.alpha ? alpha : opaque;
  }
};

// peers: Lodestone first. rounds: how often each is timed, after one run that is not; those
// whose result is not what Lodestone's is are left out. Throws std::runtime_error when a library
// fails.
RowResult MeasureRow(const Row& row, const Pictures& pictures, const std::vector<Peer*>& peers,
                     unsigned threads, unsigned rounds);

}  // namespace lodestone::bench
