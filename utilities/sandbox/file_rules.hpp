// Which files a process may use, by Landlock.
#pragma once

#include <string>

#include "utilities/sandbox/sandbox_rights.hpp"

namespace lodestone::cli {

// Restricts the calling thread and those that it starts. Returns why it could not, or "".
std::string RestrictFiles(const SandboxRights& rights);

}  // namespace lodestone::cli
