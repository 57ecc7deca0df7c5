// The number of CPUs this process may actually use.
#pragma once

namespace lodestone::accel {

// Affinity mask and container quota (cgroup v1 and v2) taken together; at least 1.
unsigned AvailableCpus();

}  // namespace lodestone::accel
