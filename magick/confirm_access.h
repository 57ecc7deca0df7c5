/* Letting the program decide what the library may access. */
#ifndef LODESTONE_MAGICK_CONFIRM_ACCESS_H
#define LODESTONE_MAGICK_CONFIRM_ACCESS_H

#include "magick/common.h"
#include "magick/error.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  UndefinedConfirmAccessMode,
  FileExecuteConfirmAccessMode, /* run a program */
  FileReadConfirmAccessMode,    /* open a file to read */
  FileWriteConfirmAccessMode,   /* open a file to write */
  URLGetFTPConfirmAccessMode,   /* get from an address, of this and the next two protocols */
  URLGetFileConfirmAccessMode,
  URLGetHTTPConfirmAccessMode
} ConfirmAccessMode;

/* Returns MagickFail to deny access, after saying in *exception why. Called by any thread. */
typedef MagickPassFail (*ConfirmAccessHandler)(const ConfirmAccessMode mode, const char* path,
                                               ExceptionInfo* exception);

/*
  MagickConfirmAccess: ask the handler. The library asks before it opens a file by name; not for
  standard input and output, and streams that the program opened.
  Returns: what the handler returns; MagickPass without one.
*/
extern MagickExport MagickPassFail MagickConfirmAccess(const ConfirmAccessMode mode,
                                                       const char* path, ExceptionInfo* exception);

/* Set the handler; NULL: none. Returns the previous one. Threads: process-wide, safe. */
extern MagickExport ConfirmAccessHandler
MagickSetConfirmAccessHandler(ConfirmAccessHandler handler);

#if defined(__cplusplus)
}
#endif

#endif
