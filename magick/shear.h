/* Rotation. New images belong to the caller; NULL with *exception set on failure. */
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

/* Rotate clockwise by a multiple of 90 degrees; any other angle is an OptionError. */
extern MagickExport Image* RotateImage(const Image* image, const double degrees,
                                       ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
