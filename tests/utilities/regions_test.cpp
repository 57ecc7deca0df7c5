// Options that limit what others change, and those of frames and colours, compared with gm's.
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class RegionOptions : public GmParityTest {
 protected:
  void SetUp() override {
    GmParityTest::SetUp();
    if (IsSkipped()) return;
    WriteFile(folder_ / "mask.ppm", SamplePpm(64, 48).replace(40, 3000, std::string(3000, '\xff')));
    WriteFile(folder_ / "small.ppm", SamplePpm(7, 5));
  }

  void ExpectSamePixels(Words words) {
    words.insert(words.begin(), {"convert", "in.ppm"});
    words.insert(words.end(), {"-depth", "8", "ppm:-"});
    const ProcessResult ours = Lodestone(words), theirs = Gm(words);
    std::string text;
    for (const std::string& word : words) text += word + " ";
    EXPECT_EQ(0, ours.status) << text << ours.err;
    EXPECT_TRUE(IsRounded(ours.out, theirs.out)) << text << FirstDifference(ours.out, theirs.out);
  }

  static std::string FirstDifference(const std::string& ours, const std::string& theirs) {
    const auto at = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end()).first;
    return "sizes " + std::to_string(ours.size()) + " and " + std::to_string(theirs.size()) +
           ", differing from " + std::to_string(at - ours.begin());
  }

  void ExpectSameText(Words words, const std::string& format) {
    words.insert(words.begin(), {"convert", "in.ppm"});
    words.insert(words.end(), {"-format", format, "info:-"});
    ExpectSame(words);
  }
};

TEST_F(RegionOptions, ChangeAPart) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  ExpectSamePixels({"-region", "20x10+5+6", "-negate"});
  ExpectSamePixels({"-region", "20x10+5+6", "-negate", "-region", "9x9+30+30", "-flip"});
  ExpectSamePixels({"-gravity", "center", "-region", "20x20", "-implode", "0.5"});
  ExpectSamePixels({"-matte", "-region", "20x10+50+40", "-flip"});
}

// gm 1.3.40 aborts here.
TEST_F(RegionOptions, LeaveAPart) {
  const Words whole = {"convert", "in.ppm",  "-region", "20x10+5+6",
                       "-negate", "+region", "-flip",   "ppm:-"};
  const ProcessResult result = Lodestone(whole);
  EXPECT_EQ(0, result.status) << result.err;
  const ProcessResult part =
      Lodestone({"convert", "in.ppm", "-region", "20x10+5+6", "-negate", "part.ppm"});
  EXPECT_EQ(0, part.status) << part.err;
  EXPECT_TRUE(Lodestone({"convert", "part.ppm", "-flip", "ppm:-"}).out == result.out);
}

TEST_F(RegionOptions, CannotBecomeSeveral) {
  const ProcessResult result = Lodestone(
      {"convert", "in.ppm", "-region", "20x10+5+6", "-crop", "5x5", "-adjoin", "out.miff"});
  EXPECT_EQ(1, result.status);
  EXPECT_NE(std::string::npos, result.err.find("several images")) << result.err;
  EXPECT_FALSE(Exists("out.miff"));
}

TEST_F(RegionOptions, KeepWhatAMaskCovers) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  ExpectSamePixels({"-mask", "mask.ppm", "-negate"});
  ExpectSamePixels({"-mask", "mask.ppm", "-negate", "+mask", "-flip"});
  EXPECT_EQ(1, Lodestone({"convert", "in.ppm", "-mask", "small.ppm", "-negate", "out.ppm"}).status);
  EXPECT_FALSE(Exists("out.ppm"));
}

TEST_F(RegionOptions, NeedNoClippingPath) {
  for (const Words& words : {Words{"-clip"}, Words{"-clippath", "#2"}, Words{"+clippath", "#2"}}) {
    Words all = {"convert", "in.ppm"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"-negate", "ppm:-"});
    const ProcessResult result = Lodestone(all);
    EXPECT_EQ(0, result.status) << words[0];
    EXPECT_NE(std::string::npos, result.err.find("no such clipping path (in.ppm)")) << result.err;
    EXPECT_TRUE(Lodestone({"convert", "in.ppm", "-negate", "ppm:-"}).out == result.out);
  }
}

TEST_F(RegionOptions, SetFrames) {
  ExpectSameText({"-delay", "20", "-dispose", "2"}, "%T %D");
  ExpectSameText({"-delay", "20", "-delay", "5-9"}, "%T");
  ExpectSameText({"-delay", "20", "+delay", "-dispose", "Previous", "+dispose"}, "%T %D");
  ExpectSameText({"-delay", "2", "-delay", "5-9", "-dispose", "background"}, "%T %D");
  ExpectSameText({"-loop", "3", "-compose", "Xor", "+compose", "-render", "+render", "-view", "x"},
                 "%w %h");
  WriteFile(folder_ / "format.txt", "%w by %h\n");
  ExpectSameText({"-display", ":0", "-texture", "x.png", "-preview", "Blur"}, "@format.txt");
}

// A file may have milliseconds that round to the same hundredth.
TEST_F(RegionOptions, DelaysReplaceMilliseconds) {
  if (Lodestone({"convert", "in.ppm", "small.ppm", "-delay", "1", "a.webp"}).status != 0)
    GTEST_SKIP() << "this build does not write WebP";
  std::string file = ReadFile(folder_ / "a.webp");
  const auto duration = [](std::string& webp) -> char& { return webp.at(webp.find("ANMF") + 20); };
  EXPECT_EQ(10, duration(file));
  duration(file) = 11;
  WriteFile(folder_ / "a.webp", file);
  const auto written = [&](const Words& options) {
    Words words = {"convert", "a.webp"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("webp:-");
    std::string webp = Lodestone(words).out;
    return duration(webp);
  };
  EXPECT_EQ(11, written({}));
  EXPECT_EQ(11, written({"-delay", "1-5"}));
  EXPECT_EQ(10, written({"-delay", "1"}));
}

TEST_F(RegionOptions, Resample) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  ExpectSameText({"-density", "72x36", "-resample", "100"}, "%w %h %x %y");
  ExpectSameText({"-density", "72", "-resample", "50x200"}, "%w %h %x %y");
}

TEST_F(RegionOptions, ColorsAndPrimaries) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  ExpectSamePixels({"-colors", "8", "+dither", "-cycle", "3"});
  ExpectSamePixels({"mask.ppm", "+dither", "+map", "+append"});
}

// gm 1.3.40 takes no second coordinate.
TEST_F(RegionOptions, SetPrimaries) {
  const ProcessResult result =
      Lodestone({"convert", "in.ppm", "-red-primary", "0.68,0.32", "-green-primary", "0.265/0.69",
                 "-blue-primary", "0.15,0.06", "-white-point", "0.3127,0.329", "out.png"});
  EXPECT_EQ(0, result.status) << result.err;
  const std::string text = Gm({"identify", "-verbose", "out.png"}).out;
  for (const char* const point : {"(0.68,0.32)", "(0.265,0.69)", "(0.15,0.06)", "(0.3127,0.329)"})
    EXPECT_NE(std::string::npos, text.find(point)) << point << " in " << text;
}

TEST_F(RegionOptions, WrongArgumentsAreNamed) {
  for (const Words& words :
       {Words{"-delay", "x"}, Words{"-dispose", "foo"}, Words{"-loop", "x"},
        Words{"-compose", "foo"}, Words{"-preview", "foo"}, Words{"-region", "foo"},
        Words{"-red-primary", "foo"}, Words{"-resample", "foo"}, Words{"-cycle", "foo"}}) {
    ExpectSame({"convert", "in.ppm", words[0], words[1], "out.ppm"});
    EXPECT_FALSE(Exists("out.ppm")) << words[0];
  }
}

}  // namespace
}  // namespace lodestone::test
