/* Changing the distribution of tones. */
#ifndef LODESTONE_MAGICK_ENHANCE_H
#define LODESTONE_MAGICK_ENHANCE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  EqualizeImage: spread the values of each channel, and of opacity if it is meaningful, so that each
  range of them is about equally frequent. A palette is equalised by how often its colours occur.
  Returns: MagickFail with image->exception set: memory, no pixels, or cancelled, when the image may
           be equalised in part.
*/
extern MagickExport MagickPassFail EqualizeImage(Image* image);

#if defined(__cplusplus)
}
#endif

#endif
