// What runs or waits on one accelerator. Threads: safe, without locks, which a fork could leave
// taken.
#pragma once

#include <atomic>
#include <cstdint>

namespace lodestone::accel {

// Times in nanoseconds, of one monotonic clock.
class Backlog {
 public:
  void Begin(std::uint64_t predicted, std::int64_t now);
  // is_done: what was predicted was done, so that its time counts.
  void End(std::uint64_t predicted, std::int64_t now, bool is_done);

  // Until all have ended. Calls that overlap take less than the sum of their times: as much less as
  // those that ended lately did.
  std::uint64_t left() const;

 private:
  std::atomic<std::uint64_t> sum_{0};  // predicted
  std::atomic<unsigned> calls_{0};
  std::atomic<std::int64_t> since_{0};  // busy from then on
  // Of calls that have ended, newer ones count more.
  std::atomic<std::int64_t> busy_{0}, predicted_{0};
};

}  // namespace lodestone::accel
