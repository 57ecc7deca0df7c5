/* Tone adjustment. */
#ifndef LODESTONE_MAGICK_ENHANCE_H
#define LODESTONE_MAGICK_ENHANCE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  ContrastImage: move luminosities away from the middle, or towards it, in place; hue and saturation
  stay. If the image has a palette, its entries are changed.
  sharpen: not 0: more contrast; 0: less.
  Returns: MagickFail with image->exception set: out of memory, no pixels, or cancelled; the pixels
           are then unchanged.
  Source:  GraphicsMagick ContrastImage; within one step. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail ContrastImage(Image* image, const unsigned int sharpen);

/*
  EqualizeImage: histogram equalisation, in place, of each channel, and of opacity if present. A
  palette is equalised by the frequency of its colours.
  Returns: MagickFail with image->exception set: out of memory, no pixels, or cancelled; the pixels
           are then unchanged.
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
  LevelImage: set the black, middle and white points of all colours, in place: a sample v becomes
  MaxRGB * pow((v - black) / (white - black), 1 / middle), rounded; below black it becomes 0, above
  white MaxRGB. If the image has a palette, its entries are changed.
  levels:  "black,middle,white", separated by commas or slashes; 0, 1 and MaxRGB unless given. A per
           cent sign anywhere makes black and white percentages of MaxRGB. With black alone, white
  is MaxRGB - black. Returns: MagickFail if `levels` is NULL, or with image->exception set: out of
  memory, no pixels, or cancelled; the pixels are then unchanged. Source:  GraphicsMagick
  LevelImage; equal. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail LevelImage(Image* image, const char* levels);

/*
  LevelImageChannel: the same for one channel, or all colours with AllChannels; other values than
  colours, opacity, black and AllChannels change nothing. The points are in quantum steps, and cut
  off to whole ones; an OptionError if one is not finite.
*/
extern MagickExport MagickPassFail LevelImageChannel(Image* image, const ChannelType channel,
                                                     const double black_point,
                                                     const double mid_point,
                                                     const double white_point);

/*
  ModulateImage: scale brightness and saturation and turn the hue, in place; other colour spaces are
  converted to RGB first. If the image has a palette, its entries are changed.
  modulate: "brightness,saturation,hue" in per cent, separated by commas or slashes; 100 unless
            given. A hue of 0 or 200 turns the colours by half a turn. Only absolute values count.
  Returns:  MagickFail if `modulate` is NULL, or as ContrastImage.
  Source:   GraphicsMagick ModulateImage; within one step. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail ModulateImage(Image* image, const char* modulate);

/*
  NormalizeImage: stretch each channel, and opacity if present, over the whole range, in place: the
  darkest 0.1% of the pixels may become black, and the brightest 0.1% white. The image attribute
  "histogram-threshold" is another percentage. A palette is stretched by the frequency of its
  colours.
  Returns: as EqualizeImage.
  Source:  GraphicsMagick NormalizeImage; equal. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail NormalizeImage(Image* image);

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
