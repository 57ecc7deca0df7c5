#include "coders/xcf/xcf_modes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lodestone::coders {
namespace {

constexpr float kTiny = 1e-6f;

float Ratio(float a, float b) {
  constexpr float kMost = 1 / kTiny;
  return std::abs(a) > kTiny ? std::clamp(a / b, -kMost, kMost) : 0;
}

template <float (*kBlend)(float below, float above)>
XcfPixel Each(const XcfPixel& below, const XcfPixel& above) {
  return {kBlend(below.red, above.red), kBlend(below.green, above.green),
          kBlend(below.blue, above.blue), above.alpha};
}

float Multiply(float b, float a) {
  return b * a;
}
float Screen(float b, float a) {
  return 1 - (1 - b) * (1 - a);
}
float Difference(float b, float a) {
  return std::abs(b - a);
}
float Addition(float b, float a) {
  return b + a;
}
float Subtract(float b, float a) {
  return b - a;
}
float Darken(float b, float a) {
  return std::min(b, a);
}
float Lighten(float b, float a) {
  return std::max(b, a);
}
float Divide(float b, float a) {
  return Ratio(b, a);
}
float OldDivide(float b, float a) {
  return 256.0f / 255.0f * b / (1.0f / 255.0f + a);
}
float Dodge(float b, float a) {
  return Ratio(b, 1 - a);
}
float Burn(float b, float a) {
  return 1 - Ratio(1 - b, a);
}
float Overlay(float b, float a) {
  return b < 0.5f ? 2 * b * a : Screen(2 * b - 1, a);
}
float HardLight(float b, float a) {
  return std::min(a > 0.5f ? Screen(b, 2 * a - 1) : 2 * a * b, 1.0f);
}
float SoftLight(float b, float a) {
  return (1 - b) * Multiply(b, a) + b * Screen(b, a);
}
float GrainExtract(float b, float a) {
  return b - a + 0.5f;
}
float GrainMerge(float b, float a) {
  return b + a - 0.5f;
}
float VividLight(float b, float a) {
  return a <= 0.5f ? Burn(b, 2 * a) : Dodge(b, 2 * a - 1);
}
float PinLight(float b, float a) {
  return a > 0.5f ? std::max(b, 2 * a - 1) : std::min(b, 2 * a);
}
float LinearLight(float b, float a) {
  return b + 2 * a - 1;
}
float HardMix(float b, float a) {
  return b + a < 1 ? 0.0f : 1.0f;
}
float Exclusion(float b, float a) {
  return 0.5f - 2 * (b - 0.5f) * (a - 0.5f);
}
float LinearBurn(float b, float a) {
  return b + a - 1;
}

float Least(const XcfPixel& p) {
  return std::min({p.red, p.green, p.blue});
}
float Most(const XcfPixel& p) {
  return std::max({p.red, p.green, p.blue});
}
float Luminance(const XcfPixel& p) {
  return 0.22248840f * p.red + 0.71690369f * p.green + 0.06060791f * p.blue;
}

XcfPixel Gray(float value) {
  return {value, value, value, 1};
}
XcfPixel Scaled(const XcfPixel& p, float factor, float offset) {
  return {p.red * factor + offset, p.green * factor + offset, p.blue * factor + offset, p.alpha};
}

// HSV: the hue of the layer with saturation and value of the backdrop.
XcfPixel Hue(const XcfPixel& below, const XcfPixel& above) {
  const float range = Most(above) - Least(above);
  if (range <= kTiny) return below;
  const float factor = (Most(below) - Least(below)) / range;
  return Scaled(above, factor, Most(below) - Most(above) * factor);
}

XcfPixel Saturation(const XcfPixel& below, const XcfPixel& above) {
  const float value = Most(below), range = value - Least(below);
  if (range <= kTiny) return Gray(value);
  const float saturation = Most(above) == 0 ? 0 : (Most(above) - Least(above)) / Most(above);
  const float factor = saturation * value / range;
  return Scaled(below, factor, (1 - factor) * value);
}

XcfPixel Value(const XcfPixel& below, const XcfPixel& above) {
  if (std::abs(Most(below)) <= kTiny) return Gray(Most(above));
  return Scaled(below, Most(above) / Most(below), 0);
}

// HSL: hue and saturation of the layer with the lightness of the backdrop. Saturation is the range
// as a share of the largest that there is at that lightness.
XcfPixel Color(const XcfPixel& below, const XcfPixel& above) {
  const float lightness = (Most(below) + Least(below)) / 2;
  const float own = (Most(above) + Least(above)) / 2;
  const float room = std::min(own, 1 - own);
  if (std::abs(room) <= kTiny) return Gray(lightness);
  const float factor = std::min(lightness, 1 - lightness) / room;
  return Scaled(above, factor, lightness - own * factor);
}

XcfPixel LumaDarken(const XcfPixel& below, const XcfPixel& above) {
  return Luminance(below) <= Luminance(above) ? below : above;
}
XcfPixel LumaLighten(const XcfPixel& below, const XcfPixel& above) {
  return Luminance(below) >= Luminance(above) ? below : above;
}
XcfPixel Luminosity(const XcfPixel& below, const XcfPixel& above) {
  return Scaled(below, Ratio(Luminance(above), Luminance(below)), 0);
}

// L*, a* and b* are in the place of red, green and blue. Hues are directions of a* and b*, chroma
// is their length.
XcfPixel WithChroma(const XcfPixel& lab, const XcfPixel& direction, float chroma) {
  const float length = std::hypot(direction.green, direction.blue);
  if (length <= kTiny) return lab;
  return {lab.red, direction.green * chroma / length, direction.blue * chroma / length, lab.alpha};
}
XcfPixel LchHue(const XcfPixel& below, const XcfPixel& above) {
  return WithChroma(below, above, std::hypot(below.green, below.blue));
}
XcfPixel LchChroma(const XcfPixel& below, const XcfPixel& above) {
  return WithChroma(below, below, std::hypot(above.green, above.blue));
}
XcfPixel LchColor(const XcfPixel& below, const XcfPixel& above) {
  return {below.red, above.green, above.blue, above.alpha};
}
XcfPixel LchLightness(const XcfPixel& below, const XcfPixel& above) {
  return {above.red, below.green, below.blue, above.alpha};
}

// The least share of another colour that gives the backdrop's over the layer's, and that colour.
XcfPixel ColorErase(const XcfPixel& below, const XcfPixel& above) {
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

constexpr XcfSpace kSeen = XcfSpace::kPerceptual, kLight = XcfSpace::kLinear, kLab = XcfSpace::kLab;

struct Mode {
  XcfRule rule;
  CompositeOperator compose = OverCompositeOp;
};

template <float (*kBlend)(float, float)>
constexpr Mode Old(CompositeOperator compose = OverCompositeOp) {
  return {{Each<kBlend>, XcfKind::kLegacy, kSeen, kSeen, XcfClip::kBackdrop}, compose};
}
template <float (*kBlend)(float, float)>
constexpr Mode New(XcfSpace space, CompositeOperator compose = OverCompositeOp) {
  return {{Each<kBlend>, XcfKind::kPlain, space, kLight, XcfClip::kBackdrop}, compose};
}
template <XcfPixel (*kBlend)(const XcfPixel&, const XcfPixel&)>
constexpr Mode OldColor(CompositeOperator compose) {
  return {{kBlend, XcfKind::kLegacy, kSeen, kSeen, XcfClip::kBackdrop}, compose};
}
template <XcfPixel (*kBlend)(const XcfPixel&, const XcfPixel&)>
constexpr Mode NewColor(XcfSpace space, CompositeOperator compose = OverCompositeOp) {
  return {{kBlend, XcfKind::kPlain, space, kLight, XcfClip::kBackdrop}, compose};
}
constexpr Mode Plain(XcfKind kind, XcfSpace space, XcfClip clip = XcfClip::kUnion,
                     CompositeOperator compose = OverCompositeOp) {
  return {{nullptr, kind, space, space, clip}, compose};
}
constexpr Mode Erasing(XcfSpace space) {
  return {{ColorErase, XcfKind::kColorErase, space, space, XcfClip::kBackdrop}, OverCompositeOp};
}

// By the numbers in files.
constexpr Mode kModes[] = {Plain(XcfKind::kPlain, kSeen),
                           Plain(XcfKind::kDissolve, kSeen, XcfClip::kUnion, DissolveCompositeOp),
                           Plain(XcfKind::kBehind, kSeen),
                           Old<Multiply>(MultiplyCompositeOp),
                           Old<Screen>(ScreenCompositeOp),
                           Old<SoftLight>(SoftLightCompositeOp),
                           Old<Difference>(DifferenceCompositeOp),
                           Old<Addition>(LinearDodgeCompositeOp),
                           Old<Subtract>(MinusCompositeOp),
                           Old<Darken>(DarkenCompositeOp),
                           Old<Lighten>(LightenCompositeOp),
                           OldColor<Hue>(HueCompositeOp),
                           OldColor<Saturation>(SaturateCompositeOp),
                           OldColor<Color>(ColorizeCompositeOp),
                           OldColor<Value>(LuminizeCompositeOp),
                           Old<OldDivide>(DivideCompositeOp),
                           Old<Dodge>(ColorDodgeCompositeOp),
                           Old<Burn>(ColorBurnCompositeOp),
                           Old<HardLight>(HardLightCompositeOp),
                           Old<SoftLight>(SoftLightCompositeOp),
                           Old<GrainExtract>(),
                           Old<GrainMerge>(),
                           Erasing(kSeen),
                           New<Overlay>(kSeen, OverlayCompositeOp),
                           NewColor<LchHue>(kLab, HueCompositeOp),
                           NewColor<LchChroma>(kLab, SaturateCompositeOp),
                           NewColor<LchColor>(kLab, ColorizeCompositeOp),
                           NewColor<LchLightness>(kLab, LuminizeCompositeOp),
                           Plain(XcfKind::kPlain, kLight),
                           Plain(XcfKind::kBehind, kLight),
                           New<Multiply>(kLight, MultiplyCompositeOp),
                           New<Screen>(kSeen, ScreenCompositeOp),
                           New<Difference>(kSeen, DifferenceCompositeOp),
                           New<Addition>(kLight, LinearDodgeCompositeOp),
                           New<Subtract>(kLight, MinusCompositeOp),
                           New<Darken>(kLight, DarkenCompositeOp),
                           New<Lighten>(kLight, LightenCompositeOp),
                           NewColor<Hue>(kSeen, HueCompositeOp),
                           NewColor<Saturation>(kSeen, SaturateCompositeOp),
                           NewColor<Color>(kSeen, ColorizeCompositeOp),
                           NewColor<Value>(kSeen, LuminizeCompositeOp),
                           New<Divide>(kLight, DivideCompositeOp),
                           New<Dodge>(kSeen, ColorDodgeCompositeOp),
                           New<Burn>(kSeen, ColorBurnCompositeOp),
                           New<HardLight>(kSeen, HardLightCompositeOp),
                           New<SoftLight>(kSeen, SoftLightCompositeOp),
                           New<GrainExtract>(kSeen),
                           New<GrainMerge>(kSeen),
                           New<VividLight>(kSeen, VividLightCompositeOp),
                           New<PinLight>(kSeen, PinLightCompositeOp),
                           New<LinearLight>(kSeen, LinearLightCompositeOp),
                           New<HardMix>(kSeen, HardMixCompositeOp),
                           New<Exclusion>(kSeen, ExclusionCompositeOp),
                           New<LinearBurn>(kSeen, LinearBurnCompositeOp),
                           NewColor<LumaDarken>(kSeen),
                           NewColor<LumaLighten>(kSeen),
                           NewColor<Luminosity>(kLight, LuminizeCompositeOp),
                           Erasing(kLight),
                           Plain(XcfKind::kErase, kLight, XcfClip::kBackdrop),
                           Plain(XcfKind::kMerge, kLight),
                           Plain(XcfKind::kSplit, kLight, XcfClip::kBackdrop),
                           Plain(XcfKind::kPassThrough, kLight)};

// Modes that this version does not know are normal.
const Mode& ModeOf(std::uint32_t number) {
  constexpr std::size_t kNormal = 28;
  return kModes[number < std::size(kModes) ? number : kNormal];
}

// The spaces of files: 2 and 4 differ only with profiles.
XcfSpace SpaceOf(std::int32_t number, XcfSpace usual) {
  switch (number) {
    case 1:
      return kLight;
    case 2:
    case 4:
      return kSeen;
    case 3:
      return kLab;
    default:
      return usual;
  }
}

}  // namespace

bool XcfRule::NeverUncovers() const {
  const bool erases =
      kind == XcfKind::kErase || kind == XcfKind::kColorErase || kind == XcfKind::kSplit;
  return !erases && (clip == XcfClip::kUnion || clip == XcfClip::kBackdrop);
}

XcfRule XcfRuleOf(const XcfBlend& blend, bool lowest) {
  XcfRule rule = ModeOf(blend.mode).rule;
  if (rule.kind == XcfKind::kPassThrough) return rule;
  if (lowest) return {nullptr, rule.kind == XcfKind::kDissolve ? rule.kind : XcfKind::kPlain};
  if (rule.kind != XcfKind::kPlain) return rule;
  if (blend.composite_mode >= 1 && blend.composite_mode <= 4)
    rule.clip = static_cast<XcfClip>(blend.composite_mode);
  rule.blend_space = SpaceOf(blend.blend_space, rule.blend_space);
  const XcfSpace composite = SpaceOf(blend.composite_space, rule.composite_space);
  rule.composite_space = composite == kLab ? kLight : composite;
  return rule;
}

CompositeOperator XcfCompositeOf(const XcfBlend& blend) {
  return ModeOf(blend.mode).compose;
}

}  // namespace lodestone::coders
