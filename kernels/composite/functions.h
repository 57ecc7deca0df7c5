/*
  Composition of two pixels, read by the C++ and by the OpenCL C compiler after
  kernels/color/functions.h, whose rules and definitions hold here as well.

  A layer is a pixel of the canvas, or of the image that is put on it. Its opacity is 0 where it is
  opaque, also for images without alpha, and LS_MAX where it is transparent; cover is the reverse,
  from 0 to 1. Results are clamped and rounded when they are stored.
*/
#include "kernels/common/luma_weights.h"

typedef struct {
  LsColors colors;
  LsReal opacity;
} LsLayer;

#define LS_HALF_MAX (0.5f * LS_MAX)

/* `mix` of the two samples, for each colour. */
#define LS_EACH_COLOR(result, mix)                                \
  (result).red = mix(canvas.colors.red, update.colors.red);       \
  (result).green = mix(canvas.colors.green, update.colors.green); \
  (result).blue = mix(canvas.colors.blue, update.colors.blue);

LS_SHARED LsReal LsCover(LsReal opacity) {
  return ((LsReal)(LS_MAX)-opacity) * (LsReal)(1.0f / LS_MAX);
}

LS_SHARED LsReal LsOpacityOf(LsReal cover) {
  return (LsReal)(LS_MAX) * ((LsReal)(1.0f) - cover);
}

LS_SHARED LsTruth LsIsTransparent(LsLayer layer) {
  return layer.opacity == (LsReal)(LS_MAX);
}

LS_SHARED LsLayer LsLayerOf(LsColors colors, LsReal opacity) {
  LsLayer layer;
  layer.colors = colors;
  layer.opacity = opacity;
  return layer;
}

LS_SHARED LsLayer LsEither(LsTruth truth, LsLayer a, LsLayer b) {
  LsLayer layer;
  layer.colors.red = LS_SELECT(truth, a.colors.red, b.colors.red);
  layer.colors.green = LS_SELECT(truth, a.colors.green, b.colors.green);
  layer.colors.blue = LS_SELECT(truth, a.colors.blue, b.colors.blue);
  layer.opacity = LS_SELECT(truth, a.opacity, b.opacity);
  return layer;
}

/* 1 / value, or 1 where nothing is covered. */
LS_SHARED LsReal LsInverse(LsReal cover) {
  return (LsReal)(1.0f) / LS_SELECT(cover > (LsReal)(0.0f), cover, (LsReal)(1.0f));
}

LS_SHARED LsReal LsWeighted(LsReal a, LsReal weight_a, LsReal b, LsReal weight_b) {
  return a * weight_a + b * weight_b;
}

/* The weighted mean of the colours; the weights add up to the cover. */
LS_SHARED LsLayer LsMean(LsLayer canvas, LsReal canvas_weight, LsLayer update,
                         LsReal update_weight) {
  const LsReal cover = canvas_weight + update_weight;
  const LsReal scale = LsInverse(cover);
  const LsReal a = canvas_weight * scale, b = update_weight * scale;
  LsLayer result;
  result.colors.red = LsWeighted(canvas.colors.red, a, update.colors.red, b);
  result.colors.green = LsWeighted(canvas.colors.green, a, update.colors.green, b);
  result.colors.blue = LsWeighted(canvas.colors.blue, a, update.colors.blue, b);
  result.opacity = LsOpacityOf(cover);
  return result;
}

LS_SHARED LsLayer LsOver(LsLayer canvas, LsLayer update) {
  const LsReal cover = LsCover(update.opacity);
  const LsReal rest = LsCover(canvas.opacity) * ((LsReal)(1.0f) - cover);
  return LsEither(LsIsTransparent(update), canvas, LsMean(canvas, rest, update, cover));
}

LS_SHARED LsLayer LsIn(LsLayer canvas, LsLayer update) {
  const LsReal cover = LsCover(update.opacity) * LsCover(canvas.opacity);
  return LsEither(
      LsIsTransparent(update), update,
      LsEither(LsIsTransparent(canvas), canvas, LsLayerOf(update.colors, LsOpacityOf(cover))));
}

LS_SHARED LsLayer LsOut(LsLayer canvas, LsLayer update) {
  const LsReal cover = LsCover(update.opacity) * canvas.opacity * (LsReal)(1.0f / LS_MAX);
  return LsEither(
      LsIsTransparent(update), update,
      LsEither(canvas.opacity == (LsReal)(0.0f), LsLayerOf(canvas.colors, (LsReal)(LS_MAX)),
               LsLayerOf(update.colors, LsOpacityOf(cover))));
}

LS_SHARED LsLayer LsAtop(LsLayer canvas, LsLayer update) {
  const LsReal base = LsCover(canvas.opacity), cover = LsCover(update.opacity);
  return LsMean(canvas, base * ((LsReal)(1.0f) - cover), update, base * cover);
}

LS_SHARED LsLayer LsXor(LsLayer canvas, LsLayer update) {
  const LsReal base = LsCover(canvas.opacity), cover = LsCover(update.opacity);
  return LsMean(canvas, base * ((LsReal)(1.0f) - cover), update, cover * ((LsReal)(1.0f) - base));
}

/* The colours weighted by what they cover; neither sum is divided. */
LS_SHARED LsLayer LsSum(LsLayer canvas, LsReal base, LsLayer update, LsReal cover, LsReal opacity) {
  LsLayer result;
  result.colors.red = LsWeighted(canvas.colors.red, base, update.colors.red, cover);
  result.colors.green = LsWeighted(canvas.colors.green, base, update.colors.green, cover);
  result.colors.blue = LsWeighted(canvas.colors.blue, base, update.colors.blue, cover);
  result.opacity = opacity;
  return result;
}

LS_SHARED LsLayer LsPlus(LsLayer canvas, LsLayer update) {
  const LsReal base = LsCover(canvas.opacity), cover = LsCover(update.opacity);
  return LsSum(canvas, base, update, cover, LsOpacityOf(base + cover));
}

LS_SHARED LsLayer LsMinus(LsLayer canvas, LsLayer update) {
  const LsReal base = LsCover(canvas.opacity), cover = LsCover(update.opacity);
  return LsSum(canvas, base, update, (LsReal)(0.0f) - cover,
               update.opacity * canvas.opacity * (LsReal)(1.0f / LS_MAX));
}

LS_SHARED LsLayer LsDissolve(LsLayer canvas, LsLayer update) {
  const LsReal cover = LsCover(update.opacity);
  return LsSum(canvas, cover, update, update.opacity * (LsReal)(1.0f / LS_MAX), (LsReal)(0.0f));
}

/* Sum and difference of samples that wrap around. */
LS_SHARED LsReal LsWrappedSum(LsReal canvas, LsReal update) {
  const LsReal sum = canvas + update;
  return LS_SELECT(sum > (LsReal)(LS_MAX), sum - (LsReal)(LS_MAX + 1.0f), sum);
}
LS_SHARED LsReal LsWrappedDifference(LsReal canvas, LsReal update) {
  const LsReal rest = update - canvas;
  return LS_SELECT(rest < (LsReal)(0.0f), rest + (LsReal)(LS_MAX + 1.0f), rest);
}

LS_SHARED LsLayer LsAdd(LsLayer canvas, LsLayer update) {
  LsLayer result;
  LS_EACH_COLOR(result.colors, LsWrappedSum)
  result.opacity = (LsReal)(0.0f);
  return result;
}

LS_SHARED LsLayer LsSubtract(LsLayer canvas, LsLayer update) {
  LsLayer result;
  LS_EACH_COLOR(result.colors, LsWrappedDifference)
  result.opacity = (LsReal)(0.0f);
  return result;
}

/* Exactly, although the sum exceeds what a float holds at 16 bits, since the samples are split in
   two. */
LS_SHARED LsReal LsIntensity(LsColors c) {
  const LsReal high_red = LsFloor(c.red * (LsReal)(1.0f / 256.0f));
  const LsReal high_green = LsFloor(c.green * (LsReal)(1.0f / 256.0f));
  const LsReal high_blue = LsFloor(c.blue * (LsReal)(1.0f / 256.0f));
  const LsReal high = high_red * (LsReal)((float)LS_RED_PARTS) +
                      high_green * (LsReal)((float)LS_GREEN_PARTS) +
                      high_blue * (LsReal)((float)LS_BLUE_PARTS);
  const LsReal low = (c.red - high_red * (LsReal)(256.0f)) * (LsReal)((float)LS_RED_PARTS) +
                     (c.green - high_green * (LsReal)(256.0f)) * (LsReal)((float)LS_GREEN_PARTS) +
                     (c.blue - high_blue * (LsReal)(256.0f)) * (LsReal)((float)LS_BLUE_PARTS);
  /* high * 256 / 1024 */
  const LsReal whole = LsFloor(high * (LsReal)(0.25f));
  const LsReal rest = (high - whole * (LsReal)(4.0f)) * (LsReal)(256.0f);
  return whole + LsFloor((rest + low) * (LsReal)(1.0f / 1024.0f));
}

LS_SHARED LsLayer LsBumpmap(LsLayer canvas, LsLayer update) {
  const LsReal height = LsIntensity(update.colors) * (LsReal)(1.0f / LS_MAX);
  LsLayer result;
  result.colors.red = canvas.colors.red * height;
  result.colors.green = canvas.colors.green * height;
  result.colors.blue = canvas.colors.blue * height;
  result.opacity = canvas.opacity * height;
  return result;
}

LS_SHARED LsLayer LsCopyRed(LsLayer canvas, LsLayer update) {
  canvas.colors.red = update.colors.red;
  return canvas;
}
LS_SHARED LsLayer LsCopyGreen(LsLayer canvas, LsLayer update) {
  canvas.colors.green = update.colors.green;
  return canvas;
}
LS_SHARED LsLayer LsCopyBlue(LsLayer canvas, LsLayer update) {
  canvas.colors.blue = update.colors.blue;
  return canvas;
}

/* `mixed`, the mix of the colours, where both layers cover; elsewhere the one that does. */
LS_SHARED LsLayer LsBlend(LsLayer canvas, LsLayer update, LsColors mixed) {
  const LsReal one = (LsReal)(1.0f);
  const LsReal base = LsCover(canvas.opacity), cover = LsCover(update.opacity);
  const LsReal both = base * cover;
  const LsReal canvas_only = base * (one - cover), update_only = cover * (one - base);
  const LsReal all = LsUnit(both + canvas_only + update_only);
  const LsReal scale = LsInverse(all);
  const LsReal a = canvas_only * scale, b = update_only * scale, m = both * scale;
  LsLayer result;
  result.colors.red = LsWeighted(canvas.colors.red, a, update.colors.red, b) + mixed.red * m;
  result.colors.green =
      LsWeighted(canvas.colors.green, a, update.colors.green, b) + mixed.green * m;
  result.colors.blue = LsWeighted(canvas.colors.blue, a, update.colors.blue, b) + mixed.blue * m;
  result.opacity = LsOpacityOf(all);
  return result;
}

#define LS_BLEND(name)                                         \
  LS_SHARED LsLayer Ls##name(LsLayer canvas, LsLayer update) { \
    LsColors mixed;                                            \
    LS_EACH_COLOR(mixed, LsMix##name)                          \
    return LsBlend(canvas, update, mixed);                     \
  }

LS_SHARED LsReal LsMixDifference(LsReal canvas, LsReal update) {
  return LsHigher(canvas, update) - LsLower(canvas, update);
}
LS_SHARED LsReal LsMixMultiply(LsReal canvas, LsReal update) {
  return canvas * update * (LsReal)(1.0f / LS_MAX);
}
LS_SHARED LsReal LsMixDarken(LsReal canvas, LsReal update) {
  return LsLower(canvas, update);
}
LS_SHARED LsReal LsMixLighten(LsReal canvas, LsReal update) {
  return LsHigher(canvas, update);
}
LS_SHARED LsReal LsMixScreen(LsReal canvas, LsReal update) {
  return canvas + update - canvas * update * (LsReal)(1.0f / LS_MAX);
}
LS_SHARED LsReal LsMixExclusion(LsReal canvas, LsReal update) {
  return canvas + update - canvas * update * (LsReal)(2.0f / LS_MAX);
}
LS_SHARED LsReal LsMixOverlay(LsReal canvas, LsReal update) {
  const LsReal most = (LsReal)(LS_MAX), twice = (LsReal)(2.0f / LS_MAX);
  return LS_SELECT(canvas < (LsReal)(LS_HALF_MAX), canvas * update * twice,
                   most - (most - canvas) * (most - update) * twice);
}
LS_SHARED LsReal LsMixHardLight(LsReal canvas, LsReal update) {
  return LsMixOverlay(update, canvas);
}
LS_SHARED LsReal LsMixColorDodge(LsReal canvas, LsReal update) {
  const LsReal most = (LsReal)(LS_MAX);
  const LsReal rest = LsHigher(most - update, (LsReal)(1.0f));
  return LS_SELECT(update < most, LsLower(most, canvas * most / rest), most);
}
LS_SHARED LsReal LsMixColorBurn(LsReal canvas, LsReal update) {
  const LsReal most = (LsReal)(LS_MAX), zero = (LsReal)(0.0f);
  const LsReal divisor = LsHigher(update, (LsReal)(1.0f));
  return LS_SELECT(update > zero, LsHigher(zero, most - (most - canvas) * most / divisor), zero);
}
/* Up to a quarter, a curve that meets the root there. */
LS_SHARED LsReal LsSoftRamp(LsReal value) {
  const LsReal curve =
      (((LsReal)(16.0f) * value - (LsReal)(12.0f)) * value + (LsReal)(4.0f)) * value;
  return LS_SELECT(value <= (LsReal)(0.25f), curve, LsRoot(value));
}
LS_SHARED LsReal LsMixSoftLight(LsReal canvas, LsReal update) {
  const LsReal value = canvas * (LsReal)(1.0f / LS_MAX);
  const LsReal light = update + update - (LsReal)(LS_MAX);
  const LsReal darker = (value - value * value) * light,
               lighter = (LsSoftRamp(value) - value) * light;
  return canvas + LS_SELECT(update < (LsReal)(LS_HALF_MAX), darker, lighter);
}
LS_SHARED LsReal LsMixLinearBurn(LsReal canvas, LsReal update) {
  return LsHigher((LsReal)(0.0f), canvas + update - (LsReal)(LS_MAX));
}
LS_SHARED LsReal LsMixLinearDodge(LsReal canvas, LsReal update) {
  return LsLower((LsReal)(LS_MAX), canvas + update);
}
LS_SHARED LsReal LsMixLinearLight(LsReal canvas, LsReal update) {
  const LsReal sum = canvas + update + update - (LsReal)(LS_MAX);
  return LsLower(LsHigher(sum, (LsReal)(0.0f)), (LsReal)(LS_MAX));
}
/* The lower half burns with twice the update, the upper half dodges with it. */
LS_SHARED LsReal LsMixVividLight(LsReal canvas, LsReal update) {
  const LsReal most = (LsReal)(LS_MAX), twice = update + update;
  return LS_SELECT(update < (LsReal)(LS_HALF_MAX), LsMixColorBurn(canvas, twice),
                   LsMixColorDodge(canvas, twice - most));
}
LS_SHARED LsReal LsMixPinLight(LsReal canvas, LsReal update) {
  const LsReal twice = update + update;
  return LsHigher(LsLower(canvas, twice), twice - (LsReal)(LS_MAX));
}
LS_SHARED LsReal LsMixHardMix(LsReal canvas, LsReal update) {
  return LS_SELECT(canvas + update < (LsReal)(LS_MAX), (LsReal)(0.0f), (LsReal)(LS_MAX));
}

LS_BLEND(Difference)
LS_BLEND(Multiply)
LS_BLEND(Darken)
LS_BLEND(Lighten)
LS_BLEND(Screen)
LS_BLEND(Exclusion)
LS_BLEND(Overlay)
LS_BLEND(HardLight)
LS_BLEND(ColorDodge)
LS_BLEND(ColorBurn)
LS_BLEND(SoftLight)
LS_BLEND(LinearBurn)
LS_BLEND(LinearDodge)
LS_BLEND(LinearLight)
LS_BLEND(VividLight)
LS_BLEND(PinLight)
LS_BLEND(HardMix)

LS_SHARED LsReal LsQuotient(LsReal canvas, LsReal update) {
  const LsReal most = (LsReal)(LS_MAX);
  return update * most / LS_SELECT(canvas > (LsReal)(0.0f), canvas, (LsReal)(1.0f / LS_MAX));
}

LS_SHARED LsLayer LsDivide(LsLayer canvas, LsLayer update) {
  LsLayer result;
  LS_EACH_COLOR(result.colors, LsQuotient)
  result.opacity = LsQuotient(canvas.opacity, update.opacity);
  return result;
}

/* n: the amount, and the difference below which a sample is kept. */
LS_SHARED LsReal LsSharpened(LsReal canvas, LsReal update, const float* n) {
  const LsReal difference = canvas - update;
  const LsReal size = LsHigher(difference, (LsReal)(0.0f) - difference);
  return LS_SELECT(size + size < (LsReal)(n[1]), canvas, canvas + difference * (LsReal)(n[0]));
}

LS_SHARED LsLayer LsThreshold(LsLayer canvas, LsLayer update, const float* n) {
  LsLayer result;
  result.colors.red = LsSharpened(canvas.colors.red, update.colors.red, n);
  result.colors.green = LsSharpened(canvas.colors.green, update.colors.green, n);
  result.colors.blue = LsSharpened(canvas.colors.blue, update.colors.blue, n);
  result.opacity = LsSharpened(canvas.opacity, update.opacity, n);
  return result;
}

/* n: what the darkest and the brightest update take from or add to the luminosity. */
LS_SHARED LsLayer LsModulateBy(LsLayer canvas, LsLayer update, const float* n) {
  const float middle = (LS_MAX + 1.0f) * 0.5f;
  const LsReal offset = LsIntensity(update.colors) - (LsReal)(middle);
  LsHsl hsl = LsToHsl(canvas.colors);
  hsl.luminosity = LsUnit(hsl.luminosity + offset * (LsReal)(n[0] / middle));
  const LsLayer changed = LsLayerOf(LsFromHsl(hsl), canvas.opacity);
  return LsEither(offset == (LsReal)(0.0f), canvas, changed);
}

/* Hue, saturation and luminosity: those said are the update's, the others the canvas's. */
LS_SHARED LsLayer LsMixHsl(LsLayer canvas, LsLayer update, bool hue, bool saturation,
                           bool luminosity) {
  LsHsl hsl = LsToHsl(canvas.colors);
  const LsHsl other = LsToHsl(update.colors);
  if (hue) hsl.hue = other.hue;
  if (saturation) hsl.saturation = other.saturation;
  if (luminosity) hsl.luminosity = other.luminosity;
  const LsLayer mixed = LsLayerOf(LsFromHsl(hsl), LsLower(canvas.opacity, update.opacity));
  return LsEither(LsIsTransparent(update), canvas,
                  LsEither(LsIsTransparent(canvas), update, mixed));
}
