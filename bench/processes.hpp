// Whole processes: JPEG in, a quarter of its size out, everything included.
#pragma once

#include <string>

#include "bench/report.hpp"

namespace lodestone::bench {

// Runs the programs that are installed in turn, `program` (lodestone) first. Call it while this
// process is small: a child's peak memory counts from what it had before it became the program.
// Throws std::runtime_error when a program fails.
RowResult MeasureProcesses(const std::string& program, const std::string& photo, unsigned rounds);

}  // namespace lodestone::bench
