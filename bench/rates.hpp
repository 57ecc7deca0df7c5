// What this machine can do at its best: the yardsticks of the roofline.
#pragma once

#include "bench/report.hpp"

namespace lodestone::bench {

// Reads and writes `bytes` of memory a thread has its share of; takes about half a second.
Rates MeasureRates(unsigned threads, std::size_t bytes);

// Name of the vector instructions that are used.
std::string VectorInstructions();

}  // namespace lodestone::bench
