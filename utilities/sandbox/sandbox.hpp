// A process that gives up its rights before it reads what it does not trust.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lodestone::cli {

// What remains. A folder stands for all that is in it. Names that do not exist are left out.
struct SandboxRights {
  std::vector<std::string> readable;  // files and folders
  std::vector<std::string> listed;    // folders whose names may be listed, but not read
  std::vector<std::string> writable;  // folders where files may be made, changed and removed
  std::vector<std::string> devices;   // what exists and may be written, but not made
  std::uint64_t memory_bytes = 0;     // of address space; 0: unlimited
  std::uint64_t cpu_seconds = 0;      // 0: unlimited
  bool partial = false;               // do without what the kernel or the build lacks
};

// Leaves the process and its threads with these rights and with the calls that reading, computing
// and writing need: no other program, process, connection or device. There is no way back. Throws
// CommandError, which says what is missing, unless `partial`: then it prints that as a warning.
void EnterSandbox(const SandboxRights& rights);

// Whether EnterSandbox has been called in this process.
bool InSandbox();

}  // namespace lodestone::cli
