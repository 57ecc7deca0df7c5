// The evaluation of a row's times: the best rival, the ratio, and whether the goal is reached.
#pragma once

#include <string>

#include "bench/report.hpp"

namespace lodestone::bench {

struct Verdict {
  double own_ms = 0;
  std::string rival;  // the fastest other, measured or published; "" when there is none
  double rival_ms = 0;
  double ratio = 0;    // own / rival; 0 without one
  std::string goal;    // in words
  double goal_ms = 0;  // 0: no goal
  bool met = false;
  double floor_ms = 0;     // the higher floor; 0: unknown
  const char* limit = "";  // which one it is
  double closeness = 0;    // floor / own
};

// What fast_image_resize would take here, the more favourable of its two figures; 0: none.
double Published(const RowResult& result);

Verdict Judge(const RowResult& result, const Report& report);

const RowResult* FindResult(const Report& report, const std::string& id, unsigned depth,
                            unsigned threads);

}  // namespace lodestone::bench
