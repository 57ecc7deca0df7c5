// Threads that copy pixels while the link transfers others.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lodestone::accel::gpu {

// A group of tasks that can be waited for. Thread-safety: any. Its destructor waits for the last
// task.
class TaskGroup {
 public:
  TaskGroup() = default;
  ~TaskGroup() { WaitForAll(); }
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  void Begin();
  void End();
  // Returns when a task has ended since the last return, or after that time.
  void WaitForOne(uint64_t most_ns);
  void WaitForAll();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned running_ = 0;
  bool ended_ = false;
};

// Started with the first task. Thread-safety: any.
class Workers {
 public:
  // 0: half the CPUs, at most 8: more gain nothing over the link.
  explicit Workers(unsigned most = 0);
  // Destroy only when no task is running or queued. Not in a forked child, which lacks the threads.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // The task must not throw. If no thread can be started it runs on the caller's.
  void Submit(TaskGroup& group, std::function<void()> task);

 private:
  struct Task {
    TaskGroup* group = nullptr;
    std::function<void()> run;
  };

  bool Start();
  bool Queue(TaskGroup& group, std::function<void()>& task) noexcept;
  void Work();

  const unsigned most_;
  std::mutex mutex_;
  std::condition_variable wanted_;
  std::deque<Task> tasks_;
  bool stopping_ = false, started_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace lodestone::accel::gpu
