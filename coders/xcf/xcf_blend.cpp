#include <algorithm>
#include <cmath>

#include "coders/common/linear_light.hpp"
#include "coders/xcf/xcf_modes.hpp"

namespace lodestone::coders {
namespace {

using Row = float[3];

float Product(const Row& row, float a, float b, float c) {
  return row[0] * a + row[1] * b + row[2] * c;
}

// Light of sRGB as X, Y and Z that are 1 for its white, D50, and back.
constexpr Row kToWhite[] = {{0.4522588f, 0.3993531f, 0.1483880f},
                            {0.2225045f, 0.7168786f, 0.0606169f},
                            {0.0168840f, 0.1176746f, 0.8654414f}};
constexpr Row kFromWhite[] = {{3.0217167f, -1.6168667f, -0.4048500f},
                              {-0.9437440f, 1.9161415f, 0.0276066f},
                              {0.0693709f, -0.2289914f, 1.1596255f}};
constexpr float kLabEdge = 216.0f / 24389.0f, kLabSlope = 24389.0f / 27.0f;

float LabRoot(float share) {
  return share > kLabEdge ? std::cbrt(share) : (kLabSlope * share + 16) / 116;
}
float LabShare(float root) {
  const float cube = root * root * root;
  return cube > kLabEdge ? cube : (116 * root - 16) / kLabSlope;
}

XcfPixel LabOfLight(const XcfPixel& p) {
  const float x = LabRoot(Product(kToWhite[0], p.red, p.green, p.blue));
  const float y = LabRoot(Product(kToWhite[1], p.red, p.green, p.blue));
  const float z = LabRoot(Product(kToWhite[2], p.red, p.green, p.blue));
  return {116 * y - 16, 500 * (x - y), 200 * (y - z), p.alpha};
}

XcfPixel LightOfLab(const XcfPixel& lab) {
  const float root = (lab.red + 16) / 116;
  const float x = LabShare(root + lab.green / 500), y = LabShare(root);
  const float z = LabShare(root - lab.blue / 200);
  return {Product(kFromWhite[0], x, y, z), Product(kFromWhite[1], x, y, z),
          Product(kFromWhite[2], x, y, z), lab.alpha};
}

XcfPixel Decoded(const XcfPixel& p) {
  return {DecodedLight(p.red), DecodedLight(p.green), DecodedLight(p.blue), p.alpha};
}
XcfPixel Encoded(const XcfPixel& p) {
  return {EncodedLight(p.red), EncodedLight(p.green), EncodedLight(p.blue), p.alpha};
}

XcfPixel Converted(const XcfPixel& p, XcfSpace from, XcfSpace to) {
  if (from == to) return p;
  const XcfPixel light = from == XcfSpace::kPerceptual ? Decoded(p)
                         : from == XcfSpace::kLab      ? LightOfLab(p)
                                                       : p;
  return to == XcfSpace::kPerceptual ? Encoded(light)
         : to == XcfSpace::kLab      ? LabOfLight(light)
                                     : light;
}

// Shares of the backdrop, the layer and the blended colour, and the alpha of their sum.
struct Shares {
  float below = 0, above = 0, blended = 0;
  float alpha = 0;
};

// `below` and `above` are how much there is of both.
Shares ClippedShares(XcfClip clip, float below, float above) {
  switch (clip) {
    case XcfClip::kBackdrop:
      return {1 - above, 0, above, below};
    case XcfClip::kLayer:
      return {0, 1 - below, below, above};
    case XcfClip::kIntersection:
      return {0, 0, 1, below * above};
    default: {
      const float alpha = above + (1 - above) * below;
      return {below * (1 - above) / alpha, above * (1 - below) / alpha, below * above / alpha,
              alpha};
    }
  }
}

// Between two colours, of which that of the layer has a share of all.
Shares Between(float above, float alpha) {
  return {1 - above, above, 0, alpha};
}

// Where both are partly there, old modes blend as much as there is of the one that is less.
Shares LegacyShares(float below, float layer, float cover) {
  const float common = std::min(below, layer) * cover;
  const float share = common / (below + (1 - below) * common);
  return {1 - share, 0, share, below};
}

Shares SharesOf(const XcfRule& rule, float below, float layer, float cover) {
  const float above = layer * cover;
  switch (rule.kind) {
    case XcfKind::kLegacy:
      return LegacyShares(below, layer, cover);
    case XcfKind::kBehind: {
      const float alpha = below + (1 - below) * above;
      return Between(1 - below / alpha, alpha);
    }
    case XcfKind::kMerge: {
      const float added = std::min(above, 1 - below);
      return Between(added / (below + added), below + added);
    }
    case XcfKind::kPassThrough: {
      const float alpha = below * (1 - cover) + above;
      return Between(above / alpha, alpha);
    }
    default:
      return ClippedShares(rule.clip, below, above);
  }
}

XcfPixel Clamped(const XcfPixel& p) {
  return {std::clamp(p.red, 0.0f, 1.0f), std::clamp(p.green, 0.0f, 1.0f),
          std::clamp(p.blue, 0.0f, 1.0f), p.alpha};
}

// In the space of composition.
XcfPixel BlendedColor(const XcfRule& rule, const XcfPixel& below, const XcfPixel& layer) {
  const auto seen = XcfSpace::kPerceptual;
  const XcfPixel color = rule.blend(Converted(below, seen, rule.blend_space),
                                    Converted(layer, seen, rule.blend_space));
  if (rule.kind == XcfKind::kLegacy) return Clamped(color);
  return Converted(color, rule.blend_space, rule.composite_space);
}

// Adds up those colours of which there is a share.
XcfPixel Sum(const XcfRule& rule, const Shares& shares, const XcfPixel& below,
             const XcfPixel& layer, const XcfPixel& blended) {
  const auto seen = XcfSpace::kPerceptual;
  if (shares.below == 1) return {below.red, below.green, below.blue, shares.alpha};
  if (shares.above == 1) return {layer.red, layer.green, layer.blue, shares.alpha};
  XcfPixel sum;
  const auto add = [&](const XcfPixel& color, float share) {
    sum.red += color.red * share;
    sum.green += color.green * share;
    sum.blue += color.blue * share;
  };
  if (shares.below != 0) add(Converted(below, seen, rule.composite_space), shares.below);
  if (shares.above != 0) add(Converted(layer, seen, rule.composite_space), shares.above);
  if (shares.blended != 0) add(blended, shares.blended);
  sum = Converted(sum, rule.composite_space, seen);
  sum.alpha = shares.alpha;
  return sum;
}

// Takes the colour of the layer out of the backdrop.
XcfPixel Erased(const XcfRule& rule, const XcfPixel& below, const XcfPixel& layer, float above) {
  const XcfPixel rest = BlendedColor(rule, below, layer);
  const float kept = rest.alpha * above, alpha = 1 - above + kept;
  if (alpha <= 0) return {below.red, below.green, below.blue, 0};
  const float share = kept / alpha;
  return Sum(rule, {1 - share, 0, share, alpha * below.alpha}, below, layer, rest);
}

// The same for the same place.
float Noise(XcfPlace place) {
  std::uint64_t bits =
      static_cast<std::uint64_t>(place.y) << 32 ^ static_cast<std::uint64_t>(place.x);
  for (int i = 0; i < 2; ++i) bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
  return static_cast<float>(bits >> 40) * 0x1p-24f;
}

XcfPixel Blended(const XcfRule& rule, const XcfPixel& below, const XcfPixel& layer, float cover,
                 XcfPlace place) {
  const float above = layer.alpha * cover;
  const auto uncovered = [&](float alpha) {
    return XcfPixel{below.red, below.green, below.blue, alpha};
  };
  switch (rule.kind) {
    case XcfKind::kErase:
      return uncovered(below.alpha * (1 - above));
    case XcfKind::kSplit:
      return uncovered(std::max(below.alpha - above, 0.0f));
    case XcfKind::kDissolve:
      return above > Noise(place) ? XcfPixel{layer.red, layer.green, layer.blue, 1} : below;
    case XcfKind::kColorErase:
      return above > 0 && below.alpha > 0 ? Erased(rule, below, layer, above) : below;
    default:
      break;
  }
  const bool passes = rule.kind == XcfKind::kPassThrough;
  if (above <= 0 && (!passes || below.alpha * (1 - cover) <= 0))
    return passes || !rule.NeverUncovers() ? uncovered(0) : below;
  Shares shares = SharesOf(rule, below.alpha, layer.alpha, cover);
  if (below.alpha <= 0 && shares.above <= 0) return below;  // clipped
  if (rule.blend == nullptr) shares = Between(1 - shares.below, shares.alpha);
  return Sum(rule, shares, below, layer,
             shares.blended != 0 ? BlendedColor(rule, below, layer) : layer);
}

}  // namespace

void BlendXcfPixels(const XcfRule& rule, const XcfPixel* layer, const float* cover,
                    std::size_t count, XcfPlace place, XcfPixel* backdrop) {
  for (std::size_t i = 0; i < count; ++i, ++place.x)
    backdrop[i] = Blended(rule, backdrop[i], layer[i], cover[i], place);
}

}  // namespace lodestone::coders
