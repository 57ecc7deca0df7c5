// How the operating system numbers this process and this thread.
#pragma once

#include <cstdint>

namespace lodestone::accel {

// Remembered, since asking costs as much as the rest of a record. Right in a forked child too.
std::uint64_t ProcessId();
std::uint64_t ThreadId();

}  // namespace lodestone::accel
