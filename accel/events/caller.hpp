// The operating system's ids of this process and this thread.
#pragma once

#include <cstdint>

namespace lodestone::accel {

// Cached, since querying them costs as much as the rest of a record. Correct in a forked child too.
std::uint64_t ProcessId();
std::uint64_t ThreadId();

}  // namespace lodestone::accel
