// Hands items from threads that make them to others that take them, needing no memory meanwhile.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>

namespace lodestone::cli {

// Item: a pointer; null means that there is none.
template <class Item, std::size_t kMost>
class BoundedQueue {
 public:
  // Waits while it is full.
  void Push(Item item) {
    std::unique_lock lock(mutex_);
    taken_.wait(lock, [this] { return count_ < kMost; });
    items_[(first_ + count_++) % kMost] = std::move(item);
    pushed_.notify_one();
  }
  // Waits for an item; null when none will come.
  Item Pop() {
    std::unique_lock lock(mutex_);
    pushed_.wait(lock, [this] { return count_ > 0 || ended_; });
    return Take();
  }
  // Null if there is none now.
  Item TryPop() {
    const std::lock_guard lock(mutex_);
    return Take();
  }
  // Nothing is pushed any more.
  void End() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    pushed_.notify_all();
  }

 private:
  Item Take() {
    if (count_ == 0) return nullptr;
    --count_;
    Item item = std::move(items_[first_]);
    first_ = (first_ + 1) % kMost;
    taken_.notify_one();
    return item;
  }

  std::mutex mutex_;
  std::condition_variable pushed_, taken_;
  std::array<Item, kMost> items_;
  std::size_t first_ = 0, count_ = 0;
  bool ended_ = false;
};

}  // namespace lodestone::cli
