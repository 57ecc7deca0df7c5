/* Blurring, sharpening and other filters of a neighbourhood.

  All: the new image, of the source's size and DirectClass, belongs to the caller; NULL with
  *exception set: OptionError (arguments, or an image smaller than what is looked at),
  ResourceLimitError (memory, limits), MonitorError (cancelled). The source is only read. Threads:
  safe. Colours are not weighted by alpha: opacity, and K of CMYK images, are filtered like a colour
  where they mean something; the alpha of CMYK images stays.
  Agreement: exact across accelerators.
  radius: in pixels, without the pixel in the middle; 0: as far as counts for something.
  sigma:  standard deviation of the Gaussian, in pixels; finite and not 0.
  What lies outside of the image is as SetImageVirtualPixelMethod says, if not noted otherwise.
  ...Channel: only this channel is changed; AllChannels and GrayChannel: all. */
#ifndef LODESTONE_MAGICK_EFFECT_H
#define LODESTONE_MAGICK_EFFECT_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  BlurImage: blur by a Gaussian along columns and rows. At the edges the Gaussian is cut and what is
  left of it made to count for all; nothing outside is looked at.
  Source: GraphicsMagick BlurImage, without its rounding between columns and rows.
*/
extern MagickExport Image* BlurImage(const Image* image, const double radius, const double sigma,
                                     ExceptionInfo* exception);
extern MagickExport Image* BlurImageChannel(const Image* image, const ChannelType channel,
                                            const double radius, const double sigma,
                                            ExceptionInfo* exception);

/*
  ConvolveImage: weighted sums of neighbours.
  order:  columns and rows of the kernel: odd, and no more than those of the image.
  kernel: order * order finite weights, row by row; divided by their sum unless that is 0.
*/
extern MagickExport Image* ConvolveImage(const Image* image, const unsigned int order,
                                         const double* kernel, ExceptionInfo* exception);

/* DespeckleImage: take away single pixels that stand out, by eight steps of the complementary
   hulling technique; black is all around the image. */
extern MagickExport Image* DespeckleImage(const Image* image, ExceptionInfo* exception);

/* EdgeImage: what differs from its neighbourhood of the given radius. */
extern MagickExport Image* EdgeImage(const Image* image, const double radius,
                                     ExceptionInfo* exception);

/* EmbossImage: a relief lit from above left, its histogram equalised. */
extern MagickExport Image* EmbossImage(const Image* image, const double radius, const double sigma,
                                       ExceptionInfo* exception);

/*
  GaussianBlurImage: blur by a Gaussian over a square. That Gaussian is the product of one along the
  columns and one along the rows, and it is computed so.
  Errors: OptionError also where the image is smaller than the square.
*/
extern MagickExport Image* GaussianBlurImage(const Image* image, const double radius,
                                             const double sigma, ExceptionInfo* exception);
extern MagickExport Image* GaussianBlurImageChannel(const Image* image, const ChannelType channel,
                                                    const double radius, const double sigma,
                                                    ExceptionInfo* exception);

/* MedianFilterImage: every sample becomes the median of its neighbourhood. */
extern MagickExport Image* MedianFilterImage(const Image* image, const double radius,
                                             ExceptionInfo* exception);

/*
  MotionBlurImage: blur along a line.
  angle: in degrees: where the object seems to come from; 0: from the right, 90: from above.
*/
extern MagickExport Image* MotionBlurImage(const Image* image, const double radius,
                                           const double sigma, const double angle,
                                           ExceptionInfo* exception);

/* SharpenImage: a Gaussian taken from its middle, over a square. */
extern MagickExport Image* SharpenImage(const Image* image, const double radius, const double sigma,
                                        ExceptionInfo* exception);
extern MagickExport Image* SharpenImageChannel(const Image* image, const ChannelType channel,
                                               const double radius, const double sigma,
                                               ExceptionInfo* exception);

/*
  UnsharpMaskImage: add to each sample what BlurImage takes away from it.
  amount:    share of the difference that is added.
  threshold: smaller differences change nothing; 1 is half of the range of samples.
*/
extern MagickExport Image* UnsharpMaskImage(const Image* image, const double radius,
                                            const double sigma, const double amount,
                                            const double threshold, ExceptionInfo* exception);
extern MagickExport Image* UnsharpMaskImageChannel(const Image* image, const ChannelType channel,
                                                   const double radius, const double sigma,
                                                   const double amount, const double threshold,
                                                   ExceptionInfo* exception);

/* What lies outside of an image for SeparableConvolveImage. */
typedef enum {
  EdgeConvolveBorder,       /* aaa|abcd|ddd */
  MirrorConvolveBorder,     /* cba|abcd|dcb */
  Reflect101ConvolveBorder, /* dcb|abcd|cba */
  TileConvolveBorder,       /* bcd|abcd|abc */
  ConstantConvolveBorder    /* border_color */
} ConvolveBorder;

/* Taps along one direction. */
typedef struct _ConvolveTaps {
  unsigned int order; /* how many: odd, with the middle one on the pixel itself */
  const double* taps; /* finite; whole numbers or not */
  double divisor;     /* that the sums are divided by; 0: the sum of the taps, unless that is 0 */
} ConvolveTaps;

/*
  SeparableConvolveImage: weighted sums along the columns and then along the rows; nothing is
  rounded or clamped in between. The taps lie over the image as they are written, not turned round.
  across, down: taps along rows, from left to right, and along columns, from top to bottom. They may
                reach farther than the image is long.
  border:       what lies outside; the image's virtual pixel method does not count.
  border_color: for ConstantConvolveBorder; NULL: image->background_color.
  Errors:       OptionError also for an even order.
  Source:       not in GraphicsMagick.
*/
extern MagickExport Image* SeparableConvolveImage(const Image* image, const ConvolveTaps* across,
                                                  const ConvolveTaps* down,
                                                  const ConvolveBorder border,
                                                  const PixelPacket* border_color,
                                                  ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
