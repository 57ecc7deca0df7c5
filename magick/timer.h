/* Stopwatches: CPU time and wall-clock time, in seconds. */
#ifndef LODESTONE_MAGICK_TIMER_H
#define LODESTONE_MAGICK_TIMER_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum { UndefinedTimerState, StoppedTimerState, RunningTimerState } TimerState;

typedef struct _Timer {
  double start, stop, total;
} Timer;

typedef struct _TimerInfo {
  Timer user, elapsed;
  TimerState state;
  unsigned long signature;
} TimerInfo;

/* Initialise and start a timer. Threads: a timer belongs to one thread. */
extern MagickExport void GetTimerInfo(TimerInfo* time_info);

/* Start; with `reset`, from zero. */
extern MagickExport void StartTimer(TimerInfo* time_info, const unsigned int reset);

/* Stop and add the time since the start to the totals. */
extern MagickExport void StopTimer(TimerInfo* time_info);

/* Continue as if never stopped. Returns MagickFalse if it was never started. */
extern MagickExport unsigned int ContinueTimer(TimerInfo* time_info);

/* Stop and return to zero. */
extern MagickExport void ResetTimer(TimerInfo* time_info);

/* Wall-clock seconds measured; stops a running timer. */
extern MagickExport double GetElapsedTime(TimerInfo* time_info);

/* CPU seconds measured; stops a running timer. */
extern MagickExport double GetUserTime(TimerInfo* time_info);

/* Resolution of a timer, in seconds. */
extern MagickExport double GetTimerResolution(void);

#if defined(__cplusplus)
}
#endif

#endif
