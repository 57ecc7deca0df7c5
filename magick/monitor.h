/* Progress reports, and cancelling an operation. */
#ifndef LODESTONE_MAGICK_MONITOR_H
#define LODESTONE_MAGICK_MONITOR_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  Receives the text, the steps done (quantum) and the number of steps (span). Returning MagickFail
  cancels the operation. Called by one thread at a time. While a pipe is read or written, it is
  asked with a span of 1, several times a second if nothing comes, or nothing is taken.
*/
typedef MagickPassFail (*MonitorHandler)(const char* text, const magick_int64_t quantum,
                                         const magick_uint64_t span, ExceptionInfo* exception);

/* Set the monitor; NULL: none. Returns the previous one. Threads: process-wide, safe. */
extern MagickExport MonitorHandler SetMonitorHandler(MonitorHandler handler);

/* Report progress. Returns MagickFail if the operation should stop. */
extern MagickExport MagickPassFail MagickMonitor(const char* text, const magick_int64_t quantum,
                                                 const magick_uint64_t span,
                                                 ExceptionInfo* exception);

/* MagickMonitor with a printf-style text. */
extern MagickExport MagickPassFail MagickMonitorFormatted(const magick_int64_t quantum,
                                                          const magick_uint64_t span,
                                                          ExceptionInfo* exception,
                                                          const char* format, ...)
    MAGICK_ATTRIBUTE((__format__(__printf__, 4, 5)));

#if defined(__cplusplus)
}
#endif

#endif
