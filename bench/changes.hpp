// What became faster or slower since an earlier run.
#pragma once

#include <string>
#include <vector>

#include "bench/report.hpp"

namespace lodestone::bench {

struct Change {
  std::string title;
  unsigned depth = 0, threads = 0;
  double before_ms = 0, now_ms = 0;
  double machine = 1;  // time of the others of the row, copying among them, now / before
  double factor = 1;   // now / before, apart from the machine
  double noise = 0;    // of the factor: two standard errors
  bool real = false;   // beyond 10% and beyond the noise
};

// Of the rows that both runs have.
std::vector<Change> Changes(const Report& before, const Report& now);

std::string MarkdownOfChanges(const std::vector<Change>& changes);

}  // namespace lodestone::bench
