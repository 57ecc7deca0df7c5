/* Images and other objects by number, for all of the process.

  Threads: safe. DestroyMagick removes all of them. */
#ifndef LODESTONE_MAGICK_REGISTRY_H
#define LODESTONE_MAGICK_REGISTRY_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum { UndefinedRegistryType, ImageRegistryType, ImageInfoRegistryType } RegistryType;

/*
  SetMagickRegistry: store a copy.
  type:   ImageRegistryType: `blob` is a list of images, ImageInfoRegistryType: an ImageInfo, with
          `length` the size of that structure; else `length` bytes.
  Returns: a number for the other functions, from 0 on; -1 with *exception set: RegistryError (size,
           or no such structure), ResourceLimitError.
*/
extern MagickExport long SetMagickRegistry(const RegistryType type, const void* blob,
                                           const size_t length, ExceptionInfo* exception);

/*
  GetMagickRegistry: a copy of what is stored, which the caller destroys.
  type, length: receive those of the object.
  Returns: NULL with *exception set: RegistryError if there is none, ResourceLimitError.
*/
extern MagickExport void* GetMagickRegistry(const long id, RegistryType* type, size_t* length,
                                            ExceptionInfo* exception);

/* Remove an object. MagickFail if there is none. */
extern MagickExport MagickPassFail DeleteMagickRegistry(const long id);

/*
  GetImageFromMagickRegistry: a copy of the first image list with this file name (case does not
  matter).
  id:     receives its number, -1 if there is none.
  Returns: NULL with *exception set: RegistryError if there is none, ResourceLimitError.
*/
extern MagickExport Image* GetImageFromMagickRegistry(const char* name, long* id,
                                                      ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
