// Whole processes: JPEG in, JPEG out, everything included.
#pragma once

#include <string>

#include "bench/report.hpp"

namespace lodestone::bench {

// Runs the installed programs in turn, `program` (lodestone) first. Call it while this process is
// small: a child's peak memory includes what it had when it was forked. Throws std::runtime_error
// when a program fails.
std::vector<RowResult> MeasureProcesses(const std::string& program, const std::string& photo,
                                        unsigned rounds);

}  // namespace lodestone::bench
