// What a process that ended at once leaves of its StagedOutputs.
#pragma once

#include <sys/types.h>

#include <string>

namespace lodestone {

// Removes files of the process that never got their names. Those of a living process stay, whatever
// its number: it has locked them.
void RemoveLeftovers(const std::string& folder, pid_t process);

}  // namespace lodestone
