/* Single colours, matrices, and widths of Gaussian kernels. Threads: any. */
#ifndef LODESTONE_MAGICK_GEM_H
#define LODESTONE_MAGICK_GEM_H

#include "magick/common.h"
#include "magick/image_types.h"
#include "magick/random.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  Width of a kernel, an odd number: 2 * ceil(radius) + 1; with a radius of 0 or less, the width
  beyond which weights do not matter at this quantum depth, for a one-dimensional kernel (also the
  name without a number) or a square one. 0 if sigma is 0 or not finite, or the kernel too wide.
*/
extern MagickExport int GetOptimalKernelWidth(const double radius, const double sigma);
extern MagickExport int GetOptimalKernelWidth1D(const double radius, const double sigma);
extern MagickExport int GetOptimalKernelWidth2D(const double radius, const double sigma);

/* By how much a matrix of scales, rotations and translations enlarges lengths; 1 if it has no
   inverse, or is NULL. */
extern MagickExport double ExpandAffine(const AffineMatrix* affine);

/* Make a matrix the one that changes nothing; NULL is ignored. */
extern MagickExport void IdentityAffine(AffineMatrix* affine);

/*
  Hue, saturation and luminosity of a colour, or hue, whiteness and blackness: 0 to 1, hue in
  turns. The hue of a grey is 0. Nothing happens if a pointer is NULL.
  Source: GraphicsMagick; equal.
*/
extern MagickExport void TransformHSL(const Quantum red, const Quantum green, const Quantum blue,
                                      double* hue, double* saturation, double* luminosity);
extern MagickExport void TransformHWB(const Quantum red, const Quantum green, const Quantum blue,
                                      double* hue, double* whiteness, double* blackness);

/* The reverse, rounded and clamped. A hue beyond the turn is its end, and a hue of 0 in HWB is
   grey. Nothing happens if a pointer is NULL. */
extern MagickExport void HSLTransform(const double hue, const double saturation,
                                      const double luminosity, Quantum* red, Quantum* green,
                                      Quantum* blue);
extern MagickExport void HWBTransform(const double hue, const double whiteness,
                                      const double blackness, Quantum* red, Quantum* green,
                                      Quantum* blue);

/* One colour as by ContrastImage: more contrast with a sign of 1, less with -1. */
extern MagickExport void Contrast(const int sign, Quantum* red, Quantum* green, Quantum* blue);

/* One colour as by ModulateImage; percentages, 100 for no change. */
extern MagickExport void Modulate(const double percent_hue, const double percent_saturation,
                                  const double percent_brightness, Quantum* red, Quantum* green,
                                  Quantum* blue);

/*
  Hull: one of the steps of DespeckleImage, from `f` to `g` and back to `f`: samples that are darker
  (polarity > 0) or brighter than the neighbour at (x_offset, y_offset) approach it. Both hold
  (columns + 2) x (rows + 2) samples, with a border of one. Nothing happens with NULL, or with
  offsets other than -1, 0 and 1.
*/
extern MagickExport void Hull(const long x_offset, const long y_offset, const unsigned long columns,
                              const unsigned long rows, Quantum* f, Quantum* g, const int polarity);

/*
  What noise adds to a sample, neither rounded nor clamped, by the next random numbers of `kernel`,
  whose two words should be neither 0 nor equal. UndefinedNoise is uniform. 0 for a value that is no
  type, where GraphicsMagick's is uniform, and if `kernel` is NULL. Source: GraphicsMagick; equal
  for equal kernels.
*/
extern MagickExport double GenerateDifferentialNoise(const Quantum pixel,
                                                     const NoiseType noise_type,
                                                     MagickRandomKernel* kernel);

/* A sample with noise, by unpredictable random numbers. */
extern MagickExport Quantum GenerateNoise(const Quantum pixel, const NoiseType noise_type);

#if defined(__cplusplus)
}
#endif

#endif
