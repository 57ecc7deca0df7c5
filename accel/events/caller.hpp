// Whose call it is: the ids of this process and this thread, this machine, and what the thread
// works on.
#pragma once

#include <cstdint>

namespace lodestone::accel {

// Cached, since querying them costs as much as the rest of a record. Correct in a forked child too.
std::uint64_t ProcessId();
std::uint64_t ThreadId();

const char* HostName();

// What this thread works on, "" if nobody has said. Valid until the thread sets another.
const char* Item();
void SetItem(const char* item);

}  // namespace lodestone::accel
