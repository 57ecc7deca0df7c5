/* Arithmetic, bitwise and other operators on samples. */
#ifndef LODESTONE_MAGICK_OPERATOR_H
#define LODESTONE_MAGICK_OPERATOR_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* What becomes of a sample v, given the argument x; the bitwise ones and thresholds use x rounded
   to a sample. */
typedef enum {
  UndefinedQuantumOp = 0,
  AddQuantumOp,            /* v + x */
  AndQuantumOp,            /* v & x */
  AssignQuantumOp,         /* x */
  DivideQuantumOp,         /* v / x */
  LShiftQuantumOp,         /* v << x */
  MultiplyQuantumOp,       /* v * x */
  OrQuantumOp,             /* v | x */
  RShiftQuantumOp,         /* v >> x */
  SubtractQuantumOp,       /* v - x */
  ThresholdQuantumOp,      /* above x MaxRGB, else 0 */
  ThresholdBlackQuantumOp, /* below x 0 */
  ThresholdWhiteQuantumOp, /* above x MaxRGB */
  XorQuantumOp,            /* v ^ x */
  NoiseGaussianQuantumOp,  /* from here on, x / MaxRGB times the noise of AddNoiseImage */
  NoiseImpulseQuantumOp,
  NoiseLaplacianQuantumOp,
  NoiseMultiplicativeQuantumOp,
  NoisePoissonQuantumOp,
  NoiseUniformQuantumOp,
  NegateQuantumOp,               /* MaxRGB - v */
  GammaQuantumOp,                /* MaxRGB * pow(v / MaxRGB, 1 / x) */
  DepthQuantumOp,                /* v reduced to x bits */
  LogQuantumOp,                  /* MaxRGB * log(v / MaxRGB * x + 1) / log(x + 1) */
  MaxQuantumOp,                  /* the larger one */
  MinQuantumOp,                  /* the smaller one */
  PowQuantumOp,                  /* MaxRGB * pow(v / MaxRGB, x) */
  NoiseRandomQuantumOp,          /* noise again */
  ThresholdBlackNegateQuantumOp, /* below x MaxRGB */
  ThresholdWhiteNegateQuantumOp  /* above x 0 */
} QuantumOperator;

/*
  QuantumOperatorImage: apply an operator to the samples of a channel, in place. The image becomes
  DirectClass.
  channel: AllChannels is all colours, and thresholds are then compared with the intensity of the
           pixel, which keeps its hue or becomes black or white. GrayChannel: all colours become
  what the operator makes of the intensity. MatteChannel is the same as OpacityChannel; both are
           black in CMYK images.
  rvalue:  the argument, finite. Results are rounded, or cut off for GammaQuantumOp and
  PowQuantumOp, and clamped to 0 ... MaxRGB; those that are not a number are 0. Returns: MagickFail
  with *exception set: OptionError for an operator that is none, a
  channel that is none, or an argument that is not finite; out of memory, no pixels, or cancelled.
  Source:  GraphicsMagick QuantumOperatorImage; equal. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail QuantumOperatorImage(Image* image, const ChannelType channel,
                                                        const QuantumOperator quantum_operator,
                                                        const double rvalue,
                                                        ExceptionInfo* exception);

/*
  QuantumOperatorImageMultivalue: one argument for each of red, green, blue and opacity.
  values:  "red/green/blue/opacity", separated by slashes or commas; a per cent sign anywhere makes
           them percentages of MaxRGB. A channel without one, or with a negative one, is unchanged.
  A single one, or three that are equal, count for AllChannels (in grey colour spaces GrayChannel).
  Returns: MagickFail if `values` is NULL; else as QuantumOperatorImage, in image->exception.
*/
extern MagickExport MagickPassFail QuantumOperatorImageMultivalue(
    Image* image, const QuantumOperator quantum_operator, const char* values);

/* QuantumOperatorRegionImage: the same for a part of the image, which must lie inside it. A part is
   computed on the CPU. */
extern MagickExport MagickPassFail QuantumOperatorRegionImage(
    Image* image, const long x, const long y, const unsigned long columns, const unsigned long rows,
    const ChannelType channel, const QuantumOperator quantum_operator, const double rvalue,
    ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
