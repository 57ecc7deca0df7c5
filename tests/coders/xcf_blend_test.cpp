// Layers of GIMP's documents on top of one another, compared with plain arithmetic.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "tests/coders/xcf_pixels.hpp"

namespace lodestone::coders::test {
namespace {

using Formula = std::function<double(double below, double above)>;

double Dodged(double b, double a) {
  return b / (1 - a);
}
double Burnt(double b, double a) {
  return 1 - (1 - b) / a;
}
double Screened(double b, double a) {
  return b + a - a * b;
}
double SoftLit(double b, double a) {
  return (1 - b) * a * b + b * Screened(b, a);
}
double HardLit(double b, double a) {
  return a > 0.5 ? 1 - 2 * (1 - a) * (1 - b) : 2 * a * b;
}

struct ModeCase {
  unsigned number;
  bool light;  // samples are blended as light
  Formula formula;
};

// Modes that blend each channel by itself.
const std::vector<ModeCase>& ModeCases() {
  static const std::vector<ModeCase> cases = {
      {kOldNormal, false, [](double, double a) { return a; }},
      {3, false, [](double b, double a) { return a * b; }},
      {4, false, Screened},
      {5, false, SoftLit},
      {6, false, [](double b, double a) { return std::abs(b - a); }},
      {7, false, [](double b, double a) { return b + a; }},
      {8, false, [](double b, double a) { return b - a; }},
      {9, false, [](double b, double a) { return std::min(b, a); }},
      {10, false, [](double b, double a) { return std::max(b, a); }},
      {15, false, [](double b, double a) { return b * 256 / 255 / (a + 1 / 255.0); }},
      {16, false, Dodged},
      {17, false, Burnt},
      {18, false, HardLit},
      {19, false, SoftLit},
      {20, false, [](double b, double a) { return b - a + 0.5; }},
      {21, false, [](double b, double a) { return b + a - 0.5; }},
      {23, false, [](double b, double a) { return HardLit(a, b); }},
      {kNormal, true, [](double, double a) { return a; }},
      {30, true, [](double b, double a) { return a * b; }},
      {31, false, Screened},
      {32, false, [](double b, double a) { return std::abs(b - a); }},
      {33, true, [](double b, double a) { return b + a; }},
      {34, true, [](double b, double a) { return b - a; }},
      {35, true, [](double b, double a) { return std::min(b, a); }},
      {36, true, [](double b, double a) { return std::max(b, a); }},
      {41, true, [](double b, double a) { return b / a; }},
      {42, false, Dodged},
      {43, false, Burnt},
      {44, false, HardLit},
      {45, false, SoftLit},
      {46, false, [](double b, double a) { return b - a + 0.5; }},
      {47, false, [](double b, double a) { return b + a - 0.5; }},
      {48, false,
       [](double b, double a) { return a <= 0.5 ? Burnt(b, 2 * a) : Dodged(b, 2 * a - 1); }},
      {49, false,
       [](double b, double a) { return a > 0.5 ? std::max(b, 2 * a - 1) : std::min(b, 2 * a); }},
      {50, false, [](double b, double a) { return b + 2 * a - 1; }},
      {51, false, [](double b, double a) { return b + a < 1 ? 0.0 : 1.0; }},
      {52, false, [](double b, double a) { return b + a - 2 * a * b; }},
      {53, false, [](double b, double a) { return b + a - 1; }},
      {99, false, [](double, double a) { return a; }}};  // unknown: normal
  return cases;
}

TEST(XcfBlend, ModesOfChannels) {
  for (const ModeCase& mode : ModeCases()) {
    SCOPED_TRACE(mode.number);
    Color expected = {0, 0, 0, 1};
    for (std::size_t i = 0; i < 3; ++i) {
      const double below = ColorOf(kBelow)[i], above = ColorOf(kAbove)[i];
      expected[i] = mode.light ? Encoded(mode.formula(Decoded(below), Decoded(above)))
                               : mode.formula(below, above);
    }
    ExpectNear(Composed({Pixel(kAbove, mode.number), Pixel(kBelow, kNormal)}), expected);
    // The lowest visible layer is as it is.
    ExpectNear(Composed({Pixel(kAbove, mode.number)}), ColorOf(kAbove));
  }
}

// At half opacity, old modes mix samples, and new ones mix light.
TEST(XcfBlend, Opacity) {
  for (const ModeCase& mode : ModeCases()) {
    SCOPED_TRACE(mode.number);
    const bool old = mode.number < 23;
    Color expected = {0, 0, 0, 1};
    for (std::size_t i = 0; i < 3; ++i) {
      const double below = ColorOf(kBelow)[i], above = ColorOf(kAbove)[i];
      const double blended = mode.light ? Encoded(mode.formula(Decoded(below), Decoded(above)))
                                        : mode.formula(below, above);
      const double share = 102 / 255.0;
      expected[i] = old ? share * std::clamp(blended, 0.0, 1.0) + (1 - share) * below
                        : Encoded(share * Decoded(blended) + (1 - share) * Decoded(below));
    }
    const XcfProperties opacity = {{6, Big(102)}};
    ExpectNear(Composed({Pixel(kAbove, mode.number, opacity), Pixel(kBelow, kNormal)}), expected);
  }
}

// By the definitions of HSV and HSL.
Color FromHsv(double hue, double saturation, double value) {
  const auto channel = [&](double n) {
    const double k = std::fmod(n + hue * 6, 6);
    return value - value * saturation * std::max(0.0, std::min({k, 4 - k, 1.0}));
  };
  return {channel(5), channel(3), channel(1), 1};
}
Color ToHsv(const Color& c) {
  const double most = std::max({c[0], c[1], c[2]}), least = std::min({c[0], c[1], c[2]});
  const double range = most - least;
  double hue = most == c[0]   ? (c[1] - c[2]) / range
               : most == c[1] ? 2 + (c[2] - c[0]) / range
                              : 4 + (c[0] - c[1]) / range;
  if (hue < 0) hue += 6;
  return {hue / 6, range / most, most, 1};
}
Color FromHsl(double hue, double saturation, double lightness) {
  const double value = lightness + saturation * std::min(lightness, 1 - lightness);
  return FromHsv(hue, value == 0 ? 0 : 2 * (1 - lightness / value), value);
}

TEST(XcfBlend, ModesOfHues) {
  const Color below = ToHsv(ColorOf(kBelow)), above = ToHsv(ColorOf(kAbove));
  const auto lightness = [](const Color& hsv) { return hsv[2] * (1 - hsv[1] / 2); };
  const double l = lightness(above);
  const double saturation = (above[2] - l) / std::min(l, 1 - l);
  const std::pair<unsigned, Color> cases[] = {{11, FromHsv(above[0], below[1], below[2])},
                                              {12, FromHsv(below[0], above[1], below[2])},
                                              {13, FromHsl(above[0], saturation, lightness(below))},
                                              {14, FromHsv(below[0], below[1], above[2])}};
  for (const auto& [mode, expected] : cases) {
    for (const unsigned number : {mode, mode + 26}) {
      SCOPED_TRACE(number);
      ExpectNear(Composed({Pixel(kAbove, number), Pixel(kBelow, kNormal)}), expected);
    }
  }
}

double Luminance(const Color& c) {
  return 0.22248840 * c[0] + 0.71690369 * c[1] + 0.06060791 * c[2];
}

TEST(XcfBlend, ModesOfLuminance) {
  const Color below = ColorOf(kBelow), above = ColorOf(kAbove);
  ASSERT_LT(Luminance(below), Luminance(above));
  ExpectNear(Composed({Pixel(kAbove, 54), Pixel(kBelow, kNormal)}), below);
  ExpectNear(Composed({Pixel(kAbove, 55), Pixel(kBelow, kNormal)}), above);
  Color light_below = {}, light_above = {}, expected = {0, 0, 0, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    light_below[i] = Decoded(below[i]);
    light_above[i] = Decoded(above[i]);
  }
  for (std::size_t i = 0; i < 3; ++i)
    expected[i] = Encoded(light_below[i] * Luminance(light_above) / Luminance(light_below));
  ExpectNear(Composed({Pixel(kAbove, 56), Pixel(kBelow, kNormal)}), expected);
}

// L*, a* and b* of sRGB, relative to D50.
std::array<double, 3> LabOf(const Color& c) {
  const double r = Decoded(c[0]), g = Decoded(c[1]), b = Decoded(c[2]);
  const auto root = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  const double x = root((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / 0.96422);
  const double y = root(0.2225045 * r + 0.7168786 * g + 0.0606169 * b);
  const double z = root((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / 0.82521);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(XcfBlend, ModesOfLab) {
  const Bytes dull = {120, 130, 110, 255}, vivid = {140, 120, 100, 255};
  const auto below = LabOf(ColorOf(dull)), above = LabOf(ColorOf(vivid));
  const auto chroma = [](const auto& lab) { return std::hypot(lab[1], lab[2]); };
  const double hue = chroma(below) / chroma(above), strength = chroma(above) / chroma(below);
  const std::pair<unsigned, std::array<double, 3>> cases[] = {
      {24, {below[0], above[1] * hue, above[2] * hue}},
      {25, {below[0], below[1] * strength, below[2] * strength}},
      {26, {below[0], above[1], above[2]}},
      {27, {above[0], below[1], below[2]}}};
  for (const auto& [mode, expected] : cases) {
    SCOPED_TRACE(mode);
    const auto found = LabOf(Composed({Pixel(vivid, mode), Pixel(dull, kNormal)}));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 0.5) << i;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
