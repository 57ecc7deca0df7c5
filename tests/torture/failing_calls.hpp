// What failing_calls.so, loaded before all other libraries, and the program that controls it share:
// a block of memory behind an inherited descriptor.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lodestone::torture {

enum class CallKind : std::uint32_t { kAllocation, kOpen, kRead, kWrite, kName, kThread };
inline constexpr std::size_t kCallKinds = 6;
inline constexpr const char* kCallNames[kCallKinds] = {"allocation", "open",   "read",
                                                       "write",      "rename", "thread start"};

// Holds the number of the descriptor.
inline constexpr char kControlVariable[] = "LODESTONE_FAILING_CALLS";

// If set, calls may fail from the start of main.
inline constexpr char kArmingVariable[] = "LODESTONE_FAILING_CALLS_ARMED";

// Names a file that gets the addresses from which the first call that fails was made.
inline constexpr char kTraceVariable[] = "LODESTONE_FAILING_CALLS_TRACE";

struct FaultControl {
  std::atomic<pid_t> process;       // whose calls are counted and may fail; 0: none
  std::atomic<std::uint32_t> kind;  // of the calls that fail
  std::atomic<std::uint64_t> nth;   // that fails, from 1; 0: none does
  std::atomic<bool> lasting;        // and so do all later ones
  std::atomic<bool> struck;         // one has failed
  std::atomic<std::uint64_t> seen[kCallKinds];
};

}  // namespace lodestone::torture
