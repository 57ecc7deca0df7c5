// How layers are blended with what is below them.
#pragma once

#include <optional>

#include "coders/xcf/xcf_tiles.hpp"

namespace lodestone::coders {

// Samples as they are stored, proportional to light, or CIE L*a*b*.
enum class XcfSpace { kPerceptual, kLinear, kLab };

// Where there is something afterwards; numbers as in files.
enum class XcfClip { kUnion = 1, kBackdrop = 2, kLayer = 3, kIntersection = 4 };

enum class XcfKind {
  kPlain,
  kLegacy,  // modes of GIMP before 2.10
  kDissolve,
  kBehind,
  kErase,
  kColorErase,
  kMerge,
  kSplit,
  kPassThrough  // of groups: their layers are blended with what is below the group
};

struct XcfRule {
  // The colour of a layer over a backdrop where both are; null: the layer's.
  XcfPixel (*blend)(const XcfPixel& backdrop, const XcfPixel& layer) = nullptr;
  XcfKind kind = XcfKind::kPlain;
  XcfSpace blend_space = XcfSpace::kPerceptual;
  XcfSpace composite_space = XcfSpace::kPerceptual;
  XcfClip clip = XcfClip::kUnion;

  bool NeverUncovers() const;  // what is opaque stays opaque
};

// `lowest`: nothing is below the layer, so that there is nothing to blend it with.
XcfRule XcfRuleOf(const XcfBlend& blend, bool lowest);

// The nearest operator of this library.
CompositeOperator XcfCompositeOf(const XcfBlend& blend);

// xcf_blend.cpp: blends `count` pixels of a layer, of which the share `cover` counts, with a row of
// the backdrop. The place on the canvas is for what looks random.
struct XcfPlace {
  std::int64_t x = 0, y = 0;
};
void BlendXcfPixels(const XcfRule& rule, const XcfPixel* layer, const float* cover,
                    std::size_t count, XcfPlace place, XcfPixel* backdrop);

}  // namespace lodestone::coders
