// A thread for work that waits more than it computes.
#pragma once

#include <pthread.h>

#include <functional>

namespace lodestone::cli {

// Its stack is small, so that where memory is limited the threads that make images have the rest.
class SmallThread {
 public:
  SmallThread() = default;
  ~SmallThread() { Join(); }
  SmallThread(const SmallThread&) = delete;
  SmallThread& operator=(const SmallThread&) = delete;

  // Once; `run` must not throw. False: the system has no more threads.
  bool Start(std::function<void()> run);
  bool started() const { return started_; }
  // Returns when it has ended, at once if it was not started.
  void Join();

 private:
  std::function<void()> run_;
  pthread_t thread_{};
  bool started_ = false, joined_ = false;
};

}  // namespace lodestone::cli
