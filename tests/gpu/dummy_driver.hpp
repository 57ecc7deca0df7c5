// A driver without a device, for tests of what gpu/ does with any: it records what it is asked,
// fails where it is told, and computes with the CPU's kernels.
//
// Commands run as late as the driver's contract permits: when somebody waits for them, first those
// before them in their queue and those that they were told to run after, and no others. So a
// dependency that nobody stated, or memory that is used again too early, gives wrong pixels. What
// the contract does not permit fails the test that runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accel/gpu/driver.hpp"

namespace lodestone::accel::gpu::testing {

// What DiscoverDevices finds, and what has been asked since the last Reset. Thread-safety: the
// functions any; settings before there is a device.
class Dummy {
 public:
  static constexpr uint64_t kMemoryBytes = 64 << 20;
  // A GPU with memory of its own, and nothing recorded.
  static void Reset();

  static inline bool unified_memory = false;
  static inline uint64_t memory_bytes = kMemoryBytes;  // of all buffers at a time

  // The nth call of a function of the driver from now on throws the problem; so do those after it
  // if the fault lasts. "execution": that command ends in an error, which its event tells.
  static void FailAt(const std::string& call, unsigned nth, const Problem& problem,
                     bool lasts = false);
  // The names of the functions, in order.
  static std::vector<std::string> Calls();
  static size_t CallsOf(const std::string& call);
  // Of buffers.
  static uint64_t LiveBytes();
};

}  // namespace lodestone::accel::gpu::testing
