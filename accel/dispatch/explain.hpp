// Reporting what a call would do instead of running it.
#pragma once

#include "accel/pixels/work_images.hpp"

namespace lodestone::accel {

// True if this thread's operations are only to be explained.
bool Explaining();

// Reports to the thread's handler which accelerator Dispatch would choose now, and why. Discovers
// devices, warms none up, computes nothing. The results have no pixels anywhere.
Attempt Explain(const WorkSet& set);

}  // namespace lodestone::accel
