/* Lists of images: doubly linked through next and previous, held by a pointer to any member.

  Removed images belong to the caller.
  Threads: a list belongs to one thread at a time. */
#ifndef LODESTONE_MAGICK_LIST_H
#define LODESTONE_MAGICK_LIST_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* An empty list: NULL. */
extern MagickExport Image* NewImageList(void);

/* Clone every image. NULL with *exception set if out of memory. */
extern MagickExport Image* CloneImageList(const Image* images, ExceptionInfo* exception);

/* Destroy every image of the list that `images` is in. */
extern MagickExport void DestroyImageList(Image* images);

/* First image of the list. */
extern MagickExport Image* GetFirstImageInList(const Image* images);

/* Last image of the list. */
extern MagickExport Image* GetLastImageInList(const Image* images);

/* The next image; NULL at the end. */
extern MagickExport Image* GetNextImageInList(const Image* images);

/* The previous image; NULL at the beginning. */
extern MagickExport Image* GetPreviousImageInList(const Image* images);

/* Image number `offset` of the list, from 0; NULL if there is none. */
extern MagickExport Image* GetImageFromList(const Image* images, const long offset);

/* Number of images before this one. */
extern MagickExport long GetImageIndexInList(const Image* images);

/* Number of images in the list. */
extern MagickExport unsigned long GetImageListLength(const Image* images);

/* A NULL-terminated array of the images; free it with MagickFree. NULL: out of memory, or no
 * images. */
extern MagickExport Image** ImageListToArray(const Image* images, ExceptionInfo* exception);

/* Append `image` (or a list); *images becomes `image`. */
extern MagickExport void AppendImageToList(Image** images, Image* image);

/* Prepend `image` (or a list); *images is unchanged unless NULL. */
extern MagickExport void PrependImageToList(Image** images, Image* image);

/* Insert `image` (or a list) after *images, which becomes the image inserted. */
extern MagickExport void InsertImageInList(Image** images, Image* image);

/* Destroy the image *images, which becomes the next one, or the previous if there is none. */
extern MagickExport void DeleteImageFromList(Image** images);

/* Replace *images, which is destroyed, by `image`. */
extern MagickExport void ReplaceImageInList(Image** images, Image* image);

/* Remove and return the first image; NULL if there is none. */
extern MagickExport Image* RemoveFirstImageFromList(Image** images);

/* Remove and return the last image; NULL if there is none. */
extern MagickExport Image* RemoveLastImageFromList(Image** images);

/* Reverse the order; *images becomes the new first. */
extern MagickExport void ReverseImageList(Image** images);

/* Replace the `length` images after *images by the list `splice`; see InsertImageInList. */
extern MagickExport void SpliceImageIntoList(Image** images, const unsigned long length,
                                             Image* splice);

/* Split the list after `images`. Returns the second part, or NULL. */
extern MagickExport Image* SplitImageList(Image* images);

/* GetNextImageInList; the next image takes over the open file of `images`. */
extern MagickExport Image* SyncNextImageInList(const Image* images);

#if defined(__cplusplus)
}
#endif

#endif
