/* Cropping and mirroring. New images belong to the caller; NULL with *exception set on failure. */
#ifndef LODESTONE_MAGICK_TRANSFORM_H
#define LODESTONE_MAGICK_TRANSFORM_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  CropImage: extract a rectangle, clipped to the image. With width and height 0: trim a border of
  one colour. OptionError if nothing remains.
*/
extern MagickExport Image* CropImage(const Image* image, const RectangleInfo* geometry,
                                     ExceptionInfo* exception);

/* Mirror top to bottom. */
extern MagickExport Image* FlipImage(const Image* image, ExceptionInfo* exception);

/* Mirror left to right. */
extern MagickExport Image* FlopImage(const Image* image, ExceptionInfo* exception);

/* Crop, then resize *image, each by a geometry string or NULL; *image is replaced. */
extern MagickExport MagickPassFail TransformImage(Image** image, const char* crop_geometry,
                                                  const char* image_geometry);

#if defined(__cplusplus)
}
#endif

#endif
