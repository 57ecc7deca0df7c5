/* Initialisation, and the registry of file formats. */
#ifndef LODESTONE_MAGICK_MAGICK_H
#define LODESTONE_MAGICK_MAGICK_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* InitializeMagickEx: accepted but without effect; no signal handler is ever installed. */
#define MAGICK_OPT_NO_SIGNAL_HANDER 0x0001

/* Reads images from the blob of image_info. */
typedef Image* (*DecoderHandler)(const ImageInfo*, ExceptionInfo*);

/* Writes an image or a list. */
typedef unsigned int (*EncoderHandler)(const ImageInfo*, Image*);

/* True if the first bytes of a file match this format. */
typedef unsigned int (*MagickHandler)(const unsigned char*, const size_t);

typedef enum {
  BrokenCoderClass = -1,
  UnstableCoderClass = 0,
  StableCoderClass,
  PrimaryCoderClass
} CoderClass;

/* How the extension of a file name is treated. */
typedef enum {
  HintExtensionTreatment = 0,
  ObeyExtensionTreatment,
  IgnoreExtensionTreatment
} ExtensionTreatment;

/* One file format. */
typedef struct _MagickInfo {
  struct _MagickInfo *next, *previous; /* set while registered, NULL at the ends */
  const char* name;                    /* upper case */
  const char* description;             /* human-readable */
  const char *note, *version, *module;
  DecoderHandler decoder; /* NULL: cannot be read */
  EncoderHandler encoder; /* NULL: cannot be written */
  MagickHandler magick;   /* NULL: not recognised by content */
  void* client_data;
  MagickBool adjoin;          /* a file can hold several frames */
  MagickBool raw;             /* no header: the size must be given */
  MagickBool stealth;         /* not listed */
  MagickBool seekable_stream; /* needs SeekBlob */
  MagickBool blob_support;    /* uses the blob functions */
  MagickBool thread_support;  /* may run in several threads at once */
  CoderClass coder_class;
  ExtensionTreatment extension_treatment;
  unsigned long signature;
} MagickInfo;

/*
  InitializeMagick: initialise the library. `path`: argv[0] or NULL. Optional: the first call of any
  function does it. Threads: safe, any number of times.
*/
extern MagickExport void InitializeMagick(const char* path);

/* InitializeMagick that reports problems. Returns MagickPass. */
extern MagickExport MagickPassFail InitializeMagickEx(const char* path, unsigned int options,
                                                      ExceptionInfo* exception);

/* Close devices and release caches. Images stay usable; the library reinitialises on demand. */
extern MagickExport void DestroyMagick(void);

/* Remove temporary files, from a signal handler; the library is not usable afterwards. */
extern MagickExport void PanicDestroyMagick(void);

/*
  GetMagickInfo: the format of this name (case does not matter), or NULL. NULL or "*": the first of
  all, whose `next` leads through the others, sorted by name.
  Ownership: the library's, until the format is replaced or removed.
  Threads:   safe. To walk along `next` while others add or remove formats is not, and then entries
             of GetMagickInfoArray may vanish too.
*/
extern MagickExport const MagickInfo* GetMagickInfo(const char* name, ExceptionInfo* exception);

/* All formats in a NULL-terminated array sorted by name, to be freed with MagickFree. */
extern MagickExport MagickInfo** GetMagickInfoArray(ExceptionInfo* exception);

/* Register a format, which the library then owns; replaces one of the same name. Returns it. */
extern MagickExport MagickInfo* RegisterMagickInfo(MagickInfo* magick_info);

/* A new format entry with default values, not registered. NULL: out of memory. */
extern MagickExport MagickInfo* SetMagickInfo(const char* name);

/* Remove and free a format. MagickFail if there is none of this name. */
extern MagickExport MagickPassFail UnregisterMagickInfo(const char* name);

/* Name of the format that the first bytes of a file match, or NULL. */
extern MagickExport const char* GetImageMagick(const unsigned char* magick, const size_t length);

/* True if a name such as "C" must not be taken as a format prefix. */
extern MagickExport MagickBool IsMagickConflict(const char* magick);

/* Print the table of formats. `file` NULL: standard output. */
extern MagickExport MagickPassFail ListMagickInfo(FILE* file, ExceptionInfo* exception);

/* Print, as XML, the formats that a module of another name reads or writes. `file` NULL: standard
   output. */
extern MagickExport MagickPassFail ListModuleMap(FILE* file, ExceptionInfo* exception);

/* MIME type of a format or extension; free with MagickFree. NULL: out of memory. */
extern MagickExport char* MagickToMime(const char* magick);

#if defined(__cplusplus)
}
#endif

#endif
