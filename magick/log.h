/* The event log: which events are written, where to, and in what layout. */
#ifndef LODESTONE_MAGICK_LOG_H
#define LODESTONE_MAGICK_LOG_H

#include "magick/common.h"
#include "magick/exception_type.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Name of the configuration file. */
#define MagickLogFilename "log.mgk"

#if !defined(GetCurrentFunction)
#if defined(__GNUC__)
#define GetCurrentFunction() (__extension__ __FUNCTION__)
#elif defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define GetCurrentFunction() (__func__)
#else
#define GetCurrentFunction() ("unknown")
#endif
#endif

/* The current source location, as three arguments. */
#if !defined(GetMagickModule)
#define GetMagickModule() __FILE__, GetCurrentFunction(), __LINE__
#endif

/* Types of events that can be enabled. */
typedef enum {
  UndefinedEventMask = 0x00000000,
  NoEventsMask = 0x00000000,
  ConfigureEventMask = 0x00000001,
  AnnotateEventMask = 0x00000002,
  RenderEventMask = 0x00000004,
  TransformEventMask = 0x00000008,
  LocaleEventMask = 0x00000010,
  CoderEventMask = 0x00000020,
  X11EventMask = 0x00000040,
  CacheEventMask = 0x00000080,
  BlobEventMask = 0x00000100,
  DeprecateEventMask = 0x00000200,
  UserEventMask = 0x00000400,
  ResourceEventMask = 0x00000800,
  TemporaryFileEventMask = 0x00001000,
  OptionEventMask = 0x00004000,
  InformationEventMask = 0x00008000,
  WarningEventMask = 0x00010000,
  ErrorEventMask = 0x00020000,
  FatalErrorEventMask = 0x00040000,
  ExceptionEventMask = 0x00070000,
  AccelerateEventMask = 0x00080000,
  AllEventsMask = 0x7FFFFFFF
} LogEventType;

/* Where events go; values may be combined. */
typedef enum {
  DisabledOutput = 0x0000,
  UndefinedOutput = 0x0000,
  StdoutOutput = 0x0001,
  StderrOutput = 0x0002,
  XMLFileOutput = 0x0004,
  TXTFileOutput = 0x0008,
  Win32DebugOutput = 0x0010,
  Win32EventlogOutput = 0x0020,
  MethodOutput = 0x0040
} LogOutputType;

/* Receives one finished line of the fixed layout. Called by one thread at a time. */
typedef void (*LogMethod)(const ExceptionType type, const char* text);

/* True if any type of event is enabled. Threads: safe. */
extern MagickExport MagickBool IsEventLogging(void);

/* True if events of this type are logged. Threads: safe. */
extern MagickExport MagickBool IsEventLogged(const ExceptionType type);

/*
  Log one event, if its type is enabled. `format` is as for printf.
  Returns: MagickFalse if it could not be written. Threads: safe, lines never mix.
*/
extern MagickExport MagickBool LogMagickEvent(const ExceptionType type, const char* module,
                                              const char* function, const unsigned long line,
                                              const char* format, ...)
    MAGICK_ATTRIBUTE((__format__(__printf__, 5, 6)));

/* LogMagickEvent with an argument list. */
extern MagickExport MagickBool LogMagickEventList(const ExceptionType type, const char* module,
                                                  const char* function, const unsigned long line,
                                                  const char* format, va_list operands)
    MAGICK_ATTRIBUTE((__format__(__printf__, 5, 0)));

/*
  Enable types of events by name, such as "coder,blob" or "all"; NULL or "none": none.
  Returns: the new mask. Threads: process-wide, safe.
*/
extern MagickExport unsigned long SetLogEventMask(const char* events);

/* Types of events logged unless SetLogEventMask or MAGICK_DEBUG says otherwise. */
extern MagickExport void SetLogDefaultEventType(const char* events);

/* Number of log files kept when a file is full. */
extern MagickExport void SetLogDefaultGenerations(const unsigned long generations);

/* Events per log file before the next one is started; 0: no limit. */
extern MagickExport void SetLogDefaultLimit(const unsigned long limit);

/* Log file name; %d stands for the generation. */
extern MagickExport void SetLogDefaultFileName(const char* filename);

/* Layout used unless SetLogFormat sets another. */
extern MagickExport void SetLogDefaultFormat(const char* format);

/* Callback used unless SetLogMethod sets another. */
extern MagickExport void SetLogDefaultLogMethod(const LogMethod method);

/* Where events go; a value with other bits changes nothing. */
extern MagickExport void SetLogDefaultOutputType(const LogOutputType output_type);

/*
  Layout of the lines on standard output and standard error: %t time, %r elapsed, %u user time,
  %p process, %m file, %f function, %l line, %d domain, %s severity, %e message, \n newline.
*/
extern MagickExport void SetLogFormat(const char* format);

/* Send events to a callback; NULL: none. */
extern MagickExport void SetLogMethod(LogMethod method);

#if defined(__cplusplus)
}
#endif

#endif
