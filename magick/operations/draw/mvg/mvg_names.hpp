// What values are called in the drawing language. Reading ignores case.
#pragma once

#include <cstddef>
#include <string>

#include "magick/render.h"
#include "magick/utility.h"

namespace lodestone {

template <class Value>
struct NamedValue {
  const char* name;
  Value value;
};

inline constexpr NamedValue<ClipPathUnits> kClipUnitNames[] = {
    {"userSpace", UserSpace},
    {"userSpaceOnUse", UserSpaceOnUse},
    {"objectBoundingBox", ObjectBoundingBox}};
inline constexpr NamedValue<DecorationType> kDecorationNames[] = {
    {"none", NoDecoration},
    {"underline", UnderlineDecoration},
    {"overline", OverlineDecoration},
    {"line-through", LineThroughDecoration}};
inline constexpr NamedValue<FillRule> kFillRuleNames[] = {{"evenodd", EvenOddRule},
                                                          {"nonzero", NonZeroRule}};
inline constexpr NamedValue<LineCap> kLineCapNames[] = {
    {"butt", ButtCap}, {"round", RoundCap}, {"square", SquareCap}};
inline constexpr NamedValue<LineJoin> kLineJoinNames[] = {
    {"bevel", BevelJoin}, {"miter", MiterJoin}, {"round", RoundJoin}};
inline constexpr NamedValue<PaintMethod> kPaintMethodNames[] = {
    {"point", PointMethod},
    {"replace", ReplaceMethod},
    {"floodfill", FloodfillMethod},
    {"filltoborder", FillToBorderMethod},
    {"reset", ResetMethod}};
inline constexpr NamedValue<StretchType> kStretchNames[] = {
    {"all", AnyStretch},
    {"condensed", CondensedStretch},
    {"expanded", ExpandedStretch},
    {"extra-condensed", ExtraCondensedStretch},
    {"extra-expanded", ExtraExpandedStretch},
    {"normal", NormalStretch},
    {"semi-condensed", SemiCondensedStretch},
    {"semi-expanded", SemiExpandedStretch},
    {"ultra-condensed", UltraCondensedStretch},
    {"ultra-expanded", UltraExpandedStretch},
};
inline constexpr NamedValue<StyleType> kStyleNames[] = {
    {"all", AnyStyle}, {"italic", ItalicStyle}, {"normal", NormalStyle}, {"oblique", ObliqueStyle}};

// nullptr: there is none.
template <class Value, std::size_t kCount>
const NamedValue<Value>* FindName(const NamedValue<Value> (&names)[kCount],
                                  const std::string& name) {
  for (const NamedValue<Value>& known : names)
    if (LocaleCompare(known.name, name.c_str()) == 0) return &known;
  return nullptr;
}

// The first name of a value; nullptr: it has none.
template <class Value, std::size_t kCount>
const char* NameIn(const NamedValue<Value> (&names)[kCount], Value value) {
  for (const NamedValue<Value>& known : names)
    if (known.value == value) return known.name;
  return nullptr;
}

}  // namespace lodestone
