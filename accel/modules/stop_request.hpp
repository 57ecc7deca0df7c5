// Whether a thread should stop getting devices ready, and using them.
#pragma once

#include <atomic>

namespace lodestone::accel {

// During its lifetime, this thread is to stop once the flag is set. The flag must outlive it.
class StoppableScope {
 public:
  explicit StoppableScope(const std::atomic<bool>& stop);
  ~StoppableScope();
  StoppableScope(const StoppableScope&) = delete;
  StoppableScope& operator=(const StoppableScope&) = delete;
};

// The process is ending: from now on no thread is to enter a driver.
void StopAllThreads();
bool AllThreadsStopped();

// False on every other thread, unless all are to stop.
bool StopRequested();

}  // namespace lodestone::accel
