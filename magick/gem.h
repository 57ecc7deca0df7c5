/* Widths of Gaussian kernels. */
#ifndef LODESTONE_MAGICK_GEM_H
#define LODESTONE_MAGICK_GEM_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  Samples of a kernel, an odd number: twice the radius, rounded up, and one; with a radius of 0 or
  less as many as count for something at this quantum depth, along a line (and without a number in
  the name) or in a square. 0 when sigma is 0 or not finite, or the kernel too wide.
*/
extern MagickExport int GetOptimalKernelWidth(const double radius, const double sigma);
extern MagickExport int GetOptimalKernelWidth1D(const double radius, const double sigma);
extern MagickExport int GetOptimalKernelWidth2D(const double radius, const double sigma);

#if defined(__cplusplus)
}
#endif

#endif
