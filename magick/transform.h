/* Cropping, mirroring, and what else leaves pixels as they are. New images belong to the caller;
 * NULL with *exception set on failure. */
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

/*
  ChopImage: cut out the columns and the rows of a rectangle, clipped to the image, and close the
  gap. OptionError if the rectangle lies outside the image or nothing remains.
*/
extern MagickExport Image* ChopImage(const Image* image, const RectangleInfo* chop_info,
                                     ExceptionInfo* exception);

/*
  ExtentImage: an image of geometry->width x height in the background colour, with this image at
  (geometry->x, geometry->y), composed by image->compose. ImageError for a size of 0.
*/
extern MagickExport Image* ExtentImage(const Image* image, const RectangleInfo* geometry,
                                       ExceptionInfo* exception);

/* Mirror top to bottom. */
extern MagickExport Image* FlipImage(const Image* image, ExceptionInfo* exception);

/* Mirror left to right. */
extern MagickExport Image* FlopImage(const Image* image, ExceptionInfo* exception);

/* Shift to the right and down; what leaves on one side comes in on the other. */
extern MagickExport Image* RollImage(const Image* image, const long x_offset, const long y_offset,
                                     ExceptionInfo* exception);

/* Cut width columns off both sides, and height rows off top and bottom. OptionError if nothing
   remains. */
extern MagickExport Image* ShaveImage(const Image* image, const RectangleInfo* shave_info,
                                      ExceptionInfo* exception);

/* Crop, then resize *image, each by a geometry string or NULL; *image is replaced. */
extern MagickExport MagickPassFail TransformImage(Image** image, const char* crop_geometry,
                                                  const char* image_geometry);

#if defined(__cplusplus)
}
#endif

#endif
