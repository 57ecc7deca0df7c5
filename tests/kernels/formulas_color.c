/* The installed formulas of colours and compositions, in C, for one pixel at a time. */
#include "kernels/common/scalar.h"

#include "kernels/color/color.h"
#include "kernels/color/functions.h"
#include "kernels/common/luma.h"
#include "kernels/composite/functions.h"
#include "tests/kernels/formulas.h"

static float Stored(float value) {
  return floorf(LS_ROUND(LS_CLAMP(value)));
}

void FormulaColor(MagickAccelerateColorFunction function, const float* n, const float* pixel,
                  float* result) {
  const LsColors c = {pixel[0], pixel[1], pixel[2]};
  const float alpha = LS_MAX - pixel[3];
  LsColors made = c;
  switch (function) {
#define LS_COLOR_FUNCTION(name, call) \
  case MagickAccelerate##name:        \
    made = call;                      \
    break;
#define LS_FOURTH_FUNCTION(name, call, fourth) LS_COLOR_FUNCTION(name, call)
#include "kernels/color/color_functions.h"
  }
  (void)alpha;
  result[0] = Stored(made.red);
  result[1] = Stored(made.green);
  result[2] = Stored(made.blue);
}
