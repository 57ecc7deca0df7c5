/* Borders and frames. New images belong to the caller; NULL with *exception set on failure. */
#ifndef LODESTONE_MAGICK_DECORATE_H
#define LODESTONE_MAGICK_DECORATE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  BorderImage: surround with image->border_color, border_info->width columns on both sides and
  height rows above and below.
*/
extern MagickExport Image* BorderImage(const Image* image, const RectangleInfo* border_info,
                                       ExceptionInfo* exception);

/*
  FrameImage: put the image at (x, y) into a frame of frame_info->width x height in
  image->matte_color, with bevels lit from the upper left: an outer one at the edges of the frame,
  an inner one around the image. OptionError if a bevel is negative or the image does not fit.
*/
extern MagickExport Image* FrameImage(const Image* image, const FrameInfo* frame_info,
                                      ExceptionInfo* exception);

/*
  RaiseImage: lighten and darken the edges, raise_info->width columns and height rows of them, so
  that the image looks raised, or with raise_flag 0 sunken. MagickFail with image->exception set:
  OptionError if the image is not larger than both edges together.
*/
extern MagickExport MagickPassFail RaiseImage(Image* image, const RectangleInfo* raise_info,
                                              const int raise_flag);

#if defined(__cplusplus)
}
#endif

#endif
