// A mutex that its holder may lock again.
#pragma once

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace lodestone {

// May be constinit. Unlike a std::recursive_mutex, one that a thread locked before it forked can be
// unlocked in the child.
class NestedMutex {
 public:
  constexpr NestedMutex() = default;
  NestedMutex(const NestedMutex&) = delete;
  NestedMutex& operator=(const NestedMutex&) = delete;

  void lock() {
    if (!IsMine()) {
      mutex_.lock();
      holder_.store(pthread_self(), std::memory_order_relaxed);
    }
    ++depth_;
  }
  void unlock() {
    if (--depth_ != 0) return;
    holder_.store(kNobody, std::memory_order_relaxed);
    mutex_.unlock();
  }

 private:
  bool IsMine() const {
    const pthread_t holder = holder_.load(std::memory_order_relaxed);
    return holder != kNobody && pthread_equal(holder, pthread_self()) != 0;
  }

  static constexpr pthread_t kNobody{};  // no thread has it

  std::mutex mutex_;
  std::atomic<pthread_t> holder_{kNobody};
  unsigned depth_ = 0;  // of locks; its holder's
};

}  // namespace lodestone
