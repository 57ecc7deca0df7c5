// Waiting for a device without busy-waiting on a CPU, as the wait functions of some drivers do.
#pragma once

#include <cstdint>

#include "accel/gpu/driver.hpp"

namespace lodestone::accel::gpu {

// Lets the calling thread sleep for microseconds at a time during its lifetime.
class FineSleep {
 public:
  FineSleep();
  ~FineSleep();
  FineSleep(const FineSleep&) = delete;
  FineSleep& operator=(const FineSleep&) = delete;

 private:
  long before_ns_;
};

// How long to sleep between polls for something expected after `expected_ns`, of which `waited_ns`
// have passed: until shortly before, then not at all around that time, then a little longer each
// time.
uint64_t NextSleepNs(uint64_t expected_ns, uint64_t waited_ns);

// Returns when the command has ended, which is expected this long after begin_ns (of NowNs); its
// queue is flushed. May throw Problem if it ended in an error.
void WaitFor(const Event& event, uint64_t begin_ns, uint64_t expected_ns, const DeviceFacts& facts);

// Nanoseconds of a monotonic clock.
uint64_t NowNs();

}  // namespace lodestone::accel::gpu
