/* Memory allocation, through replaceable functions. */
#ifndef LODESTONE_MAGICK_MEMORY_H
#define LODESTONE_MAGICK_MEMORY_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef void* (*MagickMallocFunc)(size_t size);
typedef void (*MagickFreeFunc)(void* ptr);
typedef void* (*MagickReallocFunc)(void* ptr, size_t size);

/* Replace the allocator; NULL restores the default of that function. Call before anything else. */
extern MagickExport void MagickAllocFunctions(MagickFreeFunc free_func,
                                              MagickMallocFunc malloc_func,
                                              MagickReallocFunc realloc_func);

/* `size` bytes, or NULL if size is 0 or out of memory. */
extern MagickExport void* MagickMalloc(const size_t size);

/* `size` bytes at a multiple of `alignment`, a power of two; freed with MagickFreeAligned. */
extern MagickExport void* MagickMallocAligned(const size_t alignment, const size_t size);

/* `size` bytes, all zero. */
extern MagickExport void* MagickMallocCleared(const size_t size);

/* memmove that accepts size 0 with any pointers. Returns `destination`. */
extern MagickExport void* MagickCloneMemory(void* destination, const void* source,
                                            const size_t size);

/* Change the size. If out of memory, or size is 0, frees `memory` and returns NULL. */
extern MagickExport void* MagickRealloc(void* memory, const size_t size);

/* Change the size as realloc does: if out of memory, `memory` stays as it is. */
extern MagickExport void* MagickReallocStd(void* memory, const size_t size);

/* Free; NULL is ignored. */
extern MagickExport void MagickFree(void* memory);

/* Free what MagickMallocAligned gave; NULL is ignored. */
extern MagickExport void MagickFreeAligned(void* memory);

/*
  Return pooled memory of destroyed images to the system: at most 512 MiB and an eighth of the
  memory limit are kept for reuse; likewise the tables of recent operations, at most 8 MiB.
  DestroyMagick does this too. Threads: safe. */
extern MagickExport void MagickTrimMemory(void);

#if defined(__cplusplus)
}
#endif

#endif
