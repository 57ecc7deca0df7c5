// Options that work on all images together, compared with gm's.
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class SequenceOptions : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    WriteFile(folder_ / "other.ppm", SamplePpm(40, 60));
    WriteFile(folder_ / "same.ppm",
              SamplePpm(64, 48).replace(13 + 3 * (26 * 64 + 10), 30, std::string(30, '\7')));
  }

  static Words Convert(const Words& words, const std::string& output = "ppm:-") {
    Words all = {"convert"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"-depth", "8", output});
    return all;
  }

  // Size of the first image of the file, as text.
  std::string SizeOf(const Words& words) {
    const ProcessResult result = Lodestone(Convert(words));
    EXPECT_EQ(0, result.status) << result.err;
    const auto begin = result.out.find('\n') + 1;
    return result.out.substr(begin, result.out.find('\n', begin) - begin);
  }
};

TEST_F(SequenceOptions, MakeOneImage) {
  EXPECT_EQ("64 108", SizeOf({"in.ppm", "other.ppm", "-append"}));
  EXPECT_EQ("104 60", SizeOf({"in.ppm", "other.ppm", "+append"}));
  EXPECT_EQ("64 48", SizeOf({"in.ppm", "other.ppm", "-flatten"}));
  EXPECT_EQ("64 60", SizeOf({"in.ppm", "other.ppm", "-mosaic"}));
  EXPECT_EQ("64 48", SizeOf({"in.ppm", "same.ppm", "-average"}));
}

// Each image is resized before all are put together, wherever the options stand.
TEST_F(SequenceOptions, FollowThoseForEachImage) {
  EXPECT_EQ("32 54", SizeOf({"in.ppm", "other.ppm", "-append", "-resize", "50%"}));
  EXPECT_EQ("32 54", SizeOf({"in.ppm", "other.ppm", "-resize", "50%", "-append"}));
  // The first is an option of the group that it begins.
  EXPECT_EQ("64 108",
            SizeOf({"in.ppm", "other.ppm", "+append", "in.ppm", "-crop", "64x36+0+0", "-append"}));
}

TEST_F(SequenceOptions, MakeSeveralImages) {
  const ProcessResult morph =
      Lodestone(Convert({"in.ppm", "same.ppm", "-morph", "3", "+adjoin"}, "frame%d.ppm"));
  EXPECT_EQ(0, morph.status) << morph.err;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(Exists("frame" + std::to_string(i) + ".ppm")) << i;
  EXPECT_FALSE(Exists("frame5.ppm"));
}

// What changes is one row.
TEST_F(SequenceOptions, LeaveWhatChanges) {
  const ProcessResult result =
      Lodestone(Convert({"in.ppm", "same.ppm", "-deconstruct", "+adjoin"}, "part%d.ppm"));
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ("10 1", SizeOf({"part1.ppm"}));
}

// As in GraphicsMagick, which says besides that it wants several images.
TEST_F(SequenceOptions, LeaveASingleImageAsItIs) {
  const std::string plain = Lodestone(Convert({"in.ppm"})).out;
  for (const char* const option : {"-average", "-coalesce", "-deconstruct"}) {
    const ProcessResult result = Lodestone(Convert({"in.ppm", option}));
    EXPECT_EQ(0, result.status) << option;
    EXPECT_EQ(plain, result.out) << option;
    EXPECT_EQ("", result.err) << option;
  }
}

// What prints an error does not end well, nor write anything.
TEST_F(SequenceOptions, FailIfTheImagesDoNotSuit) {
  const ProcessResult result = Lodestone({"convert", "in.ppm", "other.ppm", "-average", "out.ppm"});
  EXPECT_EQ(1, result.status);
  EXPECT_NE("", result.err);
  EXPECT_FALSE(Exists("out.ppm"));
}

TEST_F(SequenceOptions, WrongArgumentsAreNamed) {
  for (const Words& words : {Words{"-morph", "many"}, Words{"+morph", "2"}}) {
    const ProcessResult result = Lodestone(Convert({"in.ppm", words[0], words[1]}, "out.ppm"));
    EXPECT_EQ(1, result.status) << words[0];
    EXPECT_FALSE(Exists("out.ppm"));
  }
}

// Of an animation whose second frame holds only what changed.
TEST_F(SequenceOptions, ResizedFramesAreMadeWhole) {
  SKIP_WITHOUT_FORMAT("GIF");
  const auto out = [&](const Words& words) {
    const ProcessResult result = Lodestone(Convert(words));
    EXPECT_EQ(0, result.status) << result.err;
    return result.out;
  };
  ASSERT_EQ(0, Lodestone({"convert", "in.ppm", "same.ppm", "-deconstruct", "a.gif"}).status);
  ASSERT_EQ(0, Lodestone({"convert", "a.gif", "-coalesce", "whole.miff"}).status);
  for (const char* option : {"-resize", "-scale", "-thumbnail", "-sample"}) {
    const std::string expected = out({"whole.miff", option, "50%", "+append"});
    EXPECT_EQ("32 24", SizeOf({"a.gif[0]", option, "50%"}));
    EXPECT_TRUE(expected == out({"a.gif", option, "50%", "+append"})) << option;
    EXPECT_TRUE(expected == out({"a.gif", "-coalesce", option, "50%", "+append"})) << option;
    EXPECT_FALSE(expected == out({"a.gif", "+repage", option, "50%", "+append"})) << option;
  }
}

// A file that plays them has what changes; others have whole frames.
TEST_F(SequenceOptions, FramesMadeWholeAreReducedForAnimations) {
  SKIP_WITHOUT_FORMAT("GIF");
  const auto convert = [&](const Words& words) {
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(0, result.status) << result.err;
    return result.out;
  };
  convert(
      {"convert", "in.ppm", "same.ppm", "in.ppm", "-deconstruct", "-set", "delay", "7", "a.gif"});
  const std::string sizes = convert({"identify", "-format", "%wx%h ", "a.gif"});
  EXPECT_NE(sizes.find("64x48"), sizes.npos) << sizes;
  convert({"convert", "a.gif", "-scale", "200%", "large.gif"});
  convert({"convert", "a.gif", "-scale", "200%", "+adjoin", "part%d.gif"});
  convert(
      {"mogrify", "-scale", "200%", "-output-directory", "made", "-create-directories", "a.gif"});
  const std::string reduced = convert({"identify", "-format", "%wx%h ", "large.gif"});
  EXPECT_EQ(convert({"identify", "-format", "%wx%h ", "made/a.gif"}), reduced);
  EXPECT_EQ(convert({"identify", "-format", "%wx%h ", "part1.gif"}), "128x96 \n");
  EXPECT_NE(reduced, "128x96 128x96 128x96 \n");
  const auto seen = [&](const Words& options) {
    Words words = {"convert", "a.gif"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("out.gif");
    convert(words);
    return convert({"convert", "out.gif", "-coalesce", "+append", "-depth", "8", "ppm:-"});
  };
  convert({"convert", "a.gif", "-coalesce", "whole.miff"});
  const std::string whole =
      convert({"convert", "whole.miff", "-scale", "200%", "+append", "-depth", "8", "ppm:-"});
  for (const Words& options : {Words{}, Words{"-fuzz", "50%"}}) {
    Words words = options;
    words.insert(words.end(), {"-scale", "200%"});
    EXPECT_TRUE(whole == seen(words)) << (options.empty() ? "" : options[0]);
  }
  for (const Words& disposal : {Words{"None", "1 "}, {"Background", "2 "}}) {
    seen({"-scale", "200%", "-dispose", disposal[0]});  // is the user's
    std::string frames;
    for (int i = 0; i < 3; ++i) frames += "128x96 " + disposal[1];
    EXPECT_EQ(frames + "\n", convert({"identify", "-format", "%wx%h %D ", "out.gif"}));
  }
  // A part of frames, with its place on them.
  EXPECT_TRUE(convert({"convert", "whole.miff", "-scale", "200%", "-crop", "40x30+50+40", "+repage",
                       "+append", "-depth", "8", "ppm:-"}) ==
              seen({"-scale", "200%", "-crop", "40x30+50+40", "+repage"}));
  seen({"-scale", "200%", "-crop", "40x30+50+40"});
  EXPECT_EQ("40x30 40x30 40x30 \n", convert({"identify", "-format", "%wx%h ", "out.gif"}));
}

// "a:b.ppm" may be the name of a file.
TEST_F(SequenceOptions, FramesOfFilesWithColons) {
  WriteFile(folder_ / "a:b.ppm", SamplePpm(12, 9));
  EXPECT_EQ("12 9", SizeOf({"a:b.ppm"}));
  EXPECT_EQ("12 9", SizeOf({"a:b.ppm[0]"}));
}

TEST_F(SequenceOptions, GiveThePixelsOfGm) {
  if (!HaveGm()) GTEST_SKIP() << "gm is not installed";
  if (QuantumDepth != 16) GTEST_SKIP() << "gm here has 16 bits a sample";
  const std::vector<Words> commands = {
      {"in.ppm", "other.ppm", "-append"},
      {"-background", "orange", "in.ppm", "other.ppm", "in.ppm", "+append"},
      {"in.ppm", "same.ppm", "in.ppm", "-average"},
      {"-page", "+5+7", "other.ppm", "-page", "+20+30", "in.ppm", "-flatten"},
      {"-page", "+5+7", "other.ppm", "-page", "+20+30", "in.ppm", "-mosaic"},
      {"in.ppm", "same.ppm", "-deconstruct", "+append"},
      {"in.ppm", "other.ppm", "-coalesce", "+append"},
      {"in.ppm", "-average"},
      {"in.ppm", "other.ppm", "-flip", "-append", "-crop", "30x20+3+4"},
  };
  for (const Words& words : commands) {
    const ProcessResult ours = Lodestone(Convert(words)), theirs = Gm(Convert(words));
    std::string text;
    for (const std::string& word : words) text += word + " ";
    EXPECT_EQ(theirs.status, ours.status) << text << ours.err;
    EXPECT_TRUE(IsRounded(ours.out, theirs.out)) << text;
  }
}

}  // namespace
}  // namespace lodestone::test
