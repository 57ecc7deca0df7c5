/*
  Functions of the three colours of a pixel, read by the C++ and by the OpenCL C compiler.

  Every backend evaluates them in float, one pixel per lane or work-item, with floating-point
  contraction switched off and correctly rounded division and square root: the results are equal bit
  for bit. Colours are samples, 0 ... LS_MAX, or for hue (in sixths of a turn), saturation and so on
  what the function says. LsStored rounds and clamps.

  The including file defines LsReal, a number for each pixel; LsTruth, the result of comparing two
  of them; LS_SELECT(truth, a, b); LsLower, LsHigher, LsFloor, LsRoot, and LsFused(a, b, c), which
  is a * b + c rounded once; and LS_SHARED, which precedes every function.
*/
#include "kernels/common/numeric.h"
#include "kernels/common/sine.h"
#include "kernels/color/curve.h"

typedef struct {
  LsReal red, green, blue;
} LsColors;

/* hue: 0 ... 6; saturation and luminosity: 0 ... 1. */
typedef struct {
  LsReal hue, saturation, luminosity;
} LsHsl;

LS_SHARED LsReal LsHighest(LsColors c) {
  return LsHigher(c.red, LsHigher(c.green, c.blue));
}

LS_SHARED LsReal LsLowest(LsColors c) {
  return LsLower(c.red, LsLower(c.green, c.blue));
}

/* To 0 ... 1. */
LS_SHARED LsReal LsUnit(LsReal value) {
  return LsLower(LsHigher(value, (LsReal)(0.0f)), (LsReal)(1.0f));
}

/* Of a pixel whose colours differ: going up from `before`, or down from `after`, by what the colour
   in the middle lacks of the highest. */
LS_SHARED LsReal LsHueFrom(LsTruth up, float before, LsReal lack_up, float after,
                           LsReal lack_down) {
  return LS_SELECT(up, (LsReal)(before) + lack_up, (LsReal)(after)-lack_down);
}

LS_SHARED LsHsl LsToHsl(LsColors c) {
  const LsReal high = LsHighest(c), low = LsLowest(c);
  const LsReal sum = high + low, delta = high - low;
  const LsTruth grey = delta == (LsReal)(0.0f);
  const LsReal divisor = LS_SELECT(grey, (LsReal)(1.0f), delta);
  const LsReal red = (high - c.red) / divisor, green = (high - c.green) / divisor;
  const LsReal blue = (high - c.blue) / divisor;
  const LsReal hue =
      LS_SELECT(c.red == high, LsHueFrom(c.green == low, 5.0f, blue, 1.0f, green),
                LS_SELECT(c.green == high, LsHueFrom(c.blue == low, 1.0f, red, 3.0f, blue),
                          LsHueFrom(c.red == low, 3.0f, green, 5.0f, red)));
  const LsReal room = LS_SELECT(sum <= (LsReal)(LS_MAX), sum, (LsReal)(2.0f * LS_MAX) - sum);
  LsHsl result;
  result.hue = LS_SELECT(grey, (LsReal)(0.0f), hue);
  result.saturation = LsUnit(delta / LS_SELECT(grey, (LsReal)(1.0f), room));
  result.luminosity = sum * (LsReal)(0.5f / LS_MAX);
  return result;
}

/* `whole`: of six equal parts of the turn, the one that the hue is in. The colours of its corners
   are chosen among four. */
LS_SHARED LsReal LsCorner(LsReal whole, LsReal at0, LsReal at1, LsReal at2, LsReal at3, LsReal at4,
                          LsReal at5) {
  const LsReal low =
      LS_SELECT(whole == (LsReal)(1.0f), at1, LS_SELECT(whole == (LsReal)(2.0f), at2, at0));
  const LsReal high =
      LS_SELECT(whole == (LsReal)(4.0f), at4, LS_SELECT(whole == (LsReal)(5.0f), at5, at3));
  const LsTruth is_high = whole >= (LsReal)(3.0f);
  /* A whole turn is where it began. */
  const LsTruth is_end = whole >= (LsReal)(6.0f);
  return LS_SELECT(is_end, at0, LS_SELECT(is_high, high, low));
}

LS_SHARED LsColors LsFromHsl(LsHsl hsl) {
  const LsReal l = hsl.luminosity, s = hsl.saturation;
  const LsReal v = LS_SELECT(l <= (LsReal)(0.5f), l * ((LsReal)(1.0f) + s), l + s - l * s);
  const LsReal whole = LsFloor(hsl.hue), part = hsl.hue - whole;
  const LsReal y = l + l - v, step = (v - y) * part;
  const LsReal x = y + step, z = v - step;
  LsColors c;
  c.red = (LsReal)(LS_MAX)*LsCorner(whole, v, z, y, y, x, v);
  c.green = (LsReal)(LS_MAX)*LsCorner(whole, x, v, v, z, y, y);
  c.blue = (LsReal)(LS_MAX)*LsCorner(whole, y, y, x, v, v, z);
  return c;
}

/* n: factors for luminosity and saturation, not negative, and what is added to the hue, -6 ... 6.
 */
LS_SHARED LsColors LsModulate(LsColors c, const float* n) {
  LsHsl hsl = LsToHsl(c);
  hsl.luminosity = LsUnit(hsl.luminosity * (LsReal)(n[0]));
  hsl.saturation = LsUnit(hsl.saturation * (LsReal)(n[1]));
  hsl.hue = hsl.hue + (LsReal)(n[2]);
  hsl.hue = LS_SELECT(hsl.hue < (LsReal)(0.0f), hsl.hue + (LsReal)(6.0f), hsl.hue);
  hsl.hue = LS_SELECT(hsl.hue > (LsReal)(6.0f), hsl.hue - (LsReal)(6.0f), hsl.hue);
  return LsFromHsl(hsl);
}

/* n: 1 for more contrast, -1 for less. */
LS_SHARED LsColors LsContrast(LsColors c, const float* n) {
  LsHsl hsl = LsToHsl(c);
  const LsReal l = hsl.luminosity;
  const LsReal curve = (LsReal)(0.5f) * (LsSinePi(l - (LsReal)(0.5f)) + (LsReal)(1.0f));
  hsl.luminosity = LsUnit(l + (LsReal)(0.5f * n[0]) * (curve - l));
  return LsFromHsl(hsl);
}

/* Samples that hold hue, saturation and luminosity. */
LS_SHARED LsColors LsStoreHsl(LsColors c) {
  const LsHsl hsl = LsToHsl(c);
  LsColors result;
  result.red = hsl.hue * (LsReal)(LS_MAX / 6.0f);
  result.green = hsl.saturation * (LsReal)(LS_MAX);
  result.blue = hsl.luminosity * (LsReal)(LS_MAX);
  return result;
}

LS_SHARED LsColors LsReadHsl(LsColors c) {
  LsHsl hsl;
  hsl.hue = c.red * (LsReal)(6.0f) / (LsReal)(LS_MAX);
  hsl.saturation = c.green / (LsReal)(LS_MAX);
  hsl.luminosity = c.blue / (LsReal)(LS_MAX);
  return LsFromHsl(hsl);
}

/* Samples that hold hue, whiteness and blackness. */
LS_SHARED LsColors LsStoreHwb(LsColors c) {
  const LsReal high = LsHighest(c), low = LsLowest(c), delta = high - low;
  const LsTruth grey = delta == (LsReal)(0.0f);
  const LsTruth red_low = c.red == low, green_low = c.green == low;
  const LsReal difference =
      LS_SELECT(red_low, c.green - c.blue, LS_SELECT(green_low, c.blue - c.red, c.red - c.green));
  const LsReal base =
      LS_SELECT(red_low, (LsReal)(3.0f), LS_SELECT(green_low, (LsReal)(5.0f), (LsReal)(1.0f)));
  const LsReal hue = base - difference / LS_SELECT(grey, (LsReal)(1.0f), delta);
  LsColors result;
  result.red = LS_SELECT(grey, (LsReal)(0.0f), hue * (LsReal)(LS_MAX / 6.0f));
  result.green = low;
  result.blue = (LsReal)(LS_MAX)-high;
  return result;
}

LS_SHARED LsColors LsReadHwb(LsColors c) {
  const LsReal hue = c.red * (LsReal)(6.0f) / (LsReal)(LS_MAX);
  const LsReal w = c.green, v = (LsReal)(LS_MAX)-c.blue;
  const LsReal whole = LsFloor(hue), part = hue - whole;
  const LsReal rising = w + part * (v - w), falling = w + ((LsReal)(1.0f) - part) * (v - w);
  const LsTruth grey = hue == (LsReal)(0.0f);
  LsColors result;
  result.red = LS_SELECT(grey, v, LsCorner(whole, v, falling, w, w, rising, v));
  result.green = LS_SELECT(grey, v, LsCorner(whole, rising, v, v, falling, w, w));
  result.blue = LS_SELECT(grey, v, LsCorner(whole, w, w, rising, v, v, falling));
  return result;
}

/* A row of a matrix: factors for red, green, blue and alpha, and what is added. */
LS_SHARED LsReal LsMatrixRow(LsColors c, LsReal alpha, const float* n) {
  return c.red * (LsReal)(n[0]) + c.green * (LsReal)(n[1]) + c.blue * (LsReal)(n[2]) +
         alpha * (LsReal)(n[3]) + (LsReal)(n[4]);
}

/* n: three rows. */
LS_SHARED LsColors LsMatrix(LsColors c, LsReal alpha, const float* n) {
  LsColors result;
  result.red = LsMatrixRow(c, alpha, n);
  result.green = LsMatrixRow(c, alpha, n + 5);
  result.blue = LsMatrixRow(c, alpha, n + 10);
  return result;
}

LS_SHARED LsColors LsGrey(LsReal value) {
  LsColors result;
  result.red = result.green = result.blue = value;
  return result;
}

LS_SHARED LsColors LsLightness(LsColors c) {
  return LsGrey((LsReal)(0.5f) * (LsHighest(c) + LsLowest(c)));
}

LS_SHARED LsColors LsRootMeanSquare(LsColors c) {
  return LsGrey(LsRoot((c.red * c.red + c.green * c.green + c.blue * c.blue) / (LsReal)(3.0f)));
}

/* Of linear light; n: the shares of red, green and blue. */
LS_SHARED LsColors LsLuminance(LsColors c, const float* n) {
  const LsReal unit = (LsReal)(1.0f / LS_MAX);
  const LsReal light = LsLightOf(c.red * unit) * (LsReal)(n[0]) +
                       LsLightOf(c.green * unit) * (LsReal)(n[1]) +
                       LsLightOf(c.blue * unit) * (LsReal)(n[2]);
  return LsGrey(LsSampleOf(light) * (LsReal)(LS_MAX));
}

/* Cyan, magenta and yellow. Black, in the fourth sample, is the least of them. */
LS_SHARED LsColors LsInks(LsColors c) {
  LsColors inks;
  inks.red = (LsReal)(LS_MAX)-c.red;
  inks.green = (LsReal)(LS_MAX)-c.green;
  inks.blue = (LsReal)(LS_MAX)-c.blue;
  return inks;
}

/* What is left by an ink of `light`, a sample too, rounded exactly. The product has up to 32 bits:
   it is the sum of two numbers. The quotient of the first is at most one off, and what it leaves is
   exact, as is the sum with the second. There are no halves: LS_MAX is odd. */
LS_SHARED LsReal LsPassed(LsReal ink, LsReal light) {
  const LsReal bright = (LsReal)(LS_MAX)-ink, zero = (LsReal)(0.0f), one = (LsReal)(1.0f);
  const LsReal high = bright * light, low = LsFused(bright, light, zero - high);
  const LsReal whole = LsFloor(high / (LsReal)(LS_MAX) + (LsReal)(0.5f));
  const LsReal rest = LsFused(zero - whole, (LsReal)(LS_MAX), high) + low;
  const LsReal up = LS_SELECT(rest > (LsReal)(0.5f * LS_MAX), one, zero);
  const LsReal down = LS_SELECT(rest < (LsReal)(-0.5f * LS_MAX), one, zero);
  return whole + up - down;
}

/* light: LS_MAX less black. */
LS_SHARED LsColors LsFromInks(LsColors inks, LsReal light) {
  LsColors c;
  c.red = LsPassed(inks.red, light);
  c.green = LsPassed(inks.green, light);
  c.blue = LsPassed(inks.blue, light);
  return c;
}
