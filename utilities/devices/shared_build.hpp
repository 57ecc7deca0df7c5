// Building the programs of devices in several processes at once.
#pragma once

#include <string>

namespace lodestone::cli {

// Before a warm-up, in the program itself: processes of it build the programs that devices lack,
// into the cache, each its share. Many drivers build one program at a time in a process. Does
// nothing if nothing is known to be missing, or if one CPU or too little memory is available.
// Failures are left to the warm-up.
void BuildInProcesses();

// One of those processes. share: "INDEX/COUNT", from 0. Throws CommandError.
void BuildShareOf(const std::string& share);

}  // namespace lodestone::cli
