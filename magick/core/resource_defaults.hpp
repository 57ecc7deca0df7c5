// The limits that hold until somebody sets others: finite, and fit for this machine.
#pragma once

#include <cstdint>

namespace lodestone {

// Bytes of memory that this process may hope for: what is built in, or what the container allows
// if that is less. Never 0.
std::int64_t MachineMemory();

}  // namespace lodestone
