/* Special effects on colours. Agreement: exact across accelerators. Threads: safe for different
   images. */
#ifndef LODESTONE_MAGICK_FX_H
#define LODESTONE_MAGICK_FX_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  CharcoalImage: a new grey image that looks like a charcoal drawing: EdgeImage of the grey image,
  BlurImage, NormalizeImage and NegateImage.
  radius: of the neighbourhoods; 0: chosen. sigma: of the blur, finite and not 0.
  Returns: NULL with *exception set: OptionError (arguments; an image smaller than the
  neighbourhood), out of memory, or cancelled. Source:  GraphicsMagick CharcoalImage; within the
  differences of BlurImage, which normalizing multiplies.
*/
extern MagickExport Image* CharcoalImage(const Image* image, const double radius,
                                         const double sigma, ExceptionInfo* exception);

/*
  ColorizeImage: a new image, TrueColorType, whose samples are blended with those of `target`:
  (sample * (100 - amount) + target * amount) / 100, rounded.
  opacity: the amounts in per cent: one for all samples, or up to four, for red, green, blue and
           opacity, separated by commas or slashes; the first three are 100 and the last is 0 unless
           given. NULL: no blending. Opacity is blended only in images that have it.
  Returns: NULL with *exception set: out of memory, no pixels, or cancelled.
  Source:  GraphicsMagick ColorizeImage; equal.
*/
extern MagickExport Image* ColorizeImage(const Image* image, const char* opacity,
                                         const PixelPacket target, ExceptionInfo* exception);

/*
  ColorMatrixImage: replace (red, green, blue, alpha) by the product of a matrix with (red, green,
  blue, alpha, MaxRGB), rounded and clamped, in place; a palette's entries. Alpha is MaxRGB less the
  opacity, and MaxRGB in images without alpha, which get it if the fourth row is not the identity's.
  order:        rows and columns of `color_matrix`, 1 to 5; the others are the identity's.
  color_matrix: order * order finite numbers, row by row.
  Returns: MagickFail with image->exception set: OptionError, out of memory, no pixels, or
           cancelled.
  Source:  GraphicsMagick ColorMatrixImage; within one step.
*/
extern MagickExport MagickPassFail ColorMatrixImage(Image* image, const unsigned int order,
                                                    const double* color_matrix);

/*
  MorphImages: a new list: the images from `image` on, with number_frames more between each and the
  next, TrueColorType, whose sizes and samples go from one to the other in equal steps (ZoomImage).
  number_frames: up to 1048576. Of a single image: how often it is repeated.
  Returns: NULL with *exception set: OptionError (too many frames), out of memory, no pixels, or
           cancelled.
  Source:  GraphicsMagick MorphImages; within the differences of ZoomImage. It mixes inks with RGB.
*/
extern MagickExport Image* MorphImages(const Image* image, const unsigned long number_frames,
                                       ExceptionInfo* exception);

/*
  OilPaintImage: a new image, TrueColorType, of brush strokes: each pixel becomes one of the pixels
  around it with the most frequent brightness, in 256 steps.
  radius: in pixels, not counting the centre pixel; finite; 0: chosen.
  Effects: CMYK images become RGB. Pixels outside the image follow SetImageVirtualPixelMethod.
  Returns: NULL with *exception set: OptionError (an image smaller than the window), out of memory,
  or cancelled. Source:  GraphicsMagick OilPaintImage; equal except for CMYK images, whose samples
  it takes for RGB.
*/
extern MagickExport Image* OilPaintImage(const Image* image, const double radius,
                                         ExceptionInfo* exception);

/*
  ImplodeImage: a new image of the same size, TrueColorType, whose pixels are drawn towards the
  centre. Inside the ellipse that touches the edges, a pixel at the distance d of the centre, 1 at
  the edge, comes from the distance d * sin(d * pi / 2) to the power of -amount, interpolated.
  amount:  finite; negative: pixels are driven away from the centre.
  Returns: NULL with *exception set: OptionError for CMYK images with alpha, a side of more than
           8388608 pixels, out of memory, no pixels, or cancelled.
  Source:  GraphicsMagick ImplodeImage; within one step, but where CMYK is concerned.
*/
extern MagickExport Image* ImplodeImage(const Image* image, const double amount,
                                        ExceptionInfo* exception);

/*
  SolarizeImage: replace colour samples above `threshold`, 0 to MaxRGB, by their complements, in
  place; a palette's entries. Alpha is unchanged.
  Returns: MagickFail with image->exception set: `threshold` is not finite, out of memory, no
           pixels, or cancelled; the pixels are then unchanged.
  Source:  GraphicsMagick SolarizeImage; equal.
*/
extern MagickExport MagickPassFail SolarizeImage(Image* image, const double threshold);

/*
  SteganoImage: a new image, TrueColorType, that hides the intensities of `watermark`: their highest
  bits first, row by row, in the lowest bits of red, green and blue in turn, one per pixel from
  pixel image->offset on. After as many pixels as the square of the columns, where there are so
  many, it goes on with the next higher bits; otherwise it ends with the last row. With the size of
  the watermark and the offset it can be read again.
  Returns: NULL with *exception set: OptionError for an offset outside the image; out of memory, no
           pixels, or cancelled.
  Source:  GraphicsMagick SteganoImage; equal. It hides nothing where the offset is outside.
*/
extern MagickExport Image* SteganoImage(const Image* image, const Image* watermark,
                                        ExceptionInfo* exception);

/*
  StereoImage: a new image, DirectClass, for glasses of two colours: with the red of `image`, the
  green and blue of `offset_image`, and the mean of their opacities.
  Returns: NULL with *exception set: ImageError if the sizes differ; out of memory, no pixels, or
           cancelled.
  Source:  GraphicsMagick StereoImage; equal, but for CMYK images, whose samples it takes for RGB.
*/
extern MagickExport Image* StereoImage(const Image* image, const Image* offset_image,
                                       ExceptionInfo* exception);

/*
  SwirlImage: a new image of the same size, TrueColorType, whose pixels are turned about the centre
  inside the ellipse that touches the edges: by `degrees` in the middle, by nothing at the edge, and
  between by the square of the distance to the edge. Pixels are interpolated.
  degrees: clockwise if positive; finite.
  Returns: as ImplodeImage.
  Source:  GraphicsMagick SwirlImage; within one step, but where CMYK is concerned.
*/
extern MagickExport Image* SwirlImage(const Image* image, double degrees, ExceptionInfo* exception);

/*
  WaveImage: a new image, higher by twice the amplitude, whose columns are moved up and down along a
  sine wave, and interpolated. What comes in has the background colour, or is what the virtual pixel
  method of the image says, if it has one.
  amplitude:   in pixels, finite.
  wave_length: in pixels, finite and not 0.
  Returns: as ImplodeImage.
  Source:  GraphicsMagick WaveImage; within one step, but where CMYK is concerned.
*/
extern MagickExport Image* WaveImage(const Image* image, const double amplitude,
                                     const double wave_length, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
