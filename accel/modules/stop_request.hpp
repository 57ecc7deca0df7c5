// Whether the background warm-up thread should stop.
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

// False on every other thread.
bool StopRequested();

}  // namespace lodestone::accel
