/*
  What GraphicsMagick's C++ library, Magick++, takes from GraphicsMagick's internal headers: it is
  compiled with MAGICK_IMPLEMENTATION defined, and <magick/api.h> then includes this file. Other
  programs do not need it.
*/
#ifndef LODESTONE_MAGICK_IMPLEMENTATION_H
#define LODESTONE_MAGICK_IMPLEMENTATION_H

#include "magick/error.h"
#include "magick/log.h"
#include "magick/memory.h"
#include "magick/utility.h"

/* Memory as a pointer of `type`; NULL if size is 0 or out of memory. */
#define MagickAllocateMemory(type, size) ((type)MagickMalloc(size))
#define MagickReallocMemory(type, memory, size) ((memory) = (type)MagickRealloc(memory, size))

/* The pointer is NULL afterwards. */
#define MagickFreeMemory(memory) (MagickFree(memory), (void)((memory) = 0))

/* The place is where this stands. */
#define ThrowException2(exception, severity, reason, description) \
  ThrowLoggedException(exception, severity, reason, description, GetMagickModule())

/* glibc has it from version 2.38 on. */
#if !defined(HAVE_STRLCPY) && (!defined(__GLIBC__) || __GLIBC__ * 100 + __GLIBC_MINOR__ < 238)
#define strlcpy(destination, source, size) MagickStrlCpy(destination, source, size)
#endif

#endif
