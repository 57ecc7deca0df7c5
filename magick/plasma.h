/* Fractal clouds of random colours. */
#ifndef LODESTONE_MAGICK_PLASMA_H
#define LODESTONE_MAGICK_PLASMA_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  PlasmaImage: divide a segment of an image, from its corner pixel (x1, y1) to (x2, y2), into four,
  `depth` times, and give the pixels in the middle of the last ones and of their edges the mean of
  the pixels at the ends, plus random numbers of up to MaxRGB / (4 * (attenuate + depth)) either
  way, a sum of 0 counting as 1. Called with depths of 1, 2, 3 ... until it returns MagickPass, it
  fills the whole segment. The image becomes RGB and DirectClass. Neighbours are not divided.
  Returns: MagickPass if there is nothing left to divide, and, so that such a loop ends, on errors,
           with image->exception set: OptionError for a segment that is not inside the image, out
           of memory; else MagickFail.
  Source:  GraphicsMagick PlasmaImage, with other random numbers (SetMagickRandomSeed).
*/
extern MagickExport MagickPassFail PlasmaImage(Image* image, const SegmentInfo* segment,
                                               unsigned long attenuate, unsigned long depth);

#if defined(__cplusplus)
}
#endif

#endif
