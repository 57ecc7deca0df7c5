// A mutex that its holder may lock again.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace lodestone {

// May be constinit, which the thread sanitizer does not understand of a std::recursive_mutex. To be
// constructed anew in a forked child: its holder, if it forked, may then unlock it without effect.
class NestedMutex {
 public:
  constexpr NestedMutex() = default;
  NestedMutex(const NestedMutex&) = delete;
  NestedMutex& operator=(const NestedMutex&) = delete;

  void lock() {
    if (!IsMine()) {
      mutex_.lock();
      holder_.store(std::this_thread::get_id(), std::memory_order_relaxed);
    }
    ++depth_;
  }
  void unlock() {
    if (!IsMine() || --depth_ != 0) return;
    holder_.store({}, std::memory_order_relaxed);
    mutex_.unlock();
  }

 private:
  bool IsMine() const {
    return holder_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }

  std::mutex mutex_;
  std::atomic<std::thread::id> holder_{};
  unsigned depth_ = 0;  // of locks; its holder's
};

}  // namespace lodestone
