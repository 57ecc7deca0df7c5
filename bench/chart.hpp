// A report as a bar chart (SVG): one thread, one column of bars per depth.
#pragma once

#include <string>

#include "bench/report.hpp"

namespace lodestone::bench {

// Has its own background and follows the reader's light or dark setting.
std::string Chart(const Report& report);

}  // namespace lodestone::bench
