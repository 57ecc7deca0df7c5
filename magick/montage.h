/* Sheets of thumbnails. */
#ifndef LODESTONE_MAGICK_MONTAGE_H
#define LODESTONE_MAGICK_MONTAGE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* A deep copy of montage_info, or if that is NULL a new one with the defaults of GetMontageInfo;
   for DestroyMontageInfo. image_info: NULL for default settings. NULL if out of memory. */
extern MagickExport MontageInfo* CloneMontageInfo(const ImageInfo* image_info,
                                                  const MontageInfo* montage_info);

/* Free it and its strings; NULL is ignored. */
extern MagickExport void DestroyMontageInfo(MontageInfo* montage_info);

/* Fill in the defaults: tiles of 120x120+4+3>, 6x4 of them, images in their middle; the file name,
   font, point size and colours of image_info. Its strings belong to the caller. */
extern MagickExport void GetMontageInfo(const ImageInfo* image_info, MontageInfo* montage_info);

/*
  MontageImages: a list of images that show thumbnails of `images` and those after it, in the order
  of their scenes if none of these is 0: rows of tiles, as many as montage_info->tile says per
  image.

  A thumbnail has the size that montage_info->geometry denotes for it (ThumbnailImage, or ZoomImage
  with image->filter), its own border and matte colours, and its own gravity, if it has one, in a
  tile as large as the largest. Without a size, and with no space around, tiles are as large as
  their thumbnails. Places of images in the format NULL are left free. image->montage and
  image->directory of the result say how large tiles are and what files are shown.

  The background is covered with copies of the image in the file montage_info->texture; if it cannot
  be read, there is none, and *exception says why.

  Labels of images are drawn below their tiles, and the title, in which the escapes of TranslateText
  apply to the first image, at the top, with the font, point size, fill and stroke of montage_info.
  Without a font (AnnotateImage) they are left out, with a TypeError in the exception of the image
  made.

  Returns: NULL with *exception set: OptionError (no tiles, sizes out of range), a limit, out of
           memory, no pixels, or cancelled. With a frame too small for its bevels, tiles have none,
           and *exception is an OptionError.

  Threads: the images are only read.

  Source:  GraphicsMagick MontageImages; within the differences of the functions above. Shadows end
           at the edge of the image; it leaves out those that would reach beyond.
*/
extern MagickExport Image* MontageImages(const Image* images, const MontageInfo* montage_info,
                                         ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
