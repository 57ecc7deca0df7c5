/* Tone adjustment. */
#ifndef LODESTONE_MAGICK_ENHANCE_H
#define LODESTONE_MAGICK_ENHANCE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  EqualizeImage: histogram equalisation, in place, of each channel, and of opacity if present. A
  palette is equalised by the frequency of its colours.
  Returns: MagickFail with image->exception set: out of memory, no pixels, or cancelled; a cancelled
           image may be partly equalised.
*/
extern MagickExport MagickPassFail EqualizeImage(Image* image);

/*
  GammaImage: gamma correction, in place: a sample v becomes
  MaxRGB * pow(v / MaxRGB, 1 / level), truncated to an integer.
  level:   one number, or up to three for red, green and blue, separated by commas or slashes, such
           as "2.2" or "1.0,2.2,0.45". A level of 1 leaves its colour unchanged, and so does 0 if
           the levels differ. A negative level sets its colour to MaxRGB. Text that does not begin
           with a number changes nothing.
  Effects: if the image has a palette, its entries are changed. image->gamma is multiplied by the
           mean of the levels unless it is 0. A grey image stays grey if the levels are equal.
  Returns: MagickFail if `level` is NULL, or with image->exception set: out of memory, no pixels,
           or cancelled; the pixels are then unchanged.
*/
extern MagickExport MagickPassFail GammaImage(Image* image, const char* level);

/*
  NegateImage: replace every colour by its complement, MaxRGB - value, in place; in CMYK images,
  black as well. Alpha is unchanged. If the image has a palette, its entries are changed.
  grayscale: not 0: change only pixels, or palette entries, whose red, green and blue are equal.
  Returns:   MagickFail with image->exception set: out of memory, no pixels, or cancelled; the
             pixels are then unchanged.
*/
extern MagickExport MagickPassFail NegateImage(Image* image, const unsigned int grayscale);

#if defined(__cplusplus)
}
#endif

#endif
