// Sample results of a run.
#pragma once

#include <string>
#include <vector>

#include "bench/report.hpp"

namespace lodestone::bench {

struct Named {
  const char* name;
  double ms;
};

inline RowResult MakeResult(const std::string& id, unsigned threads, std::vector<Named> times) {
  RowResult result;
  result.id = id;
  result.title = "Title of " + id;
  result.depth = 16;
  result.threads = threads;
  for (const Named& time : times) {
    Timing timing;
    timing.name = time.name;
    timing.median_ms = time.ms;
    result.timings.push_back(timing);
  }
  return result;
}

}  // namespace lodestone::bench
