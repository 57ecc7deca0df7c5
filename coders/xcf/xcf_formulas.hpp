// What becomes of two colours, one below (b) and one above it (a), by the modes of GIMP.
#pragma once

#include <algorithm>
#include <cmath>

#include "coders/xcf/xcf_tiles.hpp"

namespace lodestone::coders::xcf {

inline constexpr float kTiny = 1e-6f;

inline float Ratio(float a, float b) {
  constexpr float kMost = 1 / kTiny;
  return std::abs(a) > kTiny ? std::clamp(a / b, -kMost, kMost) : 0;
}

template <float (*kBlend)(float below, float above)>
XcfPixel Each(const XcfPixel& below, const XcfPixel& above) {
  return {kBlend(below.red, above.red), kBlend(below.green, above.green),
          kBlend(below.blue, above.blue), above.alpha};
}

inline float Multiply(float b, float a) {
  return b * a;
}
inline float Screen(float b, float a) {
  return 1 - (1 - b) * (1 - a);
}
inline float Difference(float b, float a) {
  return std::abs(b - a);
}
inline float Addition(float b, float a) {
  return b + a;
}
inline float Subtract(float b, float a) {
  return b - a;
}
inline float Darken(float b, float a) {
  return std::min(b, a);
}
inline float Lighten(float b, float a) {
  return std::max(b, a);
}
inline float Divide(float b, float a) {
  return Ratio(b, a);
}
inline float OldDivide(float b, float a) {
  return 256.0f / 255.0f * b / (1.0f / 255.0f + a);
}
inline float Dodge(float b, float a) {
  return Ratio(b, 1 - a);
}
inline float Burn(float b, float a) {
  return 1 - Ratio(1 - b, a);
}
inline float Overlay(float b, float a) {
  return b < 0.5f ? 2 * b * a : Screen(2 * b - 1, a);
}
inline float HardLight(float b, float a) {
  return std::min(a > 0.5f ? Screen(b, 2 * a - 1) : 2 * a * b, 1.0f);
}
inline float SoftLight(float b, float a) {
  return (1 - b) * Multiply(b, a) + b * Screen(b, a);
}
inline float GrainExtract(float b, float a) {
  return b - a + 0.5f;
}
inline float GrainMerge(float b, float a) {
  return b + a - 0.5f;
}
inline float VividLight(float b, float a) {
  return a <= 0.5f ? Burn(b, 2 * a) : Dodge(b, 2 * a - 1);
}
inline float PinLight(float b, float a) {
  return a > 0.5f ? std::max(b, 2 * a - 1) : std::min(b, 2 * a);
}
inline float LinearLight(float b, float a) {
  return b + 2 * a - 1;
}
inline float HardMix(float b, float a) {
  return b + a < 1 ? 0.0f : 1.0f;
}
inline float Exclusion(float b, float a) {
  return 0.5f - 2 * (b - 0.5f) * (a - 0.5f);
}
inline float LinearBurn(float b, float a) {
  return b + a - 1;
}

inline float Least(const XcfPixel& p) {
  return std::min({p.red, p.green, p.blue});
}
inline float Most(const XcfPixel& p) {
  return std::max({p.red, p.green, p.blue});
}
inline float Luminance(const XcfPixel& p) {
  return 0.22248840f * p.red + 0.71690369f * p.green + 0.06060791f * p.blue;
}

inline XcfPixel Gray(float value) {
  return {value, value, value, 1};
}
inline XcfPixel Scaled(const XcfPixel& p, float factor, float offset) {
  return {p.red * factor + offset, p.green * factor + offset, p.blue * factor + offset, p.alpha};
}

// HSV: the hue of the layer with saturation and value of the backdrop.
inline XcfPixel Hue(const XcfPixel& below, const XcfPixel& above) {
  const float range = Most(above) - Least(above);
  if (range <= kTiny) return below;
  const float factor = (Most(below) - Least(below)) / range;
  return Scaled(above, factor, Most(below) - Most(above) * factor);
}

inline XcfPixel Saturation(const XcfPixel& below, const XcfPixel& above) {
  const float value = Most(below), range = value - Least(below);
  if (range <= kTiny) return Gray(value);
  const float saturation = Most(above) == 0 ? 0 : (Most(above) - Least(above)) / Most(above);
  const float factor = saturation * value / range;
  return Scaled(below, factor, (1 - factor) * value);
}

inline XcfPixel Value(const XcfPixel& below, const XcfPixel& above) {
  if (std::abs(Most(below)) <= kTiny) return Gray(Most(above));
  return Scaled(below, Most(above) / Most(below), 0);
}

// HSL: hue and saturation of the layer with the lightness of the backdrop. Saturation is the range
// as a share of the largest that there is at that lightness.
inline XcfPixel Color(const XcfPixel& below, const XcfPixel& above) {
  const float lightness = (Most(below) + Least(below)) / 2;
  const float own = (Most(above) + Least(above)) / 2;
  const float room = std::min(own, 1 - own);
  if (std::abs(room) <= kTiny) return Gray(lightness);
  const float factor = std::min(lightness, 1 - lightness) / room;
  return Scaled(above, factor, lightness - own * factor);
}

inline XcfPixel LumaDarken(const XcfPixel& below, const XcfPixel& above) {
  return Luminance(below) <= Luminance(above) ? below : above;
}
inline XcfPixel LumaLighten(const XcfPixel& below, const XcfPixel& above) {
  return Luminance(below) >= Luminance(above) ? below : above;
}
inline XcfPixel Luminosity(const XcfPixel& below, const XcfPixel& above) {
  return Scaled(below, Ratio(Luminance(above), Luminance(below)), 0);
}

// L*, a* and b* are in the place of red, green and blue. Hues are directions of a* and b*, chroma
// is their length.
inline XcfPixel WithChroma(const XcfPixel& lab, const XcfPixel& direction, float chroma) {
  const float length = std::hypot(direction.green, direction.blue);
  if (length <= kTiny) return lab;
  return {lab.red, direction.green * chroma / length, direction.blue * chroma / length, lab.alpha};
}
inline XcfPixel LchHue(const XcfPixel& below, const XcfPixel& above) {
  return WithChroma(below, above, std::hypot(below.green, below.blue));
}
inline XcfPixel LchChroma(const XcfPixel& below, const XcfPixel& above) {
  return WithChroma(below, below, std::hypot(above.green, above.blue));
}
inline XcfPixel LchColor(const XcfPixel& below, const XcfPixel& above) {
  return {below.red, above.green, above.blue, above.alpha};
}
inline XcfPixel LchLightness(const XcfPixel& below, const XcfPixel& above) {
  return {above.red, below.green, below.blue, above.alpha};
}

// The least share of another colour that gives the backdrop's over the layer's, and that colour.
inline XcfPixel ColorErase(const XcfPixel& below, const XcfPixel& above) {
  const auto share = [](float color, float erased) {
    color = std::clamp(color, 0.0f, 1.0f);
    erased = std::clamp(erased, 0.0f, 1.0f);
    if (std::abs(color - erased) <= kTiny) return 0.0f;
    return color > erased ? (color - erased) / (1 - erased) : (erased - color) / erased;
  };
  const float alpha = std::max({share(below.red, above.red), share(below.green, above.green),
                                share(below.blue, above.blue)});
  if (alpha <= kTiny) return {};
  const auto kept = [&](float color, float erased) { return (color - erased) / alpha + erased; };
  return {kept(below.red, above.red), kept(below.green, above.green), kept(below.blue, above.blue),
          alpha};
}

}  // namespace lodestone::coders::xcf
