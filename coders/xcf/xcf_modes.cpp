#include "coders/xcf/xcf_modes.hpp"

#include <cstdlib>
#include <iterator>

#include "coders/xcf/xcf_formulas.hpp"

namespace lodestone::coders {
namespace {

using namespace xcf;  // the formulas

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
  switch (std::abs(std::int64_t{number})) {
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
  const std::int64_t clip = std::abs(std::int64_t{blend.composite_mode});
  if (clip >= 1 && clip <= 4) rule.clip = static_cast<XcfClip>(clip);
  rule.blend_space = SpaceOf(blend.blend_space, rule.blend_space);
  const XcfSpace composite = SpaceOf(blend.composite_space, rule.composite_space);
  rule.composite_space = composite == kLab ? kLight : composite;
  return rule;
}

CompositeOperator XcfCompositeOf(const XcfBlend& blend) {
  return ModeOf(blend.mode).compose;
}

}  // namespace lodestone::coders
