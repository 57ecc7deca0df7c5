#include "magick/core/blob/reading_time.hpp"

#include <algorithm>
#include <ctime>

namespace lodestone {
namespace {

thread_local std::int64_t end_ns = 0;  // 0: none
thread_local unsigned calls = 0;

std::int64_t UsedNs() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return used.tv_sec * 1'000'000'000 + used.tv_nsec;
}

}  // namespace

ReadingTime::ReadingTime(double seconds) : nested_(end_ns != 0) {
  constexpr double kLongest = 1e9;
  if (nested_ || seconds <= 0.0) return;
  end_ns = UsedNs() + static_cast<std::int64_t>(std::min(seconds, kLongest) * 1e9);
}

ReadingTime::~ReadingTime() {
  if (!nested_) end_ns = 0;
}

bool ReadingTime::IsOver() {
  return end_ns != 0 && UsedNs() > end_ns;
}

bool ReadingTime::IsOverNowAndThen() {
  constexpr unsigned kSeldom = 1024;
  return end_ns != 0 && ++calls % kSeldom == 0 && IsOver();
}

}  // namespace lodestone
