// Measuring elapsed time, and the order of measurements.
#pragma once

#include <chrono>
#include <cstddef>

namespace lodestone::measure {

// Starts when constructed.
class Stopwatch {
 public:
  double Seconds() const { return Elapsed<std::ratio<1>>(); }
  double Milliseconds() const { return Elapsed<std::milli>(); }
  double Nanoseconds() const { return Elapsed<std::nano>(); }

 private:
  using Clock = std::chrono::steady_clock;

  template <class Unit>
  double Elapsed() const {
    return std::chrono::duration<double, Unit>(Clock::now() - begin_).count();
  }

  Clock::time_point begin_ = Clock::now();
};

template <class Body>
double TimeMs(const Body& body) {
  const Stopwatch watch;
  body();
  return watch.Milliseconds();
}

// Runs body(false) once as a warm-up, then body(true) `count` times, which count.
template <class Body>
void RunWarm(unsigned count, const Body& body) {
  body(false);
  for (unsigned i = 0; i < count; ++i) body(true);
}

// Calls visit(i) for each of `count` competitors. Each round starts with a different one, so that
// none always follows the same neighbour.
template <class Visit>
void TakeTurns(unsigned round, std::size_t count, const Visit& visit) {
  for (std::size_t i = 0; i < count; ++i) visit((i + round) % count);
}

}  // namespace lodestone::measure
