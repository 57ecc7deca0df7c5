/*
  Exceptions: what went wrong, how severe it is, and where it was detected.

  An ExceptionInfo belongs to its caller and holds one exception, the worst so far. None of these
  functions ends the process; the handlers decide what the user sees.
*/
#ifndef LODESTONE_MAGICK_ERROR_H
#define LODESTONE_MAGICK_ERROR_H

#include "magick/common.h"
#include "magick/exception_type.h"
#include "magick/log.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* One exception. The strings belong to the structure. */
typedef struct _ExceptionInfo {
  ExceptionType severity; /* UndefinedException: none */
  char* reason;           /* what went wrong */
  char* description;      /* what it concerns: usually a file name */
  int error_number;       /* errno if a system call failed, else 0 */
  char* module;           /* source file that detected it */
  char* function;
  unsigned long line;
  unsigned long signature;
} ExceptionInfo;

/* Handlers receive the severity, reason and description; either string may be NULL. */
typedef void (*ErrorHandler)(const ExceptionType, const char*, const char*);
typedef void (*FatalErrorHandler)(const ExceptionType, const char*, const char*);
typedef void (*WarningHandler)(const ExceptionType, const char*, const char*);

/* Prepare for use: no exception held. Whatever the structure held before is not freed. */
extern MagickExport void GetExceptionInfo(ExceptionInfo* exception);

/* Free what the structure holds and make it unusable until GetExceptionInfo. */
extern MagickExport void DestroyExceptionInfo(ExceptionInfo* exception);

/* Hold `severity` without texts, whatever was held before. */
extern MagickExport void SetExceptionInfo(ExceptionInfo* exception, ExceptionType severity);

/*
  Report an exception. It is held if nothing worse is: a held error, or anything more severe than
  the new one, stays. Texts are copied; `description` may be NULL. Logged when the log listens.
*/
extern MagickExport void ThrowException(ExceptionInfo* exception, const ExceptionType severity,
                                        const char* reason, const char* description);

/* ThrowException with the place that noticed, as GetMagickModule() gives it. */
extern MagickExport void ThrowLoggedException(ExceptionInfo* exception,
                                              const ExceptionType severity, const char* reason,
                                              const char* description, const char* module,
                                              const char* function, const unsigned long line);

/* Make `copy`, which must be usable, hold the same as `original`. */
extern MagickExport void CopyException(ExceptionInfo* copy, const ExceptionInfo* original);

/* Give the exception to the handler for its severity; nothing happens when none is held. */
extern MagickExport void CatchException(const ExceptionInfo* exception);

/* Call the warning handler. */
extern MagickExport void MagickWarning(const ExceptionType warning, const char* reason,
                                       const char* description);

/* Call the error handler. */
extern MagickExport void MagickError(const ExceptionType error, const char* reason,
                                     const char* description);

/* Call the fatal error handler. It returns unless the handler does not: no exit is built in. */
extern MagickExport void MagickFatalError(const ExceptionType error, const char* reason,
                                          const char* description);

/* The same: GraphicsMagick's interface has two names for each. */
extern MagickExport void _MagickWarning(const ExceptionType warning, const char* reason,
                                        const char* description);
extern MagickExport void _MagickError(const ExceptionType error, const char* reason,
                                      const char* description);
extern MagickExport void _MagickFatalError(const ExceptionType error, const char* reason,
                                           const char* description);

/*
  Replace the warning handler; NULL: be silent. Returns the handler before.
  The first one prints "client: reason (description) [system error]." on standard error.
  Threads: process-wide; safe at any time.
*/
extern MagickExport WarningHandler SetWarningHandler(WarningHandler handler);

/* The same for errors. */
extern MagickExport ErrorHandler SetErrorHandler(ErrorHandler handler);

/* The same for fatal errors. */
extern MagickExport FatalErrorHandler SetFatalErrorHandler(FatalErrorHandler handler);

/* Text for a message tag such as "CorruptImage/Warning/..."; the tag itself if there is none. */
extern MagickExport const char* GetLocaleMessage(const char* tag);

/* Text for a tag within the category of `severity`; the tag itself if there is none. */
extern MagickExport const char* GetLocaleExceptionMessage(const ExceptionType severity,
                                                          const char* tag);

#if defined(__cplusplus)
}
#endif

#endif
