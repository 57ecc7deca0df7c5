// The rights of a process in a sandbox.
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
  int owner_socket = -1;              // to who calls AnswerForOwners; is closed
  bool partial = false;               // do without what the kernel or the build lacks
};

}  // namespace lodestone::cli
