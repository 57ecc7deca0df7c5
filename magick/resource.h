/* Resource limits: finite by default, checked before every allocation.

  Disk, files, map and memory limit the total in use at any time; the others limit each image or
  operation. Threads: process-wide, safe.

  Defaults, of the memory M of the machine or its container: memory 3/4 M, map 2 M, disk 4 M, files
  256, pixels 2^30, width and height 2^20, read 16 GiB, threads the number of available CPUs. The
  environment (MAGICK_LIMIT_DISK and so on; OMP_NUM_THREADS) changes them on first use; texts such
  as 512MB, 2GiB or unlimited are read by MagickSizeStrToInt64 in steps of 1024. */
#ifndef LODESTONE_MAGICK_RESOURCE_H
#define LODESTONE_MAGICK_RESOURCE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  UndefinedResource = 0,
  DiskResource,    /* bytes of temporary files */
  FileResource,    /* open temporary files */
  MapResource,     /* bytes of mapped files */
  MemoryResource,  /* bytes of pixels in memory */
  PixelsResource,  /* pixels of one image */
  ThreadsResource, /* worker threads */
  WidthResource,   /* columns of one image */
  HeightResource,  /* rows of one image */
  ReadResource,    /* bytes read from one file */
  WriteResource    /* bytes written to one file */
} ResourceType;

/* Acquire `size` units. MagickFail, without effect, if that would exceed the limit. */
extern MagickExport MagickPassFail AcquireMagickResource(const ResourceType type,
                                                         const magick_uint64_t size);

/* Release units. */
extern MagickExport void LiberateMagickResource(const ResourceType type,
                                                const magick_uint64_t size);

/* Units in use; 0 if there is no such resource. */
extern MagickExport magick_int64_t GetMagickResource(const ResourceType type);

/* The limit; 0 if there is no such resource. */
extern MagickExport magick_int64_t GetMagickResourceLimit(const ResourceType type);

/* Change a limit. MagickFail if there is no such resource or the value is out of range. */
extern MagickExport MagickPassFail SetMagickResourceLimit(const ResourceType type,
                                                          const magick_int64_t limit);

/* Print the limits. `file` NULL: standard output. */
extern MagickExport MagickPassFail ListMagickResourceInfo(FILE* file, ExceptionInfo* exception);

/* Read the limits from the environment (MAGICK_LIMIT_...); also done on first use. */
extern MagickExport void InitializeMagickResources(void);

/* Does nothing; kept for source compatibility. */
extern MagickExport void DestroyMagickResources(void);

#if defined(__cplusplus)
}
#endif

#endif
