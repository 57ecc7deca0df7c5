// Which system calls a process may make, by seccomp.
#pragma once

#include <string>

namespace lodestone::cli {

// Restricts all threads. Returns why it could not, or "". `asks_for_owners`: AskForOwners has been
// called, so that fchown does no harm.
std::string RestrictCalls(bool asks_for_owners);

}  // namespace lodestone::cli
