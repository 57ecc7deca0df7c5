/*
  Exceptions: what went wrong, how badly, and where it was noticed.

  An ExceptionInfo belongs to its caller and holds one exception, the worst so far. None of these
  functions ends the process; the handlers decide what a person gets to see.
*/
#ifndef LODESTONE_MAGICK_ERROR_H
#define LODESTONE_MAGICK_ERROR_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* What an exception is about; added to the severity. */
typedef enum {
  UndefinedExceptionBase = 0,
  ExceptionBase = 1,
  ResourceBase = 2,
  ResourceLimitBase = 2,
  TypeBase = 5,
  AnnotateBase = 5,
  OptionBase = 10,
  DelegateBase = 15,
  MissingDelegateBase = 20,
  CorruptImageBase = 25,
  FileOpenBase = 30,
  BlobBase = 35,
  StreamBase = 40,
  CacheBase = 45,
  CoderBase = 50,
  ModuleBase = 55,
  DrawBase = 60,
  RenderBase = 60,
  ImageBase = 65,
  WandBase = 67,
  TemporaryFileBase = 70,
  TransformBase = 75,
  XServerBase = 80,
  X11Base = 81,
  UserBase = 82,
  MonitorBase = 85,
  LocaleBase = 86,
  DeprecateBase = 87,
  RegistryBase = 90,
  ConfigureBase = 95,
  AccelerateBase = 96
} ExceptionBaseType;

/* Severity (hundreds) plus category. */
typedef enum {
  UndefinedException = 0,
  EventException = 100,
  ExceptionEvent = EventException + ExceptionBase,
  ResourceEvent = EventException + ResourceBase,
  ResourceLimitEvent = EventException + ResourceLimitBase,
  TypeEvent = EventException + TypeBase,
  AnnotateEvent = EventException + AnnotateBase,
  OptionEvent = EventException + OptionBase,
  DelegateEvent = EventException + DelegateBase,
  MissingDelegateEvent = EventException + MissingDelegateBase,
  CorruptImageEvent = EventException + CorruptImageBase,
  FileOpenEvent = EventException + FileOpenBase,
  BlobEvent = EventException + BlobBase,
  StreamEvent = EventException + StreamBase,
  CacheEvent = EventException + CacheBase,
  CoderEvent = EventException + CoderBase,
  ModuleEvent = EventException + ModuleBase,
  DrawEvent = EventException + DrawBase,
  RenderEvent = EventException + RenderBase,
  ImageEvent = EventException + ImageBase,
  WandEvent = EventException + WandBase,
  TemporaryFileEvent = EventException + TemporaryFileBase,
  TransformEvent = EventException + TransformBase,
  XServerEvent = EventException + XServerBase,
  X11Event = EventException + X11Base,
  UserEvent = EventException + UserBase,
  MonitorEvent = EventException + MonitorBase,
  LocaleEvent = EventException + LocaleBase,
  DeprecateEvent = EventException + DeprecateBase,
  RegistryEvent = EventException + RegistryBase,
  ConfigureEvent = EventException + ConfigureBase,
  AccelerateEvent = EventException + AccelerateBase,

  WarningException = 300,
  ExceptionWarning = WarningException + ExceptionBase,
  ResourceWarning = WarningException + ResourceBase,
  ResourceLimitWarning = WarningException + ResourceLimitBase,
  TypeWarning = WarningException + TypeBase,
  AnnotateWarning = WarningException + AnnotateBase,
  OptionWarning = WarningException + OptionBase,
  DelegateWarning = WarningException + DelegateBase,
  MissingDelegateWarning = WarningException + MissingDelegateBase,
  CorruptImageWarning = WarningException + CorruptImageBase,
  FileOpenWarning = WarningException + FileOpenBase,
  BlobWarning = WarningException + BlobBase,
  StreamWarning = WarningException + StreamBase,
  CacheWarning = WarningException + CacheBase,
  CoderWarning = WarningException + CoderBase,
  ModuleWarning = WarningException + ModuleBase,
  DrawWarning = WarningException + DrawBase,
  RenderWarning = WarningException + RenderBase,
  ImageWarning = WarningException + ImageBase,
  WandWarning = WarningException + WandBase,
  TemporaryFileWarning = WarningException + TemporaryFileBase,
  TransformWarning = WarningException + TransformBase,
  XServerWarning = WarningException + XServerBase,
  X11Warning = WarningException + X11Base,
  UserWarning = WarningException + UserBase,
  MonitorWarning = WarningException + MonitorBase,
  LocaleWarning = WarningException + LocaleBase,
  DeprecateWarning = WarningException + DeprecateBase,
  RegistryWarning = WarningException + RegistryBase,
  ConfigureWarning = WarningException + ConfigureBase,
  AccelerateWarning = WarningException + AccelerateBase,

  ErrorException = 400,
  ExceptionError = ErrorException + ExceptionBase,
  ResourceError = ErrorException + ResourceBase,
  ResourceLimitError = ErrorException + ResourceLimitBase,
  TypeError = ErrorException + TypeBase,
  AnnotateError = ErrorException + AnnotateBase,
  OptionError = ErrorException + OptionBase,
  DelegateError = ErrorException + DelegateBase,
  MissingDelegateError = ErrorException + MissingDelegateBase,
  CorruptImageError = ErrorException + CorruptImageBase,
  FileOpenError = ErrorException + FileOpenBase,
  BlobError = ErrorException + BlobBase,
  StreamError = ErrorException + StreamBase,
  CacheError = ErrorException + CacheBase,
  CoderError = ErrorException + CoderBase,
  ModuleError = ErrorException + ModuleBase,
  DrawError = ErrorException + DrawBase,
  RenderError = ErrorException + RenderBase,
  ImageError = ErrorException + ImageBase,
  WandError = ErrorException + WandBase,
  TemporaryFileError = ErrorException + TemporaryFileBase,
  TransformError = ErrorException + TransformBase,
  XServerError = ErrorException + XServerBase,
  X11Error = ErrorException + X11Base,
  UserError = ErrorException + UserBase,
  MonitorError = ErrorException + MonitorBase,
  LocaleError = ErrorException + LocaleBase,
  DeprecateError = ErrorException + DeprecateBase,
  RegistryError = ErrorException + RegistryBase,
  ConfigureError = ErrorException + ConfigureBase,
  AccelerateError = ErrorException + AccelerateBase,

  FatalErrorException = 700,
  ExceptionFatalError = FatalErrorException + ExceptionBase,
  ResourceFatalError = FatalErrorException + ResourceBase,
  ResourceLimitFatalError = FatalErrorException + ResourceLimitBase,
  TypeFatalError = FatalErrorException + TypeBase,
  AnnotateFatalError = FatalErrorException + AnnotateBase,
  OptionFatalError = FatalErrorException + OptionBase,
  DelegateFatalError = FatalErrorException + DelegateBase,
  MissingDelegateFatalError = FatalErrorException + MissingDelegateBase,
  CorruptImageFatalError = FatalErrorException + CorruptImageBase,
  FileOpenFatalError = FatalErrorException + FileOpenBase,
  BlobFatalError = FatalErrorException + BlobBase,
  StreamFatalError = FatalErrorException + StreamBase,
  CacheFatalError = FatalErrorException + CacheBase,
  CoderFatalError = FatalErrorException + CoderBase,
  ModuleFatalError = FatalErrorException + ModuleBase,
  DrawFatalError = FatalErrorException + DrawBase,
  RenderFatalError = FatalErrorException + RenderBase,
  ImageFatalError = FatalErrorException + ImageBase,
  WandFatalError = FatalErrorException + WandBase,
  TemporaryFileFatalError = FatalErrorException + TemporaryFileBase,
  TransformFatalError = FatalErrorException + TransformBase,
  XServerFatalError = FatalErrorException + XServerBase,
  X11FatalError = FatalErrorException + X11Base,
  UserFatalError = FatalErrorException + UserBase,
  MonitorFatalError = FatalErrorException + MonitorBase,
  LocaleFatalError = FatalErrorException + LocaleBase,
  DeprecateFatalError = FatalErrorException + DeprecateBase,
  RegistryFatalError = FatalErrorException + RegistryBase,
  ConfigureFatalError = FatalErrorException + ConfigureBase,
  AccelerateFatalError = FatalErrorException + AccelerateBase
} ExceptionType;

/* One exception. The strings belong to the structure. */
typedef struct _ExceptionInfo {
  ExceptionType severity; /* UndefinedException: nothing happened */
  char* reason;           /* what went wrong */
  char* description;      /* with what: usually a file name */
  int error_number;       /* errno if the system refused something, else 0 */
  char* module;           /* source file that noticed */
  char* function;
  unsigned long line;
  unsigned long signature;
} ExceptionInfo;

/* Handlers get the severity, the reason and the description; either text may be NULL. */
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

#include "magick/log.h"

#endif
