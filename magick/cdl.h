/* The colour decision list of the American Society of Cinematographers. */
#ifndef LODESTONE_MAGICK_CDL_H
#define LODESTONE_MAGICK_CDL_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  CdlImage: v = value / MaxRGB becomes pow(clamp(v * slope + offset), power), for each colour, in
  place; a palette's entries. Then its distance from luma (0.2126 red, 0.7152 green, 0.0722 blue) is
  multiplied by the saturation. Other colour spaces are converted to RGB first. Alpha is unchanged.
  cdl:     "slope,offset,power" of red, green and blue, separated by colons, then the saturation,
           which is 1 unless given: "1,0,1:1,0,1:1,0,1:1". What is left out has these values. Only
           the absolute values count, but for offsets.
  Returns: MagickFail if `cdl` is NULL, or with image->exception set: out of memory, no pixels, or
           cancelled.
  Source:  ASC CDL 1.2. GraphicsMagick adds the saturation to each sample.
  Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail CdlImage(Image* image, const char* cdl);

#if defined(__cplusplus)
}
#endif

#endif
