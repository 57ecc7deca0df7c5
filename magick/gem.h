/* Widths of Gaussian kernels. */
#ifndef LODESTONE_MAGICK_GEM_H
#define LODESTONE_MAGICK_GEM_H

#include "magick/common.h"

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

#if defined(__cplusplus)
}
#endif

#endif
