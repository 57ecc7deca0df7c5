/* Rotating and shearing. New images belong to the caller; NULL with *exception set on failure. */
#ifndef LODESTONE_MAGICK_SHEAR_H
#define LODESTONE_MAGICK_SHEAR_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

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
