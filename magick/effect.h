/* Blurring, sharpening and other neighbourhood filters.

  All: the new image has the source's size, is DirectClass and belongs to the caller; NULL with
  *exception set: OptionError (arguments; an image smaller than the kernel, except in BlurImage,
  UnsharpMaskImage, MotionBlurImage and SeparableConvolveImage), ResourceLimitError (memory,
  limits), MonitorError (cancelled). The source is only read. Threads: safe.
  BlurImage, GaussianBlurImage, MotionBlurImage, SharpenImage, UnsharpMaskImage and
  UnsharpMaskLumaImage weight colours by alpha, so that those of transparent pixels are not seen in
  their neighbours, unless image->unweighted_colors is set, as GraphicsMagick does, or a colour is
  filtered alone. The others filter opacity like a colour. K of CMYK images is filtered like a
  colour; the alpha of CMYK images is kept.
  Agreement: exact across accelerators.
  Numbers that are not finite are OptionErrors.
  radius: in pixels, not counting the centre pixel; 0: chosen from sigma.
  sigma:  standard deviation of the Gaussian, in pixels; finite and not 0.
  Pixels outside the image follow SetImageVirtualPixelMethod unless noted otherwise.
  ...Channel: changes only this channel; AllChannels and GrayChannel: all; OptionError for a value
  that is not a channel.
  With image->linear_light, BlurImage, GaussianBlurImage and SeparableConvolveImage filter the light
  that the colours of RGB and grey images stand for as sRGB; OptionError for a single channel inside
  a border of a constant colour or of tiles. */
#ifndef LODESTONE_MAGICK_EFFECT_H
#define LODESTONE_MAGICK_EFFECT_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  AdaptiveThresholdImage: a sample becomes 0 if it is at most the mean of the samples around it,
  rounded down, plus `offset`, limited to 0 to MaxRGB; otherwise MaxRGB. Opacity likewise.
  width, height: of the rectangle that the mean is of, at least 1; half as far in each direction,
                 and a pixel less to the left and above if even.
  offset:        in quantum steps, rounded.
  Effects: CMYK images become RGB. Bilevel images stay as they are.
  Errors:  an image smaller than the rectangle.
  Source:  GraphicsMagick AdaptiveThresholdImage; equal except for CMYK images, where it compares
  the samples of one space with means of the other, and for rectangles one pixel wide, where it
           leaves out a column.
*/
extern MagickExport Image* AdaptiveThresholdImage(const Image* image, const unsigned long width,
                                                  const unsigned long height, const double offset,
                                                  ExceptionInfo* exception);

/*
  BlurImage: separable Gaussian blur. At the edges, the kernel is truncated and renormalised; no
  virtual pixels are read.
  Source: GraphicsMagick BlurImage, without its rounding between the passes.
*/
extern MagickExport Image* BlurImage(const Image* image, const double radius, const double sigma,
                                     ExceptionInfo* exception);
extern MagickExport Image* BlurImageChannel(const Image* image, const ChannelType channel,
                                            const double radius, const double sigma,
                                            ExceptionInfo* exception);

/*
  ConvolveImage: convolution with a square kernel.
  order:  width and height of the kernel: odd, and no larger than the image.
  kernel: order * order finite weights, row by row; divided by their sum unless that is 0.
*/
extern MagickExport Image* ConvolveImage(const Image* image, const unsigned int order,
                                         const double* kernel, ExceptionInfo* exception);

/* DespeckleImage: remove speckles by the eight-hull algorithm (Crimmins); samples outside the
   image are 0. */
extern MagickExport Image* DespeckleImage(const Image* image, ExceptionInfo* exception);

/* EdgeImage: detect edges: the difference of each pixel from its neighbourhood. */
extern MagickExport Image* EdgeImage(const Image* image, const double radius,
                                     ExceptionInfo* exception);

/* EmbossImage: relief lit from the upper left, with equalised histogram. */
extern MagickExport Image* EmbossImage(const Image* image, const double radius, const double sigma,
                                       ExceptionInfo* exception);

/*
  EnhanceImage: reduce noise: a pixel becomes the mean of the similar ones among the 5x5 around it,
  weighted by distance.
  Source: GraphicsMagick EnhanceImage; equal, and as there, the two columns at the left stay as they
          are, the two at the right are copies of their left neighbours two rows above, and opacity
          is that of the pixel two columns to the left and two rows above.
*/
extern MagickExport Image* EnhanceImage(const Image* image, ExceptionInfo* exception);

/*
  GaussianBlurImage: convolution with a square Gaussian kernel, computed as two one-dimensional
  passes.
*/
extern MagickExport Image* GaussianBlurImage(const Image* image, const double radius,
                                             const double sigma, ExceptionInfo* exception);
extern MagickExport Image* GaussianBlurImageChannel(const Image* image, const ChannelType channel,
                                                    const double radius, const double sigma,
                                                    ExceptionInfo* exception);

/*
  LocalContrastImage: strengthen the difference of the luma of each pixel from that of what is
  around it, which is weighted by a triangle. The colours are scaled as the luma changes; opacity,
  and K of CMYK images, stay. Black pixels stay black.
  radius:   half the width of the triangle, in percent of a fifth of the larger side, cut off to
            whole pixels; its sign does not matter. If that is 0 pixels, nothing changes.
  strength: in percent of the difference.
  Effects:  above and below the image is its nearest pixel, to its left and right its reflection,
            whatever the virtual pixel method.
  Source:   ImageMagick LocalContrastImage, which leaves out the last two taps of the triangle, so
            that it brightens the image by up to the strength times 6 / (pixels + 1)^2.
*/
extern MagickExport Image* LocalContrastImage(const Image* image, const double radius,
                                              const double strength, ExceptionInfo* exception);

/* MedianFilterImage: replace every sample by the median of its neighbourhood. */
extern MagickExport Image* MedianFilterImage(const Image* image, const double radius,
                                             ExceptionInfo* exception);

/*
  MotionBlurImage: blur along a line.
  angle: direction that the object appears to come from, in degrees; 0: the right, 90: above.
*/
extern MagickExport Image* MotionBlurImage(const Image* image, const double radius,
                                           const double sigma, const double angle,
                                           ExceptionInfo* exception);

/*
  RandomChannelThresholdImage: set samples to 0 or MaxRGB by thresholds that vary from pixel to
  pixel, in place.
  channel:    name of the channel to change. "All", "Gray" or "Intensity" make the image black and
              white, PseudoClass, by the intensity of its pixels, "All" thresholds opacity as well;
              others leave it DirectClass.
  thresholds: "2x2" to "7x7": an ordered pattern of that size. Else "LOWxHIGH", with "%" in percent
              of MaxRGB: samples below LOW become 0, those above HIGH become MaxRGB, others either
              of the two by chance, MaxRGB as often as they are bright. HIGH is MaxRGB - LOW if not
              given. NULL: nothing changes.
  Returns:    MagickFail with *exception set: no such channel, no numbers, out of memory, no
              pixels, or cancelled; a cancelled image is partly changed.
*/
extern MagickExport MagickPassFail RandomChannelThresholdImage(Image* image, const char* channel,
                                                               const char* thresholds,
                                                               ExceptionInfo* exception);

/* ReduceNoiseImage: replace every sample by the median of its neighbourhood, or if that is the
   least or the greatest of several values, by the value next to it. Source: GraphicsMagick; equal.
 */
extern MagickExport Image* ReduceNoiseImage(const Image* image, const double radius,
                                            ExceptionInfo* exception);

/*
  ShadeImage: light the image from afar, as a surface that is as high as it is bright.
  gray:      0: shaded colours; else the light alone, in grey.
  azimuth:   where the light comes from, in degrees, counterclockwise from the x axis.
  elevation: above the image, in degrees. Light from below leaves even parts black.
  Source:    GraphicsMagick ShadeImage; within one step. There, even parts are not black but
             undefined with light from below.
*/
extern MagickExport Image* ShadeImage(const Image* image, const unsigned int gray, double azimuth,
                                      double elevation, ExceptionInfo* exception);

/* SharpenImage: convolution with a square kernel, the negative of a Gaussian with a raised centre.
 */
extern MagickExport Image* SharpenImage(const Image* image, const double radius, const double sigma,
                                        ExceptionInfo* exception);
extern MagickExport Image* SharpenImageChannel(const Image* image, const ChannelType channel,
                                               const double radius, const double sigma,
                                               ExceptionInfo* exception);

/*
  UnsharpMaskImage: add to each sample `amount` times its difference from its blurred value
  (BlurImage).
  amount:    factor that the difference is multiplied by.
  threshold: smaller differences are ignored; 1 is half the range of a sample.
*/
extern MagickExport Image* UnsharpMaskImage(const Image* image, const double radius,
                                            const double sigma, const double amount,
                                            const double threshold, ExceptionInfo* exception);
extern MagickExport Image* UnsharpMaskImageChannel(const Image* image, const ChannelType channel,
                                                   const double radius, const double sigma,
                                                   const double amount, const double threshold,
                                                   ExceptionInfo* exception);

/*
  UnsharpMaskLumaImage: the same by the luma alone (Rec. 709): `amount` times its difference from
  that of the blurred pixel is added to all three colours, so that edges get no coloured fringes.
  Opacity, and K of CMYK images, stay. The blurred pixel is rounded, as that of UnsharpMaskImage is.
  Source: not in GraphicsMagick.
*/
extern MagickExport Image* UnsharpMaskLumaImage(const Image* image, const double radius,
                                                const double sigma, const double amount,
                                                const double threshold, ExceptionInfo* exception);

/*
  WaveletDenoiseImage: take five levels of details from each colour, by the hat transform, shrink
  them, and put them back. Opacity stays; K of CMYK images is a colour.
  threshold: in quantum steps, at least 0. Of a level, details up to this times 0.8002, 0.2735,
             0.1202, 0.0585 or 0.0291, from the finest to the coarsest one, count as noise.
  softness:  the share of noise that remains: 0 none, 1 all. What exceeds the threshold is reduced
             by as much as details at the threshold are.
  Effects:   the image is reflected about its edge pixels, whatever the virtual pixel method.
  Errors:    a negative threshold.
  Source:    ImageMagick WaveletDenoiseImage; within one step. It reads outside its memory if the
             image is smaller than 32 pixels.
*/
extern MagickExport Image* WaveletDenoiseImage(const Image* image, const double threshold,
                                               const double softness, ExceptionInfo* exception);

/*
  AddNoiseImage: a new DirectClass image with noise of all colours. With v for the sample and
  numbers in 255ths of MaxRGB, what is added to it is
    UniformNoise                 between -2 and 2,
    GaussianNoise                Gaussian with a variance of 16 v + 400,
    MultiplicativeGaussianNoise  Gaussian with a standard deviation of v / 2,
    ImpulseNoise                 so much that one in twenty becomes black, and one white,
    LaplacianNoise               Laplacian with a scale of 10,
    PoissonNoise                 v less 20 times a Poisson number with the mean v / 20,
    RandomNoise                  between -128.5 and 128.5.
  AddNoiseImageChannel: of one channel, as QuantumOperatorImage understands it.
  magick/random.h says which random numbers.
  Returns: NULL with *exception set: OptionError for a type or channel that is none, out of memory,
           no pixels, or cancelled.
  Source:  GraphicsMagick AddNoiseImage, with other random numbers.
*/
extern MagickExport Image* AddNoiseImage(const Image* image, const NoiseType noise_type,
                                         ExceptionInfo* exception);
extern MagickExport Image* AddNoiseImageChannel(const Image* image, const ChannelType channel,
                                                const NoiseType noise_type,
                                                ExceptionInfo* exception);

/*
  SpreadImage: a new DirectClass image whose pixels are copies of random pixels nearby, inside the
  image, at steps of -radius + 1 to `radius` across and down; steps of 0 are twice as likely as
  others. magick/random.h says which random numbers.
  Returns: NULL with *exception set: OptionError for CMYK images with alpha, a side of more than
           8388608 pixels, out of memory, no pixels, or cancelled.
  Source:  GraphicsMagick SpreadImage, with other random numbers; and that gives NULL if a side is
           shorter than 3 pixels.
*/
extern MagickExport Image* SpreadImage(const Image* image, const unsigned int radius,
                                       ExceptionInfo* exception);

/* Pixels outside the image for SeparableConvolveImage. */
typedef enum {
  EdgeConvolveBorder,       /* aaa|abcd|ddd */
  MirrorConvolveBorder,     /* cba|abcd|dcb */
  Reflect101ConvolveBorder, /* dcb|abcd|cba */
  TileConvolveBorder,       /* bcd|abcd|abc */
  ConstantConvolveBorder    /* border_color */
} ConvolveBorder;

/* Taps along one axis. */
typedef struct _ConvolveTaps {
  unsigned int order; /* number of taps: odd, the middle one at the pixel itself */
  const double* taps; /* finite */
  double divisor;     /* of the sums; 0: the sum of the taps, or 1 if that is 0 */
} ConvolveTaps;

/*
  SeparableConvolveImage: convolve the columns, then the rows, without rounding or clamping between
  the passes. The taps are not mirrored (this is a correlation).
  across, down: taps along rows, left to right, and along columns, top to bottom. They may be wider
                than the image.
  border:       pixels outside the image; the image's virtual pixel method is ignored.
  border_color: for ConstantConvolveBorder; NULL: image->background_color.
  Errors:       also OptionError for an even order.
  Source:       not in GraphicsMagick.
*/
extern MagickExport Image* SeparableConvolveImage(const Image* image, const ConvolveTaps* across,
                                                  const ConvolveTaps* down,
                                                  const ConvolveBorder border,
                                                  const PixelPacket* border_color,
                                                  ExceptionInfo* exception);

/*
  Three that GraphicsMagick does not have. Unlike the others, they weight colours by alpha, but for
  CMYK images.

  RotationalBlurImage: the mean of the pixels that a pixel passes if the image is turned about its
  centre, half of `angle` to either side. It counts 2 + 4 sqrt(r) of them for each radian, r being
  half the diagonal, and fewer near the centre.
  angle:   in degrees.
  Errors:  a side of more than 8388608 pixels; more than 32768 pixels to count; CMYK images with
           alpha.
  Effects: TrueColorType.
  Source:  ImageMagick -rotational-blur with -channel RGBA, equal, but for places on the border
           between two pixels; for negative angles, for which it counts fewer; and for places beyond
           the left and the upper edge, which it cuts off towards the image, as shows where virtual
           pixels are not those of the edge.
*/
extern MagickExport Image* RotationalBlurImage(const Image* image, const double angle,
                                               ExceptionInfo* exception);

/*
  SelectiveBlurImage: the Gaussian mean of those pixels whose luma (ITU-R BT.709, rounded) differs
  from that of the pixel in the middle by less than `threshold`.
  threshold: in quantum steps; 0 or negative: nothing changes.
  Errors:    a kernel wider than 2047 pixels.
  Source:    ImageMagick -selective-blur, within one step, but where a difference is less than a
             step from the threshold, since it does not round the luma of the pixel in the middle.
*/
extern MagickExport Image* SelectiveBlurImage(const Image* image, const double radius,
                                              const double sigma, const double threshold,
                                              ExceptionInfo* exception);

/*
  BilateralBlurImage: the mean of the pixels of a rectangle around a pixel, weighted by a Gaussian
  of their distance times a Gaussian of the difference of their luma from that pixel's.
  width, height:   of the rectangle, up to 2047; 0 is 1; half as far in each direction, and a pixel
                   less to the left and above if even.
  intensity_sigma: of the difference, of which the whole range is 255; not 0. Beyond 8.5 times
                   that, pixels have no part.
  spatial_sigma:   of the distance, in pixels; not 0.
  Source:          ImageMagick 7 BilateralBlurImage, but with the luma at full depth in place of
                   256 levels.
*/
extern MagickExport Image* BilateralBlurImage(const Image* image, const unsigned long width,
                                              const unsigned long height,
                                              const double intensity_sigma,
                                              const double spatial_sigma, ExceptionInfo* exception);

/*
  In place, unlike the others, and with MagickFail and image->exception set on failure: out of
  memory, no pixels, or cancelled. Source: GraphicsMagick's functions of these names; equal.

  BlackThresholdImage, WhiteThresholdImage: pixels darker than the threshold become black, or
  brighter ones white. QuantumOperatorImageMultivalue says what thresholds may be.
*/
extern MagickExport MagickPassFail BlackThresholdImage(Image* image, const char* thresholds);
extern MagickExport MagickPassFail WhiteThresholdImage(Image* image, const char* thresholds);

/*
  ChannelThresholdImage: samples above the threshold of their channel become MaxRGB, the others 0.
  The image becomes TrueColorType.
  threshold: "red/green/blue/opacity", separated by slashes or commas; percentages of MaxRGB if
  there is a per cent sign. Channels without one, or with a negative one, are unchanged.
*/
extern MagickExport MagickPassFail ChannelThresholdImage(Image* image, const char* threshold);

/*
  ThresholdImage: pixels whose intensity is above the threshold, 0 to MaxRGB, become white, the
  others black. The image becomes PseudoClass with these two colours.
*/
extern MagickExport MagickPassFail ThresholdImage(Image* image, const double threshold);

#if defined(__cplusplus)
}
#endif

#endif
