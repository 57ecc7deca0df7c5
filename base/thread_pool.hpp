// The one pool of worker threads of the process (oneTBB), bounded by the thread limit, the CPU
// affinity and the container's quota.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/coder_api.hpp"

LS_CODER_API_BEGIN
namespace lodestone::accel {

// Threads that may run at once: the limit set below, else what this machine allows, or this
// thread's share. >= 1.
unsigned ThreadLimit();

// The part of all threads that ThreadLimit() is, at most 1.
double ThreadPart();

// While it exists, its thread's share of the limit is that of one of all threads that have one, or
// that wait for a device and will want it back. For work that takes more memory on more threads, so
// that it is better done side by side.
class ThreadShare {
 public:
  enum class When { kNow, kWhenFree };

  // kWhenFree: waits while as many threads have a share as may run at once. A thread that has one
  // keeps it.
  explicit ThreadShare(When when = When::kNow);
  ~ThreadShare();
  ThreadShare(const ThreadShare&) = delete;
  ThreadShare& operator=(const ThreadShare&) = delete;

  // Between two pieces of work: if more threads have a share than may run at once, leaves this one
  // to others, and waits for another. Else this thread goes on, with what its caches hold.
  void MakeWay();

 private:
  const bool had_share_;
};

// While it exists, this thread's share, if it has one, is left to others: it waits for something
// that needs no CPU. It never waits to get the share back, so nothing that it holds is in the way.
class ThreadSharePause {
 public:
  enum class For { kDevice, kMemory };

  // kDevice: there is other work for the CPU meanwhile, so that the shares of others stay as large
  // as they are.
  explicit ThreadSharePause(For what);
  ~ThreadSharePause();
  ThreadSharePause(const ThreadSharePause&) = delete;
  ThreadSharePause& operator=(const ThreadSharePause&) = delete;

 private:
  const bool had_share_, keeps_size_;
};

// Whether so many threads can be started now beside those there are: for libraries with threads of
// their own, which fail or wait for ever where one does not start. Others may take them meanwhile.
bool ThreadsStart(unsigned threads);

// Limits the workers; 0 restores the machine's own limit.
void SetThreadLimit(unsigned threads);

// Calls body(begin, end) over disjoint bands that cover [0, count), each but the last a multiple of
// `grain` long, on up to ThreadLimit() threads, the caller's included. Returns when all are
// done. body must not throw. Runs on the caller's thread alone if no worker can start.
void ParallelBands(std::size_t count, std::size_t grain,
                   const std::function<void(std::size_t begin, std::size_t end)>& body);

// Tasks that other threads of the pool do while the caller goes on with its own work.
class BackgroundTasks {
 public:
  BackgroundTasks();
  ~BackgroundTasks();  // waits
  BackgroundTasks(const BackgroundTasks&) = delete;
  BackgroundTasks& operator=(const BackgroundTasks&) = delete;

  // Whether there may be other threads. Without, use none: tasks would run in Wait at last.
  bool available() const { return group_ != nullptr; }
  // Returns at once. The task must not throw.
  void Start(std::function<void()> task);
  // Returns when all tasks are done; the caller does those that no thread has begun.
  void Wait();

 private:
  struct Group;
  std::unique_ptr<Group> group_;
};

// The fewest rows of `columns` pixels worth a task: handing out smaller bands costs more than it
// gains.
constexpr std::size_t RowsPerTask(std::size_t columns) {
  constexpr std::size_t kMinBandPixels = 1 << 15;
  return kMinBandPixels / (columns == 0 ? 1 : columns) + 1;
}

}  // namespace lodestone::accel
LS_CODER_API_END
