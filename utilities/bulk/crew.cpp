#include "utilities/bulk/crew.hpp"

#include <algorithm>
#include <new>

namespace lodestone::cli {

bool Crew::Need(std::size_t threads) noexcept {
  const std::lock_guard lock(mutex_);
  if (threads_.size() < std::min(threads, most_)) BeginOne();
  return !threads_.empty();
}

void Crew::BeginOne() noexcept {
  std::list<PlainThread> fresh;
  try {
    fresh.emplace_back();
    if (fresh.back().Start(stack_, work_)) return threads_.splice(threads_.end(), fresh);
  } catch (const std::bad_alloc&) {
  }
  most_ = threads_.size();
}

void Crew::Join() {
  for (;;) {
    std::list<PlainThread> threads;
    {
      const std::lock_guard lock(mutex_);
      threads.swap(threads_);
    }
    if (threads.empty()) return;
  }
}

}  // namespace lodestone::cli
