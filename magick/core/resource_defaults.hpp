// The limits until others are set: finite, and suited to this machine.
#pragma once

#include <cstdint>

namespace lodestone {

// Bytes of memory available to this process: the installed memory, or the container's limit if that
// is lower. Never 0.
std::int64_t MachineMemory();

}  // namespace lodestone
