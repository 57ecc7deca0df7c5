// How long the end of a program waits for a driver's step.
#pragma once

#include <chrono>

namespace lodestone::accel {

// Tells when drivers have had the time that they may take. Of one that still computes, that is CPU
// time: a busy machine may give it little. Readings: of the clock and of the process's CPU time,
// since any moment.
class Patience {
 public:
  using Time = std::chrono::nanoseconds;

  // Longer than any step that ends at all: compiling one program, or using one for the first time.
  static constexpr std::chrono::seconds kMaxWait{10};
  static constexpr std::chrono::seconds kMaxWaitOnBusyMachine{60};
  // Within kMaxWait. Less is that of waiting.
  static constexpr std::chrono::seconds kComputing{1};

  Patience(Time now, Time cpu)
      : start_(now), cpu_at_start_(cpu), next_(now + kMaxWait), cpu_(cpu) {}

  bool IsOver(Time now, Time cpu) {
    if (now < next_) return false;
    const bool idle = cpu - cpu_ < kComputing;
    next_ = now + kMaxWait;
    cpu_ = cpu;
    return idle || cpu - cpu_at_start_ >= kMaxWait || now - start_ >= kMaxWaitOnBusyMachine;
  }

 private:
  Time start_, cpu_at_start_;
  Time next_;  // when to look again
  Time cpu_;   // when it was last looked at
};

}  // namespace lodestone::accel
