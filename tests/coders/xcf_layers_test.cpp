// Layers of GIMP's documents that are partly transparent, masked or in groups.

#include <algorithm>
#include <cmath>

#include "tests/coders/xcf_pixels.hpp"

namespace lodestone::coders::test {
namespace {

// Two layers that are partly transparent.
const Bytes kThinBelow = {200, 90, 30, 150}, kThinAbove = {60, 180, 250, 100};

TEST(XcfLayers, PartOfBoth) {
  const Color below = ColorOf(kThinBelow), above = ColorOf(kThinAbove);
  const double a = above[3], b = below[3], all = a + b - a * b;
  Color old = {0, 0, 0, all}, light = old, multiplied = {0, 0, 0, b};
  for (std::size_t i = 0; i < 3; ++i) {
    old[i] = (above[i] * a + below[i] * b * (1 - a)) / all;
    light[i] = Encoded((Decoded(above[i]) * a + Decoded(below[i]) * b * (1 - a)) / all);
    const double share = std::min(a, b) / (b + (1 - b) * std::min(a, b));
    multiplied[i] = above[i] * below[i] * share + below[i] * (1 - share);
  }
  ExpectNear(Composed({Pixel(kThinAbove, kOldNormal), Pixel(kThinBelow, kNormal)}), old);
  ExpectNear(Composed({Pixel(kThinAbove, kNormal), Pixel(kThinBelow, kNormal)}), light);
  ExpectNear(Composed({Pixel(kThinAbove, 3), Pixel(kThinBelow, kNormal)}), multiplied);
  const XcfProperties seen = {{36, Big(2)}};
  ExpectNear(Composed({Pixel(kThinAbove, kNormal, seen), Pixel(kThinBelow, kNormal)}), old);
}

// Modes that say where something is afterwards, of Multiply in perceptual space.
TEST(XcfLayers, CompositeModes) {
  const Color below = ColorOf(kThinBelow), above = ColorOf(kThinAbove);
  const double a = above[3], b = below[3];
  for (const unsigned clip : {1u, 2u, 3u, 4u}) {
    SCOPED_TRACE(clip);
    Color expected;
    expected[3] = clip == 1 ? a + b - a * b : clip == 2 ? b : clip == 3 ? a : a * b;
    for (std::size_t i = 0; i < 3; ++i) {
      const double both = above[i] * below[i];
      const double of_above = clip == 1 || clip == 3 ? a * (1 - b) : 0;
      const double of_below = clip == 1 || clip == 2 ? b * (1 - a) : 0;
      expected[i] = (both * a * b + above[i] * of_above + below[i] * of_below) /
                    (a * b + of_above + of_below);
    }
    for (const bool chosen : {false, true}) {  // or by the mode itself
      const auto number = [&](unsigned value) { return Big(chosen ? value : ~value + 1); };
      const XcfProperties how = {{35, number(clip)}, {36, number(2)}, {37, number(2)}};
      ExpectNear(Composed({Pixel(kThinAbove, 30, how), Pixel(kThinBelow, kNormal)}), expected);
    }
  }
}

TEST(XcfLayers, NothingIsLeftAroundAClippingLayer) {
  XcfPart above = Pixel(kAbove, kNormal, {{35, Big(3)}});
  Bytes place = Big(1);
  PutBytes(place, Big(0));
  above.properties.push_back({15, place});
  EXPECT_EQ(Composed({above, Pixel(kBelow, kNormal)})[3], 0);
}

TEST(XcfLayers, ModesOfAlpha) {
  const Color below = ColorOf(kThinBelow), above = ColorOf(kThinAbove);
  const double a = above[3], b = below[3], all = a + b - a * b, added = std::min(a, 1 - b);
  Color behind = {0, 0, 0, all}, erased = below, split = below, merged = {0, 0, 0, b + added};
  erased[3] = b * (1 - a);
  split[3] = b - a;
  for (std::size_t i = 0; i < 3; ++i) {
    behind[i] = (below[i] * b + above[i] * (all - b)) / all;
    merged[i] = Encoded((Decoded(below[i]) * b + Decoded(above[i]) * added) / (b + added));
  }
  const std::pair<unsigned, Color> cases[] = {{2, behind}, {58, erased}, {59, merged}, {60, split}};
  for (const auto& [mode, expected] : cases) {
    SCOPED_TRACE(mode);
    ExpectNear(Composed({Pixel(kThinAbove, mode), Pixel(kThinBelow, kNormal)}), expected);
  }
}

// Half grey is black of half alpha over white; white is not there at all.
TEST(XcfLayers, ColorErase) {
  const Bytes white = {255, 255, 255, 255};
  const Color half = Composed({Pixel(white, 22), Pixel({102, 102, 102, 255}, kNormal)});
  ExpectNear(half, {0, 0, 0, 153 / 255.0});
  EXPECT_EQ(Composed({Pixel(white, 22), Pixel(white, kNormal)})[3], 0);
}

TEST(XcfLayers, DissolveKeepsThatManyPixels) {
  Xcf xcf;
  xcf.columns = xcf.rows = 64;
  Bytes pixels;
  for (int i = 0; i < 64 * 64; ++i) PutBytes(pixels, {9, 9, 9, 64});
  XcfPart layer = Pixel(pixels, 1);
  layer.columns = layer.rows = 64;
  xcf.layers = {layer};
  Exception exception;
  const ImageHandle image = ReadBytes("XCF", xcf.File(), exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  int there = 0;
  for (std::size_t i = 3; i < samples.size(); i += 4) {
    ASSERT_TRUE(samples[i] == 0 || samples[i] == 65535);
    there += samples[i] != 0;
  }
  EXPECT_NEAR(there, 64 * 64 / 4, 150);
}

TEST(XcfLayers, Masks) {
  XcfPart layer = Pixel(kAbove, kOldNormal);
  layer.mask = {Pixel({51}, 0)};
  layer.mask[0].pixel_bytes = 1;
  Color expected = ColorOf(kAbove);
  expected[3] = 0.2;
  ExpectNear(Composed({layer}), expected);
  layer.properties.push_back({11, Big(0)});  // not applied
  ExpectNear(Composed({layer}), ColorOf(kAbove));
}

TEST(XcfLayers, Groups) {
  // The group is blended as a whole: what is opaque in it hides what is below it.
  const XcfProperties half = {{33, {0x3f, 0, 0, 0}}};
  Color expected = {0, 0, 0, 1};
  for (std::size_t i = 0; i < 3; ++i) expected[i] = (ColorOf(kAbove)[i] + ColorOf(kBelow)[i]) / 2;
  const XcfPart grey = Pixel({1, 2, 3, 255}, kOldNormal);
  ExpectNear(Composed({Group(kOldNormal, half), Within(Pixel(kAbove, kOldNormal), {0, 0}),
                       Within(grey, {0, 1}), Pixel(kBelow, kOldNormal)}),
             expected);
  // A mode within a group does not see what is below the group, unless it passes through.
  const auto stack = [&](unsigned mode, const XcfProperties& more) {
    return Composed({Group(mode, more), Within(Pixel(kAbove, 3), {0, 0}), Pixel(kBelow, 0)});
  };
  ExpectNear(stack(kOldNormal, {}), ColorOf(kAbove));
  Color multiplied = {0, 0, 0, 1}, mixed = multiplied;
  for (std::size_t i = 0; i < 3; ++i) {
    multiplied[i] = ColorOf(kAbove)[i] * ColorOf(kBelow)[i];
    mixed[i] = Encoded((Decoded(multiplied[i]) + Decoded(ColorOf(kBelow)[i])) / 2);
  }
  ExpectNear(stack(kPassThrough, {}), multiplied);
  ExpectNear(stack(kPassThrough, half), mixed);
}

TEST(XcfLayers, GroupsInGroupsAndMasks) {
  XcfPart inner = Within(Group(kOldNormal), {0, 0});
  inner.mask = {Pixel({102}, 0)};
  inner.mask[0].pixel_bytes = 1;
  const std::vector<XcfPart> layers = {Group(kOldNormal, {{6, Big(51)}}), inner,
                                       Within(Pixel(kAbove, kOldNormal), {0, 0, 0})};
  Color expected = ColorOf(kAbove);
  expected[3] = 0.2 * 0.4;
  ExpectNear(Composed(layers), expected);
  std::vector<XcfPart> hidden = layers;
  hidden[0].properties.push_back({8, Big(0)});
  EXPECT_EQ(Composed(hidden)[3], 0);
}

}  // namespace
}  // namespace lodestone::coders::test
