// Bounds the memory of the images under way.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "base/thread_pool.hpp"

namespace lodestone::cli {

class ByteBudget {
 public:
  explicit ByteBudget(std::uint64_t limit) : limit_(limit) {}

  // A share of the memory, given back when it goes. The constructor waits for its turn, first come,
  // first served; one that is larger than the whole waits until it is alone.
  class Share {
   public:
    Share(ByteBudget* budget, std::uint64_t bytes) : budget_(budget), bytes_(bytes) {
      std::unique_lock lock(budget->mutex_);
      const std::uint64_t turn = budget->next_turn_++;
      const auto is_free = [&] {
        return turn == budget->turn_ &&
               (budget->used_ == 0 || budget->used_ + bytes <= budget->limit_);
      };
      if (!is_free()) {
        const accel::ThreadSharePause waits(accel::ThreadSharePause::For::kMemory);
        budget->changed_.wait(lock, is_free);
      }
      budget->used_ += bytes_;
      ++budget->turn_;
      budget->changed_.notify_all();
    }
    ~Share() {
      const std::lock_guard lock(budget_->mutex_);
      budget_->used_ -= bytes_;
      budget_->changed_.notify_all();
    }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    ByteBudget* const budget_;
    const std::uint64_t bytes_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::uint64_t limit_;
  std::uint64_t used_ = 0, turn_ = 0, next_turn_ = 0;
};

}  // namespace lodestone::cli
