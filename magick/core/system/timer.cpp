// Stopwatches for CPU time and wall-clock time.
#include "magick/timer.h"

#include <chrono>
#include <ctime>

#include "magick/common.h"

namespace {

double WallSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of all threads of the process.
double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void AddInterval(Timer* timer, double now) {
  timer->stop = now;
  timer->total += timer->stop - timer->start;
}

}  // namespace

void GetTimerInfo(TimerInfo* time_info) {
  if (time_info == nullptr) return;
  *time_info = TimerInfo{};
  time_info->state = UndefinedTimerState;
  time_info->signature = MagickSignature;
  StartTimer(time_info, MagickTrue);
}

void StartTimer(TimerInfo* time_info, const unsigned int reset) {
  if (time_info == nullptr) return;
  if (reset != MagickFalse) {
    time_info->user.total = 0.0;
    time_info->elapsed.total = 0.0;
  }
  if (time_info->state == RunningTimerState) return;
  time_info->user.start = CpuSeconds();
  time_info->elapsed.start = WallSeconds();
  time_info->state = RunningTimerState;
}

void StopTimer(TimerInfo* time_info) {
  if (time_info == nullptr) return;
  if (time_info->state == RunningTimerState) {
    AddInterval(&time_info->elapsed, WallSeconds());
    AddInterval(&time_info->user, CpuSeconds());
  }
  time_info->state = StoppedTimerState;
}

unsigned int ContinueTimer(TimerInfo* time_info) {
  if (time_info == nullptr) return MagickFalse;
  if (time_info->state == UndefinedTimerState) return MagickFalse;
  if (time_info->state == StoppedTimerState) {
    // The lap that ended with the stop continues, so it is not counted twice.
    time_info->user.total -= time_info->user.stop - time_info->user.start;
    time_info->elapsed.total -= time_info->elapsed.stop - time_info->elapsed.start;
  }
  time_info->state = RunningTimerState;
  return MagickTrue;
}

void ResetTimer(TimerInfo* time_info) {
  if (time_info == nullptr) return;
  StopTimer(time_info);
  time_info->user = Timer{};
  time_info->elapsed = Timer{};
}

double GetElapsedTime(TimerInfo* time_info) {
  if (time_info == nullptr) return 0.0;
  if (time_info->state == UndefinedTimerState) return 0.0;
  if (time_info->state == RunningTimerState) StopTimer(time_info);
  return time_info->elapsed.total;
}

double GetUserTime(TimerInfo* time_info) {
  if (time_info == nullptr) return 0.0;
  if (time_info->state == UndefinedTimerState) return 0.0;
  if (time_info->state == RunningTimerState) StopTimer(time_info);
  return time_info->user.total;
}

double GetTimerResolution(void) {
  timespec resolution{};
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return static_cast<double>(resolution.tv_sec) + static_cast<double>(resolution.tv_nsec) * 1e-9;
}
