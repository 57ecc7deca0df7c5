// The peak rates of this machine: the reference values of the roofline.
#pragma once

#include "bench/report.hpp"

namespace lodestone::bench {

// Reads and writes `bytes` of memory divided among the threads; takes about half a second.
Rates MeasureRates(unsigned threads, std::size_t bytes);

// Name of the vector instruction set in use.
std::string VectorInstructions();

}  // namespace lodestone::bench
