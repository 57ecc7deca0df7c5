// How many processors this process may really use.
#pragma once

namespace lodestone::accel {

// Affinity mask and container quota (cgroup v1 and v2) taken together; at least 1.
unsigned GrantedProcessors();

}  // namespace lodestone::accel
