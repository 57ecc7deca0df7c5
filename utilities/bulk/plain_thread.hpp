// A thread that may not be had.
#pragma once

#include <pthread.h>

#include <functional>

namespace lodestone::cli {

// Small: for work that waits more than it computes. Where memory is limited, the threads that make
// images have the rest.
enum class Stack { kUsual, kSmall };

class PlainThread {
 public:
  PlainThread() = default;
  ~PlainThread() { Join(); }
  PlainThread(const PlainThread&) = delete;
  PlainThread& operator=(const PlainThread&) = delete;

  // Once; `run` must not throw. False: the system has no more threads.
  bool Start(Stack stack, std::function<void()> run);
  bool started() const { return started_; }
  // Returns when it has ended, at once if it was not started.
  void Join();

 private:
  std::function<void()> run_;
  pthread_t thread_{};
  bool started_ = false, joined_ = false;
};

}  // namespace lodestone::cli
