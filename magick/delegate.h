/* Programs that read and write formats for the library. This one starts none: the list is empty
   unless a program adds to it, and what it says is never run. */
#ifndef LODESTONE_MAGICK_DELEGATE_H
#define LODESTONE_MAGICK_DELEGATE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _DelegateInfo {
  char* path;            /* of the configuration file; NULL: none */
  char *decode, *encode; /* formats */
  char* commands;        /* a line each, with escapes as for TranslateText */
  int mode;              /* > 0: for decode alone; < 0: for encode alone; 0: for both together */
  MagickBool stealth;    /* not listed */
  unsigned long signature;
  struct _DelegateInfo *previous, *next;
} DelegateInfo;

/* Allows the list to be used; it always may be. */
extern MagickExport MagickPassFail InitializeDelegateInfo(void);

/* Empties the list. Entries that were returned are no longer valid. */
extern MagickExport void DestroyDelegateInfo(void);

/*
  SetDelegateInfo: add a copy of an entry at the end, or replace the commands of the one with the
  same formats and mode. Returns: the first entry; NULL if `delegate_info` is NULL or has no
  MagickSignature, or if out of memory. Threads: safe.
*/
extern MagickExport DelegateInfo* SetDelegateInfo(DelegateInfo* delegate_info);

/*
  GetDelegateInfo: the first entry that fits; it moves to the front. "*" fits any format where both
  count, and for both formats gives the whole list.
  Returns: NULL if there is none. The entry belongs to the list.
  Threads: safe, but another thread may move or replace entries meanwhile.
*/
extern MagickExport const DelegateInfo* GetDelegateInfo(const char* decode, const char* encode,
                                                        ExceptionInfo* exception);

/* The entry for reading PostScript as image_info asks: "gs-mono", "gs-color" ... *antialias: 4
 * or 1. */
extern MagickExport const DelegateInfo* GetPostscriptDelegateInfo(const ImageInfo* image_info,
                                                                  unsigned int* antialias,
                                                                  ExceptionInfo* exception);

/*
  GetDelegateCommand: the first command of an entry with its escapes replaced, to be freed with
  MagickFree.
  Errors: NULL and DelegateError if there is no such entry.
*/
extern MagickExport char* GetDelegateCommand(const ImageInfo* image_info, Image* image,
                                             const char* decode, const char* encode,
                                             ExceptionInfo* exception);

/* Always MagickFail with DelegateError: there is no such entry, or its program is not started. */
extern MagickExport MagickPassFail InvokeDelegate(ImageInfo* image_info, Image* image,
                                                  const char* decode, const char* encode,
                                                  ExceptionInfo* exception);

/* Always MagickFail with DelegateError: there is no Ghostscript. */
extern MagickExport MagickPassFail InvokePostscriptDelegate(const unsigned int verbose,
                                                            const char* command,
                                                            ExceptionInfo* exception);

/* Print the list as a table; NULL: on standard output. */
extern MagickExport MagickPassFail ListDelegateInfo(FILE* file, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
