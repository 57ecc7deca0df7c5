// What this machine is.
#pragma once

#include "bench/report.hpp"

namespace lodestone::bench {

Machine DescribeMachine();

}  // namespace lodestone::bench
