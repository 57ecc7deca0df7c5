// Commands with -sandbox.
#pragma once

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// Runs the command, with -sandbox in a process of its own, which ends with it: then this returns in
// both processes, in the new one what the command returned. Throws CommandError if that process
// ended otherwise. For the beginning of the program, while there is one thread.
int RunPerhapsSandboxed(const Command& command, const CommandContext& context,
                        const Arguments& arguments);

}  // namespace lodestone::cli
