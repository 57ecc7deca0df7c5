/* Calling a function for every row of a region of one, two or three images.

  Each function calls `call_back` once per row, with `npixels` pixels and the two data pointers, on
  several threads at once and in any order, unless options->max_threads is 1 or the region is small.
  options: NULL: the defaults.
  description: text for the monitor, with a "%s" for the file name of each image in the order of the
               arguments (of two images to read, both; of three, all).
  Returns: MagickFail if the callback failed, a row cannot be accessed, or the monitor cancelled;
           *exception may say why. No new rows are begun then, and changed rows stay changed. 0 rows
           are a success. Errors of the arguments are those of AcquireImagePixels and so on.
  Threads: the callback must not throw, and must not touch the images except through its arguments.
*/
#ifndef LODESTONE_MAGICK_PIXEL_ITERATOR_H
#define LODESTONE_MAGICK_PIXEL_ITERATOR_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _PixelIteratorOptions {
  int max_threads; /* 1: the calling thread alone; more: that many at most; 0: as many as there are
                    */
  unsigned long signature;
} PixelIteratorOptions;

/* Default options. `exception` is not used. */
extern MagickExport void InitializePixelIteratorOptions(PixelIteratorOptions* options,
                                                        ExceptionInfo* exception);

/* One row of one image, to read. `indexes`: NULL if the image has none. */
typedef MagickPassFail (*PixelIteratorMonoReadCallback)(
    void* mutable_data, const void* immutable_data, const Image* const_image,
    const PixelPacket* pixels, const IndexPacket* indexes, const long npixels,
    ExceptionInfo* exception);

/* Rows of one image, to read, also outside the image. */
extern MagickExport MagickPassFail
PixelIterateMonoRead(PixelIteratorMonoReadCallback call_back, const PixelIteratorOptions* options,
                     const char* description, void* mutable_data, const void* immutable_data,
                     const long x, const long y, const unsigned long columns,
                     const unsigned long rows, const Image* image, ExceptionInfo* exception);

/* One row of one image, to change. */
typedef MagickPassFail (*PixelIteratorMonoModifyCallback)(void* mutable_data,
                                                          const void* immutable_data, Image* image,
                                                          PixelPacket* pixels, IndexPacket* indexes,
                                                          const long npixels,
                                                          ExceptionInfo* exception);

/* Rows of one image, to write; their previous contents are undefined. */
extern MagickExport MagickPassFail PixelIterateMonoSet(PixelIteratorMonoModifyCallback call_back,
                                                       const PixelIteratorOptions* options,
                                                       const char* description, void* mutable_data,
                                                       const void* immutable_data, const long x,
                                                       const long y, const unsigned long columns,
                                                       const unsigned long rows, Image* image,
                                                       ExceptionInfo* exception);

/* Rows of one image, to read and change. */
extern MagickExport MagickPassFail PixelIterateMonoModify(
    PixelIteratorMonoModifyCallback call_back, const PixelIteratorOptions* options,
    const char* description, void* mutable_data, const void* immutable_data, const long x,
    const long y, const unsigned long columns, const unsigned long rows, Image* image,
    ExceptionInfo* exception);

/* Rows of two images, to read. */
typedef MagickPassFail (*PixelIteratorDualReadCallback)(
    void* mutable_data, const void* immutable_data, const Image* first_image,
    const PixelPacket* first_pixels, const IndexPacket* first_indexes, const Image* second_image,
    const PixelPacket* second_pixels, const IndexPacket* second_indexes, const long npixels,
    ExceptionInfo* exception);

/* Rows of two images, to read. */
extern MagickExport MagickPassFail PixelIterateDualRead(
    PixelIteratorDualReadCallback call_back, const PixelIteratorOptions* options,
    const char* description, void* mutable_data, const void* immutable_data,
    const unsigned long columns, const unsigned long rows, const Image* first_image,
    const long first_x, const long first_y, const Image* second_image, const long second_x,
    const long second_y, ExceptionInfo* exception);

/* A row of one image to read, and one of another to change. */
typedef MagickPassFail (*PixelIteratorDualModifyCallback)(
    void* mutable_data, const void* immutable_data, const Image* source_image,
    const PixelPacket* source_pixels, const IndexPacket* source_indexes, Image* update_image,
    PixelPacket* update_pixels, IndexPacket* update_indexes, const long npixels,
    ExceptionInfo* exception);

/* Rows of one image, to read, and of another, to read and change. */
extern MagickExport MagickPassFail PixelIterateDualModify(
    PixelIteratorDualModifyCallback call_back, const PixelIteratorOptions* options,
    const char* description, void* mutable_data, const void* immutable_data,
    const unsigned long columns, const unsigned long rows, const Image* source_image,
    const long source_x, const long source_y, Image* update_image, const long update_x,
    const long update_y, ExceptionInfo* exception);

typedef PixelIteratorDualModifyCallback PixelIteratorDualNewCallback;

/* Rows of one image, to read, and of another, to write. */
extern MagickExport MagickPassFail
PixelIterateDualNew(PixelIteratorDualNewCallback call_back, const PixelIteratorOptions* options,
                    const char* description, void* mutable_data, const void* immutable_data,
                    const unsigned long columns, const unsigned long rows,
                    const Image* source_image, const long source_x, const long source_y,
                    Image* new_image, const long new_x, const long new_y, ExceptionInfo* exception);

/* Rows of two images to read, and one of a third to change. */
typedef MagickPassFail (*PixelIteratorTripleModifyCallback)(
    void* mutable_data, const void* immutable_data, const Image* source1_image,
    const PixelPacket* source1_pixels, const IndexPacket* source1_indexes,
    const Image* source2_image, const PixelPacket* source2_pixels,
    const IndexPacket* source2_indexes, Image* update_image, PixelPacket* update_pixels,
    IndexPacket* update_indexes, const long npixels, ExceptionInfo* exception);

/* Rows of two images, at the same place in both, to read, and of a third, to read and change. */
extern MagickExport MagickPassFail PixelIterateTripleModify(
    PixelIteratorTripleModifyCallback call_back, const PixelIteratorOptions* options,
    const char* description, void* mutable_data, const void* immutable_data,
    const unsigned long columns, const unsigned long rows, const Image* source1_image,
    const Image* source2_image, const long source_x, const long source_y, Image* update_image,
    const long update_x, const long update_y, ExceptionInfo* exception);

typedef PixelIteratorTripleModifyCallback PixelIteratorTripleNewCallback;

/* Rows of two images, at the same place in both, to read, and of a third, to write. */
extern MagickExport MagickPassFail PixelIterateTripleNew(
    PixelIteratorTripleNewCallback call_back, const PixelIteratorOptions* options,
    const char* description, void* mutable_data, const void* immutable_data,
    const unsigned long columns, const unsigned long rows, const Image* source1_image,
    const Image* source2_image, const long source_x, const long source_y, Image* new_image,
    const long new_x, const long new_y, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
