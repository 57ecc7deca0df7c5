/*
  The type of magick wands, and names that come with it.

  A magick wand holds a list of images, one of which is the current image, settings for reading and
  writing, and one exception. Programs see a pointer only.
*/
#ifndef LODESTONE_WAND_MAGICK_WAND_TYPES_H
#define LODESTONE_WAND_MAGICK_WAND_TYPES_H

#include "magick/api.h"
#include "wand/drawing_functions.h"
#include "wand/pixel_wand.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Names of ImageMagick. There is no limit of an area: AreaResource names nothing. */
#define MagickSizeType magick_int64_t
#define ReplaceCompositeOp CopyCompositeOp
#define IndexChannel BlackChannel
#define AreaResource UndefinedResource

typedef struct _MagickWand MagickWand;

#if defined(__cplusplus)
}
#endif

#endif
