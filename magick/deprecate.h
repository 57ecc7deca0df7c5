/* Older names of functions, for source compatibility. */
#ifndef LODESTONE_MAGICK_DEPRECATE_H
#define LODESTONE_MAGICK_DEPRECATE_H

#include "magick/common.h"
#include "magick/constitute.h"
#include "magick/forward.h"
#include "magick/image.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

#if !defined(ExtendedSignedIntegralType)
#define ExtendedSignedIntegralType magick_int64_t
#endif
#if !defined(ExtendedUnsignedIntegralType)
#define ExtendedUnsignedIntegralType magick_uint64_t
#endif
#if !defined(MagickSignedType)
#define MagickSignedType magick_int64_t
#endif
#if !defined(MagickUnsignedType)
#define MagickUnsignedType magick_uint64_t
#endif
#if !defined(MagickRationalType)
#define MagickRationalType double
#endif

/* ExportImagePixelArea with samples of 8, 16 or 32 bits: the next that hold image->depth, or all
   indexes of the colormap. */
extern MagickExport unsigned int PopImagePixels(const Image* image, const QuantumType quantum_type,
                                                unsigned char* destination) MAGICK_FUNC_DEPRECATED;

/* ImportImagePixelArea of such samples. */
extern MagickExport unsigned int PushImagePixels(Image* image, const QuantumType quantum_type,
                                                 const unsigned char* source)
    MAGICK_FUNC_DEPRECATED;

/* MagickMalloc. */
extern MagickExport void* AcquireMemory(const size_t size) MAGICK_FUNC_DEPRECATED;

/* MagickCloneMemory. */
extern MagickExport void* CloneMemory(void* destination, const void* source,
                                      const size_t size) MAGICK_FUNC_DEPRECATED;

/* MagickFree of *memory, which becomes NULL. */
extern MagickExport void LiberateMemory(void** memory) MAGICK_FUNC_DEPRECATED;

/* MagickRealloc of *memory, which becomes the result. */
extern MagickExport void ReacquireMemory(void** memory, const size_t size) MAGICK_FUNC_DEPRECATED;

/* AcquireCacheViewPixels. */
extern MagickExport const PixelPacket* AcquireCacheView(
    ViewInfo* view, const long x, const long y, const unsigned long columns,
    const unsigned long rows, ExceptionInfo* exception) MAGICK_FUNC_DEPRECATED;

/* GetCacheViewPixels that reports to the exception of the image. */
extern MagickExport PixelPacket* GetCacheView(ViewInfo* view, const long x, const long y,
                                              const unsigned long columns,
                                              const unsigned long rows) MAGICK_FUNC_DEPRECATED;

/* SetCacheViewPixels that reports to the exception of the image. */
extern MagickExport PixelPacket* SetCacheView(ViewInfo* view, const long x, const long y,
                                              const unsigned long columns,
                                              const unsigned long rows) MAGICK_FUNC_DEPRECATED;

/* SyncCacheViewPixels that reports to the exception of the image. */
extern MagickExport MagickPassFail SyncCacheView(ViewInfo* view) MAGICK_FUNC_DEPRECATED;

#if defined(__cplusplus)
}
#endif

#endif
