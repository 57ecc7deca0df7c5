/* Access to pixels.

  Acquire reads; Get reads and writes; Set writes without reading; Sync stores the pixels of Get or
  Set. A pointer is valid until the next call of the same family on the same image by the same
  thread. If the region lies inside the image and is part of one row, or consists of whole rows (up
  to the whole image), it points directly into the image; otherwise into a copy that Sync stores.
  Regions are in pixels. NULL or MagickFail: see image->exception or *exception. Acquire outside the
  image follows the virtual pixel method; Get and Set outside it fail.
  Threads: any number may acquire from one image; several may write disjoint regions of one image,
  once the first Get or Set call has returned. */
#ifndef LODESTONE_MAGICK_PIXEL_CACHE_H
#define LODESTONE_MAGICK_PIXEL_CACHE_H

#include "magick/common.h"
#include "magick/forward.h"
#include "magick/image.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  UndefinedVirtualPixelMethod, /* edge */
  ConstantVirtualPixelMethod,  /* background_color */
  EdgeVirtualPixelMethod,      /* nearest pixel */
  MirrorVirtualPixelMethod,    /* reflected, edge pixels repeated, on every side */
  TileVirtualPixelMethod       /* repeated */
} VirtualPixelMethod;

typedef _CacheInfoPtr_ Cache;

/* Pixels to read. */
extern MagickExport const PixelPacket* AcquireImagePixels(const Image* image, const long x,
                                                          const long y, const unsigned long columns,
                                                          const unsigned long rows,
                                                          ExceptionInfo* exception);

/* Indexes of the region last acquired by this thread; NULL in an RGB DirectClass image. */
extern MagickExport const IndexPacket* AccessImmutableIndexes(const Image* image);

/* One pixel, anywhere. */
extern MagickExport PixelPacket AcquireOnePixel(const Image* image, const long x, const long y,
                                                ExceptionInfo* exception);

/* One pixel, anywhere, into *pixel; MagickFail if the image has no pixels. */
extern MagickExport MagickPassFail AcquireOnePixelByReference(const Image* image,
                                                              PixelPacket* pixel, const long x,
                                                              const long y,
                                                              ExceptionInfo* exception);

/* Pixels to read and change; they are no longer shared with clones. */
extern MagickExport PixelPacket* GetImagePixels(Image* image, const long x, const long y,
                                                const unsigned long columns,
                                                const unsigned long rows);

/* GetImagePixels that reports to `exception`. */
extern MagickExport PixelPacket* GetImagePixelsEx(Image* image, const long x, const long y,
                                                  const unsigned long columns,
                                                  const unsigned long rows,
                                                  ExceptionInfo* exception);

/* Pixels to write, all of them; their previous contents are undefined. */
extern MagickExport PixelPacket* SetImagePixels(Image* image, const long x, const long y,
                                                const unsigned long columns,
                                                const unsigned long rows);

/* SetImagePixels that reports to `exception`. */
extern MagickExport PixelPacket* SetImagePixelsEx(Image* image, const long x, const long y,
                                                  const unsigned long columns,
                                                  const unsigned long rows,
                                                  ExceptionInfo* exception);

/* Store the region last got or set by this thread. */
extern MagickExport MagickPassFail SyncImagePixels(Image* image);

/* SyncImagePixels that reports to `exception`. */
extern MagickExport MagickPassFail SyncImagePixelsEx(Image* image, ExceptionInfo* exception);

/* Pixels of the region last got or set by this thread. */
extern MagickExport PixelPacket* AccessMutablePixels(Image* image);

/* The older name of AccessMutablePixels. */
extern MagickExport PixelPacket* GetPixels(const Image* image);

/* Indexes of the region last got or set by this thread; NULL in an RGB DirectClass image. */
extern MagickExport IndexPacket* AccessMutableIndexes(Image* image);

/* The older name of AccessMutableIndexes. */
extern MagickExport IndexPacket* GetIndexes(const Image* image);

/* The older form of AcquireOnePixel, which reports to image->exception. */
extern MagickExport PixelPacket GetOnePixel(Image* image, const long x, const long y);

/* Number of pixels of the region last selected by this thread. */
extern MagickExport magick_off_t GetPixelCacheArea(const Image* image);

/* The virtual pixels that Acquire returns outside the image. */
extern MagickExport VirtualPixelMethod GetImageVirtualPixelMethod(const Image* image);

/* Set the virtual pixels that Acquire returns outside the image. MagickFail: no such method. */
extern MagickExport MagickPassFail SetImageVirtualPixelMethod(const Image* image,
                                                              const VirtualPixelMethod method);

/* An independent view of the image; close it before destroying the image. NULL: out of memory. */
extern MagickExport ViewInfo* OpenCacheView(Image* image);

/* Close a view; unsynced pixels are lost. NULL is ignored. */
extern MagickExport void CloseCacheView(ViewInfo* view);

/* AcquireImagePixels through a view. */
extern MagickExport const PixelPacket* AcquireCacheViewPixels(ViewInfo* view, const long x,
                                                              const long y,
                                                              const unsigned long columns,
                                                              const unsigned long rows,
                                                              ExceptionInfo* exception);

/* Indexes of the region the view holds, to read. */
extern MagickExport const IndexPacket* AcquireCacheViewIndexes(const ViewInfo* view);

/* AcquireOnePixel through a view. */
extern MagickExport MagickPassFail AcquireOneCacheViewPixel(ViewInfo* view, PixelPacket* pixel,
                                                            const long x, const long y,
                                                            ExceptionInfo* exception);

/* GetImagePixels through a view. */
extern MagickExport PixelPacket* GetCacheViewPixels(ViewInfo* view, const long x, const long y,
                                                    const unsigned long columns,
                                                    const unsigned long rows,
                                                    ExceptionInfo* exception);

/* SetImagePixels through a view. */
extern MagickExport PixelPacket* SetCacheViewPixels(ViewInfo* view, const long x, const long y,
                                                    const unsigned long columns,
                                                    const unsigned long rows,
                                                    ExceptionInfo* exception);

/* SyncImagePixels through a view. */
extern MagickExport MagickPassFail SyncCacheViewPixels(const ViewInfo* view,
                                                       ExceptionInfo* exception);

/* Pixels of the region the view holds. */
extern MagickExport PixelPacket* AccessCacheViewPixels(const ViewInfo* view);

/* Indexes of the region the view holds, to change. */
extern MagickExport IndexPacket* GetCacheViewIndexes(const ViewInfo* view);

/* Number of pixels of the region the view holds. */
extern MagickExport magick_off_t GetCacheViewArea(const ViewInfo* view);

/* The image that the view is open on. */
extern MagickExport Image* GetCacheViewImage(const ViewInfo* view);

/* The region the view holds. */
extern MagickExport RectangleInfo GetCacheViewRegion(const ViewInfo* view);

#if defined(__cplusplus)
}
#endif

#endif
