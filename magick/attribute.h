/* Text attributes of an image: comments, EXIF values and others, by name. */
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
  GetImageAttribute: the attribute `key`; NULL gives the first attribute. Some are read from
  profiles: "EXIF:Name"; "IPTC:dataset:record", such as "IPTC:2:120"; "8BIM:first,last", the first
  resource of Photoshop with an id in that range, and "8BIM:first,last:name" or "...:#number".
  Paths, with ids between 1999 and 2999, become an SVG image, or, if "\nPS" follows the name or
  number, a PostScript procedure. Returns: a pointer owned by the image, valid until the attribute
  changes, or NULL.
*/
extern MagickExport const ImageAttribute* GetImageAttribute(const Image* image, const char* key);

/* The clipping path of an image: its attribute "8BIM:1999,2998", or NULL. */
extern MagickExport const ImageAttribute* GetImageClippingPathAttribute(const Image* image);

/*
  GetImageInfoAttribute: the attribute `key` of an image that was read from a file.
  Returns: as GetImageAttribute; NULL if image->magick_filename is empty.
*/
extern MagickExport const ImageAttribute* GetImageInfoAttribute(const ImageInfo* image_info,
                                                                const Image* image,
                                                                const char* key);

/*
  Append to the attribute `key`; value NULL removes it. Keys that begin with "comment" or "label"
  have a format as value (TranslateText), unless a file of the image is open.
  Returns: MagickFail if out of memory, and if such a format is empty. */
extern MagickExport MagickPassFail SetImageAttribute(Image* image, const char* key,
                                                     const char* value);

/* Copy all attributes of `original_image`. */
extern MagickExport MagickPassFail CloneImageAttributes(Image* clone_image,
                                                        const Image* original_image);

/* Remove all attributes. */
extern MagickExport void DestroyImageAttributes(Image* image);

#if defined(__cplusplus)
}
#endif

#endif
