// Which system calls a process may make, by seccomp.
#pragma once

#include <string>

namespace lodestone::cli {

// Restricts all threads. Returns why it could not, or "".
std::string RestrictCalls();

}  // namespace lodestone::cli
