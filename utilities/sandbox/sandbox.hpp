// A process that gives up its rights before it reads what it does not trust.
#pragma once

#include <string>

#include "utilities/sandbox/sandbox_rights.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

// Leaves the process and its threads with these rights and with the calls that reading, computing
// and writing need: no other program, process, connection or device. There is no way back. Throws
// CommandError, which says what is missing, unless `partial`: then it prints that as a warning.
void EnterSandbox(const SandboxRights& rights);

// Of a command that requires one. how: by which words.
CommandError NoDevicesInSandbox(const std::string& how);

// Whether EnterSandbox has been called in this process.
bool InSandbox();

}  // namespace lodestone::cli
