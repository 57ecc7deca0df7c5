/* Rotating and shearing. New images belong to the caller; NULL with *exception set on failure. */
#ifndef LODESTONE_MAGICK_SHEAR_H
#define LODESTONE_MAGICK_SHEAR_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  AffineTransformImage: move the point (x, y) to (sx x + ry y + tx, rx x + sy y + ty). The result
  holds all of the image, with tx and ty left out of the size, but moved by them the other way; what
  the image does not cover is transparent, with the background colour, and in CMYK images opaque.
  Pixels are interpolated.
  Returns: NULL with *exception set: OptionError for a matrix that is NULL, not finite or without an
           inverse, or for CMYK images with alpha; ImageError for a result without pixels; a side of
           more than 8388608 pixels, out of memory, or cancelled.
  Source:  GraphicsMagick AffineTransformImage; within one step, but where CMYK is concerned.
*/
extern MagickExport Image* AffineTransformImage(const Image* image, const AffineMatrix* affine,
                                                ExceptionInfo* exception);

/* Rotate or flip to TopLeft, given the current orientation; OptionError for a value that is not an
   orientation. */
extern MagickExport Image* AutoOrientImage(const Image* image,
                                           const OrientationType current_orientation,
                                           ExceptionInfo* exception);

/* Rotate clockwise, by three shears unless it is a multiple of 90 degrees; what comes in has the
   background colour. OptionError for an angle that is not finite. */
extern MagickExport Image* RotateImage(const Image* image, const double degrees,
                                       ExceptionInfo* exception);

/*
  ShearImage: shift each row by -tan(x_shear / 2), and then each column by sin(y_shear), per row or
  column from the middle, in degrees; what comes in has the background colour. ImageError for an
  angle of 180 degrees.
*/
extern MagickExport Image* ShearImage(const Image* image, const double x_shear,
                                      const double y_shear, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
