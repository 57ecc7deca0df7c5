/*
  Sharpening by the luma, read by the C++ and by the OpenCL C compiler: a pixel is compared with the
  same pixel blurred, and all its colours change alike, so that edges get no coloured fringes.

  The including file defines what kernels/color/functions.h asks for, and LsFused.
*/
#include "kernels/common/luma_weights.h"

/* What becomes of each colour: color * factor + added, as one LsFused. */
typedef struct {
  LsReal factor, added;
} LsLumaChange;

/* Rec. 709. Of grey pixels exactly their sample, which stands for three equal ones. */
LS_SHARED LsReal LsLuma(LsReal red, LsReal green, LsReal blue) {
  const LsReal from_blue = LsFused(blue - green, (LsReal)(LS_LUMA_BLUE), green);
  return LsFused(red - green, (LsReal)(LS_LUMA_RED), from_blue);
}

/* The difference times the amount, where it reaches the threshold. */
LS_SHARED LsLumaChange LsLumaSharpening(LsReal luma, LsReal blurred, float amount,
                                        float threshold) {
  const LsReal zero = (LsReal)(0.0f), difference = luma - blurred;
  const LsReal size = LsHigher(difference, zero - difference);
  LsLumaChange change;
  change.factor = (LsReal)(1.0f);
  change.added = LS_SELECT(size >= (LsReal)(threshold), difference * (LsReal)(amount), zero);
  return change;
}

/* The luma plus the difference times the amount, relative to the luma. Black stays black. */
LS_SHARED LsLumaChange LsLumaContrast(LsReal luma, LsReal blurred, float amount) {
  const LsReal zero = (LsReal)(0.0f), one = (LsReal)(1.0f);
  const LsTruth is_black = luma <= zero;
  const LsReal changed = LsFused(luma - blurred, (LsReal)(amount), luma);
  LsLumaChange change;
  change.factor = LS_SELECT(is_black, one, changed / LS_SELECT(is_black, one, luma));
  change.added = zero;
  return change;
}

/* sharpen: LS_SHARPEN_LUMA or LS_SHARPEN_CONTRAST. */
LS_SHARED LsLumaChange LsLumaChangeOf(LsReal luma, LsReal blurred, unsigned sharpen, float amount,
                                      float threshold) {
  if (sharpen == LS_SHARPEN_CONTRAST) return LsLumaContrast(luma, blurred, amount);
  return LsLumaSharpening(luma, blurred, amount, threshold);
}
