/* The colour decision list of the American Society of Cinematographers. */
#ifndef LODESTONE_MAGICK_CDL_H
#define LODESTONE_MAGICK_CDL_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  CdlImage: v = value / MaxRGB becomes pow(clamp(v * slope + offset), power) + saturation, for each
  colour, in place; a palette's entries. Other colour spaces are converted to RGB first. Alpha is
  unchanged.
  cdl:     "slope,offset,power" of red, green and blue, separated by colons, then the saturation,
           which is 0 unless given: "1,0,1:1,0,1:1,0,1:0". What is left out has these values. Only
  the absolute values of slopes and powers count. Returns: MagickFail if `cdl` is NULL, or with
  image->exception set: out of memory, no pixels, or cancelled. Source:  GraphicsMagick CdlImage;
  equal. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail CdlImage(Image* image, const char* cdl);

#if defined(__cplusplus)
}
#endif

#endif
