/* Lists of images: doubly linked through next and previous, held by a pointer to any member.

  The functions that change a list own no image: what is removed belongs to the caller.
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

/* Clone every image. NULL with *exception set when memory is short. */
extern MagickExport Image* CloneImageList(const Image* images, ExceptionInfo* exception);

/* Destroy every image of the list that `images` is in. */
extern MagickExport void DestroyImageList(Image* images);

/* First image of the list. */
extern MagickExport Image* GetFirstImageInList(const Image* images);

/* Last image of the list. */
extern MagickExport Image* GetLastImageInList(const Image* images);

/* The neighbour after; NULL at the end. */
extern MagickExport Image* GetNextImageInList(const Image* images);

/* The neighbour before; NULL at the beginning. */
extern MagickExport Image* GetPreviousImageInList(const Image* images);

/* Image number `offset` of the list, from 0; NULL if there is none. */
extern MagickExport Image* GetImageFromList(const Image* images, const long offset);

/* Number of images before this one. */
extern MagickExport long GetImageIndexInList(const Image* images);

/* Number of images in the list. */
extern MagickExport unsigned long GetImageListLength(const Image* images);

/* The images in a NULL-terminated array, freed with MagickFree. NULL: no memory, or no images. */
extern MagickExport Image** ImageListToArray(const Image* images, ExceptionInfo* exception);

/* Put `image` (or a list) behind the last; *images becomes `image`. */
extern MagickExport void AppendImageToList(Image** images, Image* image);

/* Put `image` (or a list) before the first; *images stays what it is unless NULL. */
extern MagickExport void PrependImageToList(Image** images, Image* image);

/* Put `image` (or a list) right behind *images, which becomes what follows it then. */
extern MagickExport void InsertImageInList(Image** images, Image* image);

/* Destroy *images alone; *images becomes its neighbour, the one after if there is one. */
extern MagickExport void DeleteImageFromList(Image** images);

/* Put `image` in the place of *images, which is destroyed. */
extern MagickExport void ReplaceImageInList(Image** images, Image* image);

/* Take the first image out. NULL if there is none. */
extern MagickExport Image* RemoveFirstImageFromList(Image** images);

/* Take the last image out. NULL if there is none. */
extern MagickExport Image* RemoveLastImageFromList(Image** images);

/* Reverse the order; *images becomes the new first. */
extern MagickExport void ReverseImageList(Image** images);

/* Replace the `length` images behind *images by the list `splice`; see InsertImageInList. */
extern MagickExport void SpliceImageIntoList(Image** images, const unsigned long length,
                                             Image* splice);

/* Cut behind `images`. Returns the second part, or NULL. */
extern MagickExport Image* SplitImageList(Image* images);

/* Like GetNextImageInList; the neighbour takes over the open file of `images`. */
extern MagickExport Image* SyncNextImageInList(const Image* images);

#if defined(__cplusplus)
}
#endif

#endif
