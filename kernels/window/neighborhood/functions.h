/*
  Functions of the pixels around a pixel, read by the C++ and by the OpenCL C compiler.

  As in kernels/color/functions.h, every backend evaluates them in float, one pixel per lane or
  work-item, with contraction switched off and correctly rounded division and square root, and the
  results are equal bit for bit. They are stored rounded and clamped.

  The including file defines, besides what it defines for that header:
    LsWindow                  the window of each pixel
    LsSampleAt(w, which, column, row)
                              LS_AT_RED, ... of a pixel in the window, counted from its corner
    LsIntensityAt(w, column, row)
                              see intensity.h
    LsBefore(w), LsBehind(w)  columns of the image before the pixel and behind it, or LS_FAR of them
    LsExact                   whole numbers that stay below 2^53; LsToExact, and LsSign, a number of
                              the same sign
    LS_TABLE                  precedes tables
*/
#include "kernels/common/numeric.h"
#include "kernels/window/neighborhood/intensity.h"

#define LS_AT_RED 0
#define LS_AT_GREEN 1
#define LS_AT_BLUE 2
#define LS_AT_OPACITY 3

typedef struct {
  LsReal red, green, blue, opacity;
} LsSamples;

LS_SHARED LsSamples LsPixelAt(LsWindow w, int column, int row) {
  LsSamples pixel;
  pixel.red = LsSampleAt(w, LS_AT_RED, column, row);
  pixel.green = LsSampleAt(w, LS_AT_GREEN, column, row);
  pixel.blue = LsSampleAt(w, LS_AT_BLUE, column, row);
  pixel.opacity = LsSampleAt(w, LS_AT_OPACITY, column, row);
  return pixel;
}

LS_SHARED LsSamples LsChosen(LsTruth truth, LsSamples a, LsSamples b) {
  LsSamples pixel;
  pixel.red = LS_SELECT(truth, a.red, b.red);
  pixel.green = LS_SELECT(truth, a.green, b.green);
  pixel.blue = LS_SELECT(truth, a.blue, b.blue);
  pixel.opacity = LS_SELECT(truth, a.opacity, b.opacity);
  return pixel;
}

/* Enhancing: the mean of the near colours in a window of five. */

LS_TABLE float LsEnhanceWeights[25] = {5,  8,  10, 8,  5,  8,  20, 40, 20, 8,  10, 40, 80,
                                       40, 10, 8,  20, 40, 20, 8,  5,  8,  10, 8,  5};

/* `factor` times the square of a difference. */
LS_SHARED LsExact LsSquared(LsReal factor, LsReal difference) {
  const LsExact exact = LsToExact(difference);
  return LsToExact(factor) * exact * exact;
}

/* Whether a colour differs that little from the middle one: as GraphicsMagick's, multiplied by
   2 * LS_MAX, all numbers are whole. */
LS_SHARED LsTruth LsIsNear(LsSamples c, LsSamples middle) {
  const LsReal red = (LsReal)(4.0f * (LS_MAX + 1.0f)) + (c.red + middle.red);
  const LsReal blue = (LsReal)(6.0f * (LS_MAX + 1.0f) - 2.0f) - (c.blue + middle.blue);
  const LsExact distance = LsSquared(red, c.red - middle.red) +
                           LsSquared((LsReal)(8.0f * LS_MAX), c.green - middle.green) +
                           LsSquared(blue, c.blue - middle.blue);
  const LsExact limit = LsSquared((LsReal)(2.0f * LS_MAX), (LsReal)(LS_MAX / 5.0f));
  return LsSign(distance - limit) < (LsReal)(0.0f);
}

/* Near colours differ by less than LS_MAX / 7, so that sums of differences are whole and exact. */
LS_SHARED LsReal LsMeanNear(LsReal middle, LsReal differences, LsReal weight) {
  const LsReal twice = differences + differences + weight - (LsReal)(2.0f);
  return middle + LsFloor(twice / (weight + weight));
}

/* Two columns at the left stay as they are. As in GraphicsMagick, two at the right are their
   neighbours' of two rows above, and opacity is that of the window's corner. */
LS_SHARED LsSamples LsEnhance(LsWindow w) {
  const LsSamples middle = LsPixelAt(w, 2, 2);
  LsReal weight = (LsReal)(0.0f), red = weight, green = weight, blue = weight;
  LsSamples mean;
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 5; ++column) {
      const LsSamples c = LsPixelAt(w, column, row);
      const LsReal part = LS_SELECT(LsIsNear(c, middle),
                                    (LsReal)(LsEnhanceWeights[5 * row + column]), (LsReal)(0.0f));
      weight = weight + part;
      red = red + part * (c.red - middle.red);
      green = green + part * (c.green - middle.green);
      blue = blue + part * (c.blue - middle.blue);
    }
  mean.red = LsMeanNear(middle.red, red, weight);
  mean.green = LsMeanNear(middle.green, green, weight);
  mean.blue = LsMeanNear(middle.blue, blue, weight);
  mean.opacity = LsSampleAt(w, LS_AT_OPACITY, 0, 0);
  mean = LsChosen(LsBehind(w) < (LsReal)(2.0f), LsPixelAt(w, 1, 0), mean);
  return LsChosen(LsBefore(w) < (LsReal)(2.0f), middle, mean);
}

/* Shading: light on a surface that is as high as the pixels of a window of three are bright. */

LS_SHARED LsReal LsBrightRow(LsWindow w, int row) {
  return LsIntensityAt(w, 0, row) + LsIntensityAt(w, 1, row) + LsIntensityAt(w, 2, row);
}

LS_SHARED LsReal LsBrightColumn(LsWindow w, int column) {
  return LsIntensityAt(w, column, 0) + LsIntensityAt(w, column, 1) + LsIntensityAt(w, column, 2);
}

/* n: where the light comes from, LS_MAX long, and 1 for the light itself in place of the colours in
   it. */
LS_SHARED LsSamples LsShade(LsWindow w, const float* n) {
  const LsReal none = (LsReal)(0.0f), z = (LsReal)(2.0f * LS_MAX);
  const LsReal x = LsBrightColumn(w, 0) - LsBrightColumn(w, 2);
  const LsReal y = LsBrightRow(w, 2) - LsBrightRow(w, 0);
  const LsReal slope = x * x + y * y;
  const LsReal facing = x * (LsReal)(n[0]) + y * (LsReal)(n[1]) + z * (LsReal)(n[2]);
  const LsReal lit = LS_SELECT(facing > none, facing / LsRoot(slope + z * z), none);
  const LsReal light = LS_SELECT(slope == none, (LsReal)(n[2]), lit);
  const LsReal share = light / (LsReal)(LS_MAX);
  LsSamples pixel = LsPixelAt(w, 1, 1);
  const LsTruth grey = (LsReal)(n[3]) > none;
  pixel.red = LS_SELECT(grey, LsFloor(light), share * pixel.red);
  pixel.green = LS_SELECT(grey, LsFloor(light), share * pixel.green);
  pixel.blue = LS_SELECT(grey, LsFloor(light), share * pixel.blue);
  return pixel;
}
