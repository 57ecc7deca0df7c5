// Waiting for a device without keeping a processor busy, which the waiting functions of some
// drivers do.
#pragma once

#include <cstdint>

#include "accel/opencl/device/discovery.hpp"

namespace lodestone::accel::opencl {

// Lets the calling thread sleep for microseconds at a time, while it exists.
class FineSleep {
 public:
  FineSleep();
  ~FineSleep();
  FineSleep(const FineSleep&) = delete;
  FineSleep& operator=(const FineSleep&) = delete;

 private:
  long before_ns_;
};

// How long to sleep between looks at something expected after `expected_ns`, when `waited_ns` are
// over: until shortly before, then not at all around that moment, then a little longer each time.
uint64_t NextSleepNs(uint64_t expected_ns, uint64_t waited_ns);

// True when the command is complete. Throws Problem when it ended in an error.
bool HasEnded(cl_event event, const std::string& device);

// Returns when the command has ended, which is expected so long after begin_ns of NowNs; its queue
// is flushed. May throw Problem when it ended in an
// error.
void WaitFor(cl_event event, uint64_t begin_ns, uint64_t expected_ns, const DeviceFacts& facts);

// Nanoseconds of a clock that only goes forward.
uint64_t NowNs();

}  // namespace lodestone::accel::opencl
