#include "accel/gpu/device/workers.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <exception>

namespace lodestone::accel::gpu {
namespace {

constexpr unsigned kMaxThreadCount = 8;

// New threads inherit the signal mask: signals are handled by the program's own threads.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

void TaskGroup::Begin() {
  const std::lock_guard lock(mutex_);
  ++running_;
}

void TaskGroup::End() {
  const std::lock_guard lock(mutex_);
  --running_;
  ended_ = true;
  changed_.notify_all();
}

void TaskGroup::WaitForOne(uint64_t most_ns) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::nanoseconds(most_ns), [this] { return ended_; });
  ended_ = false;
}

void TaskGroup::WaitForAll() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return running_ == 0; });
}

Workers::Workers(unsigned most)
    : most_(most != 0 ? most
                      : std::clamp(std::thread::hardware_concurrency() / 2, 1u, kMaxThreadCount)) {}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wanted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::Start() {
  if (!started_) {
    started_ = true;
    const SignalsBlocked blocked;
    try {
      while (threads_.size() < most_) threads_.emplace_back([this] { Work(); });
    } catch (const std::exception&) {
      // as many as could be started
    }
  }
  return !threads_.empty();
}

bool Workers::Queue(TaskGroup& group, std::function<void()>& task) noexcept {
  const std::lock_guard lock(mutex_);
  try {
    if (!Start()) return false;
    tasks_.emplace_back();
  } catch (...) {
    return false;
  }
  tasks_.back() = {&group, std::move(task)};
  wanted_.notify_one();
  return true;
}

void Workers::Submit(TaskGroup& group, std::function<void()> task) {
  group.Begin();
  if (Queue(group, task)) return;
  task();
  group.End();
}

void Workers::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wanted_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task.run();
    task.group->End();
    lock.lock();
  }
}

}  // namespace lodestone::accel::gpu
