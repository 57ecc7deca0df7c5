/* Turning. New images belong to the caller; NULL with *exception set on failure. */
#ifndef LODESTONE_MAGICK_SHEAR_H
#define LODESTONE_MAGICK_SHEAR_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Turn so that the image is TopLeft, given how it is oriented now. */
extern MagickExport Image* AutoOrientImage(const Image* image,
                                           const OrientationType current_orientation,
                                           ExceptionInfo* exception);

/* Turn clockwise by so many degrees, a multiple of 90; any other angle is an OptionError. */
extern MagickExport Image* RotateImage(const Image* image, const double degrees,
                                       ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
