/* Starting the library, and the registry of file formats. */
#ifndef LODESTONE_MAGICK_MAGICK_H
#define LODESTONE_MAGICK_MAGICK_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* InitializeMagickEx: accepted and without effect, since no signal handler is ever installed. */
#define MAGICK_OPT_NO_SIGNAL_HANDER 0x0001

/* Reads images from the blob of image_info. */
typedef Image* (*DecoderHandler)(const ImageInfo*, ExceptionInfo*);

/* Writes an image or a list. */
typedef unsigned int (*EncoderHandler)(const ImageInfo*, Image*);

/* True if the first bytes of a file are of this format. */
typedef unsigned int (*MagickHandler)(const unsigned char*, const size_t);

typedef enum {
  BrokenCoderClass = -1,
  UnstableCoderClass = 0,
  StableCoderClass,
  PrimaryCoderClass
} CoderClass;

/* How much the extension of a file name counts. */
typedef enum {
  HintExtensionTreatment = 0,
  ObeyExtensionTreatment,
  IgnoreExtensionTreatment
} ExtensionTreatment;

/* One file format. */
typedef struct _MagickInfo {
  struct _MagickInfo *next, *previous;
  const char* name;        /* upper case */
  const char* description; /* for people */
  const char *note, *version, *module;
  DecoderHandler decoder; /* NULL: cannot be read */
  EncoderHandler encoder; /* NULL: cannot be written */
  MagickHandler magick;   /* NULL: not recognised by content */
  void* client_data;
  MagickBool adjoin;          /* a file can hold several frames */
  MagickBool raw;             /* no header: the size must be given */
  MagickBool stealth;         /* not shown in lists */
  MagickBool seekable_stream; /* needs SeekBlob */
  MagickBool blob_support;    /* uses the blob functions */
  MagickBool thread_support;  /* may run in several threads at once */
  CoderClass coder_class;
  ExtensionTreatment extension_treatment;
  unsigned long signature;
} MagickInfo;

/*
  InitializeMagick: start the library. `path`: argv[0] or NULL. Not required: whatever is called
  first does it. Threads: safe, any number of times.
*/
extern MagickExport void InitializeMagick(const char* path);

/* InitializeMagick that reports problems. Returns MagickPass. */
extern MagickExport MagickPassFail InitializeMagickEx(const char* path, unsigned int options,
                                                      ExceptionInfo* exception);

/* Close devices and release what is cached. Images stay usable; the library restarts on need. */
extern MagickExport void DestroyMagick(void);

/* The format of this name (case does not matter), or NULL. NULL or "*": the first of them. */
extern MagickExport const MagickInfo* GetMagickInfo(const char* name, ExceptionInfo* exception);

/* All formats in a NULL-terminated array sorted by name, to be freed with MagickFree. */
extern MagickExport MagickInfo** GetMagickInfoArray(ExceptionInfo* exception);

/* Add a format, which becomes the library's; one of the same name is replaced. Returns it. */
extern MagickExport MagickInfo* RegisterMagickInfo(MagickInfo* magick_info);

/* A new description of a format with default values, not registered. NULL: no memory. */
extern MagickExport MagickInfo* SetMagickInfo(const char* name);

/* Remove and free a format. MagickFail if there is none of this name. */
extern MagickExport MagickPassFail UnregisterMagickInfo(const char* name);

/* Name of the format that these first bytes of a file belong to, or NULL. */
extern MagickExport const char* GetImageMagick(const unsigned char* magick, const size_t length);

/* True if a name such as "C" must not be taken for a format prefix. */
extern MagickExport MagickBool IsMagickConflict(const char* magick);

/* Print the table of formats. `file` NULL: standard output. */
extern MagickExport MagickPassFail ListMagickInfo(FILE* file, ExceptionInfo* exception);

/* MIME type of a format or extension, to be freed with MagickFree. NULL: no memory. */
extern MagickExport char* MagickToMime(const char* magick);

#if defined(__cplusplus)
}
#endif

#endif
