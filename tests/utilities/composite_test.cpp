// composite against the real gm.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/pam.hpp"

namespace lodestone::test {
namespace {

class CompositeTest : public GmParityTest {
 protected:
  void SetUp() override {
    GmParityTest::SetUp();
    if (IsSkipped()) return;
    WriteFile(folder_ / "small.ppm", SamplePpm(30, 20));
    WriteFile(folder_ / "small.pam", SamplePam(30, 20));
    WriteFile(folder_ / "in.pam", SamplePam(64, 48));
    std::string mask = "P5\n30 20\n255\n";
    for (int i = 0; i < 600; ++i) mask += static_cast<char>(i * 3);
    WriteFile(folder_ / "mask.pgm", mask);
  }

  // In 16 bits a sample; `allowed`: what rounding may differ by.
  void ExpectSameImage(Words words, int allowed = 1) {
    words.insert(words.begin(), "composite");
    words.insert(words.end(), {"-depth", "16", "pam:-"});
    const ProcessResult ours = Lodestone(words), theirs = Gm(words);
    std::string text;
    for (const auto& word : words) text += word + " ";
    EXPECT_EQ(theirs.status, ours.status) << text << ours.err;
    EXPECT_EQ(WithoutName(theirs.err), WithoutName(ours.err)) << text;
    const Pam pam = ParsePam(theirs.out);
    ASSERT_NE("", pam.header) << text;
    const int difference = pam.DifferenceFrom(ParsePam(ours.out));
    EXPECT_TRUE(difference >= 0 && difference <= allowed) << text << difference;
  }
};

constexpr const char* kOperators[] = {
    "Over",        "In",          "Out",        "Atop",        "Xor",       "Plus",
    "Minus",       "Add",         "Subtract",   "Difference",  "Divide",    "Multiply",
    "Bumpmap",     "Copy",        "CopyRed",    "CopyGreen",   "CopyBlue",  "CopyOpacity",
    "CopyCyan",    "CopyBlack",   "CopyYellow", "CopyMagenta", "Clear",     "Dissolve",
    "Displace",    "Modulate",    "Threshold",  "No",          "Darken",    "Lighten",
    "Hue",         "Saturate",    "Colorize",   "Luminize",    "Screen",    "Overlay",
    "HardLight",   "Exclusion",   "ColorDodge", "ColorBurn",   "SoftLight", "LinearBurn",
    "LinearDodge", "LinearLight", "VividLight", "PinLight",    "HardMix"};

TEST_F(CompositeTest, EveryOperator) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  for (const std::string name : kOperators) {
    for (const char* const change : {"small.ppm", "small.pam"}) {
      ExpectSameImage({"-compose", name, "-geometry", "+7-3", change, "in.ppm"});
      // The opacities that Plus and Minus give differ; magick/composite.h says how.
      if (name == "Plus" || name == "Minus") continue;
      ExpectSameImage({"-compose", name, "-geometry", "+7-3", change, "in.pam"});
    }
    ExpectSameImage({"-compose", name, "small.ppm", "in.ppm", "mask.pgm"});
  }
}

TEST_F(CompositeTest, GravityAndGeometry) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  for (const char* const gravity : {"NorthWest", "North", "NorthEast", "West", "Center", "East",
                                    "SouthWest", "South", "SouthEast", "Static"}) {
    for (const char* const geometry : {"+3+4", "-5-6", "+60+40"})
      ExpectSameImage({"-gravity", gravity, "-geometry", geometry, "small.pam", "in.ppm"});
    ExpectSameImage({"-gravity", gravity, "-geometry", "50x50+1+2", "small.ppm", "in.ppm"}, 2);
  }
}

TEST_F(CompositeTest, WaysOfCombining) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const std::vector<Words> ways = {{"-tile"},
                                   {"-dissolve", "30"},
                                   {"-dissolve", "100"},
                                   {"-dissolve", "0"},
                                   {"-displace", "5x3"},
                                   {"-displace", "8"},
                                   {"-watermark", "30x60"},
                                   {"-watermark", "30"},
                                   {"-stegano", "0"},
                                   {"-stegano", "3"},
                                   {"-unsharp", "0x1"},
                                   {"-dissolve", "20", "+dissolve"}};
  for (const Words& way : ways) {
    for (const auto& [change, base] :
         {std::pair{"small.ppm", "in.ppm"}, {"small.pam", "in.pam"}, {"small.pam", "in.ppm"}}) {
      Words words = way;
      words.insert(words.end(), {change, base});
      ExpectSameImage(words);
    }
  }
  for (const char* const base : {"in.ppm", "in.pam"}) ExpectSameImage({"-stereo", "in.ppm", base});
}

// Before an input, for it; after all inputs, for the base image.
TEST_F(CompositeTest, OptionsOfEachImage) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const std::vector<Words> options = {{"-negate"},
                                      {"-rotate", "90"},
                                      {"-page", "+3+4"},
                                      {"-colors", "4"},
                                      {"-thumbnail", "9x9"},
                                      {"-matte"},
                                      {"-background", "red"},
                                      {"-strip"},
                                      {"-filter", "Point", "-resize", "200%"},
                                      {"-monochrome"},
                                      {"-sharpen", "0x1"},
                                      {"-virtual-pixel", "Mirror"},
                                      {"-recolor", "0 1 0 1 0 0 0 0 1"},
                                      {"-affine", "1,0.2,0,1,0,0", "-transform"},
                                      {"-set", "a", "b"},
                                      {"-repage", "+3+4"},
                                      {"-units", "PixelsPerInch"}};
  for (const Words& option : options) {
    for (std::size_t place = 0; place < 4; ++place) {
      Words words = {"small.ppm", "in.ppm", "mask.pgm"};
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), option.begin(),
                   option.end());
      ExpectSameImage(words, 2);
    }
  }
}

TEST_F(CompositeTest, Frames) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  ASSERT_EQ(0, Gm({"convert", "small.ppm", "in.ppm", "both.miff"}).status);
  ExpectSameImage({"small.ppm", "both.miff"});
  ExpectSameImage({"both.miff", "in.ppm"});
}

// -noop combines what was read, and goes on with the result.
TEST_F(CompositeTest, OneAfterTheOther) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  ExpectSameImage({"small.ppm", "in.ppm", "-noop", "mask.pgm", "-geometry", "+20+20"});
  ExpectSameImage({"small.ppm", "in.pam", "-compose", "Xor", "-noop", "small.pam"});
}

TEST_F(CompositeTest, MessagesAndStatus) {
  const std::vector<Words> commands = {
      {"missing.ppm", "in.ppm", "out.ppm"},
      {"small.ppm", "out.ppm"},
      {"small.ppm"},
      {"-bogus", "small.ppm", "in.ppm", "out.ppm"},
      {"-compose", "bogus", "small.ppm", "in.ppm", "out.ppm"},
      {"-gravity", "bogus", "small.ppm", "in.ppm", "out.ppm"},
      {"-dissolve", "x", "small.ppm", "in.ppm", "out.ppm"},
      {"-geometry", "x", "small.ppm", "in.ppm", "out.ppm"},
      {"small.ppm", "in.ppm", "missing/out.ppm"},
      {"small.ppm", "in.ppm", "missing.pgm", "out.ppm"},
  };
  for (Words words : commands) {
    words.insert(words.begin(), "composite");
    ExpectSame(words);
  }
}

TEST_F(CompositeTest, LeavesNoFileAfterAnError) {
  for (const Words& words : {Words{"small.ppm", "in.ppm", "missing.pgm", "out.ppm"},
                             Words{"small.ppm", "in.ppm", "mask.pgm", "in.ppm", "out.ppm"},
                             Words{"-noop", "small.ppm", "in.ppm", "out.ppm"},
                             Words{"-stereo", "small.ppm", "in.ppm", "out.ppm"}}) {
    Words all = {"composite"};
    all.insert(all.end(), words.begin(), words.end());
    const ProcessResult result = Lodestone(all);
    EXPECT_EQ(1, result.status);
    EXPECT_NE("", result.err);
    EXPECT_FALSE(Exists("out.ppm"));
  }
}

}  // namespace
}  // namespace lodestone::test
