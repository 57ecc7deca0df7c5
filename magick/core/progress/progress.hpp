// Progress reports. When: often enough to look smooth, rarely enough to cost nothing.
#pragma once

#include "base/give_up.hpp"
#include "magick/magick_types.h"

namespace lodestone {

// True for about 100 of the steps 0 ... span - 1, including the last.
constexpr bool QuantumTick(magick_int64_t quantum, magick_uint64_t span) {
  const magick_uint64_t step = span > 101 ? span / 101 : 1;
  const magick_uint64_t done = static_cast<magick_uint64_t>(quantum);
  return done % step == 0 || done + 1 == span;
}

// While it exists, nothing that its thread does is reported.
class MonitorSilence {
 public:
  MonitorSilence();
  ~MonitorSilence();
  MonitorSilence(const MonitorSilence&) = delete;
  MonitorSilence& operator=(const MonitorSilence&) = delete;

 private:
  const bool before_;
};

// Whether the program has a monitor; without one there is no need to stop and report.
bool HasMonitor();

// Who ends the library's waiting for pipes: the program's monitor, which is asked whether to go on;
// nullptr if there is none.
GiveUp WhoGivesUp();

}  // namespace lodestone
