#include "utilities/bulk/crew.hpp"

#include <algorithm>
#include <exception>

namespace lodestone::cli {

void Crew::Need(std::size_t threads) noexcept {
  const std::lock_guard lock(mutex_);
  if (threads_.size() >= std::min(threads, most_)) return;
  try {
    threads_.emplace_back(work_);
  } catch (const std::exception&) {
    most_ = threads_.size();
  }
}

void Crew::Join() {
  for (;;) {
    std::vector<std::thread> threads;
    {
      const std::lock_guard lock(mutex_);
      threads.swap(threads_);
    }
    if (threads.empty()) return;
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace lodestone::cli
