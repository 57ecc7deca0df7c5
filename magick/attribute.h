/* Texts attached to an image: comments, EXIF values and others, by name. */
#ifndef LODESTONE_MAGICK_ATTRIBUTE_H
#define LODESTONE_MAGICK_ATTRIBUTE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _ImageAttribute {
  char* key;
  char* value;
  size_t length; /* of the value, without its terminating zero */
  struct _ImageAttribute *previous, *next;
} ImageAttribute;

/*
  GetImageAttribute: the text under `key`; "EXIF:Name" looks into the EXIF profile, NULL gives the
  first of all. Returns: what belongs to the image and stays until it changes, or NULL.
*/
extern MagickExport const ImageAttribute* GetImageAttribute(const Image* image, const char* key);

/* Append to the text under `key`; NULL as value removes it. MagickFail when memory is short. */
extern MagickExport MagickPassFail SetImageAttribute(Image* image, const char* key,
                                                     const char* value);

/* Copy all texts of `original_image`. */
extern MagickExport MagickPassFail CloneImageAttributes(Image* clone_image,
                                                        const Image* original_image);

/* Remove all texts. */
extern MagickExport void DestroyImageAttributes(Image* image);

#if defined(__cplusplus)
}
#endif

#endif
