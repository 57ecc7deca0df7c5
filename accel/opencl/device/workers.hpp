// Threads that copy pixels while the link moves others.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lodestone::accel::opencl {

// Counts tasks that somebody is waiting for. Thread-safety: any. Ends with the last of its tasks.
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
  // 0: half the processors, at most 8: more gain nothing over the link.
  explicit Workers(unsigned most = 0);
  // No task is running or waiting. Not in a forked child, where the threads to wait for are not.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // The task throws nothing. Where no thread can be had it runs here and now.
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

}  // namespace lodestone::accel::opencl
