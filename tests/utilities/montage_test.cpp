// montage against the real gm.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/pam.hpp"

namespace lodestone::test {
namespace {

class MontageTest : public GmParityTest {
 protected:
  void SetUp() override {
    GmParityTest::SetUp();
    if (IsSkipped()) return;
    WriteFile(folder_ / "small.ppm", SamplePpm(30, 20));
    WriteFile(folder_ / "small.pam", SamplePam(30, 20));
    WriteFile(folder_ / "high.ppm", SamplePpm(20, 50));
  }

  void ExpectSameImage(Words words) {
    words.insert(words.begin(), "montage");
    words.push_back("pam:-");
    const ProcessResult theirs = Gm(words);
    words.insert(words.begin() + 1, {"-define", "blur:alpha-weights=false"});  // as gm
    const ProcessResult ours = Lodestone(words);
    std::string text;
    for (const auto& word : words) text += word + " ";
    EXPECT_EQ(theirs.status, ours.status) << text << ours.err;
    EXPECT_EQ(WithoutName(theirs.err), WithoutName(ours.err)) << text;
    const Pam pam = ParsePam(theirs.out);
    ASSERT_NE("", pam.header) << text;
    // What resampling may differ by.
    const bool wide = pam.header.find("MAXVAL 65535") != std::string::npos;
    const int difference = pam.DifferenceFrom(ParsePam(ours.out));
    EXPECT_TRUE(difference >= 0 && difference <= (wide ? 2 : 1)) << text << difference;
  }

  // The options before, between and after inputs.
  void ExpectSameEverywhere(const Words& options) {
    const Words inputs = {"small.ppm", "in.ppm", "small.pam", "high.ppm"};
    for (const std::size_t place : {0, 2, 4}) {
      Words words = inputs;
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), options.begin(),
                   options.end());
      ExpectSameImage(words);
    }
  }
};

TEST_F(MontageTest, Layout) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const std::vector<Words> layouts = {
      {},
      {"-tile", "4x1"},
      {"-tile", "3x"},
      {"-tile", "x2"},
      {"-tile", "5x5"},
      {"+tile"},
      {"-geometry", "20x20+2+3"},
      {"-geometry", "+0+0"},
      {"-geometry", "20x20!+1+1"},
      {"-geometry", "20x20>"},
      {"+geometry"},
      {"-gravity", "NorthWest"},
      {"-gravity", "South", "-geometry", "40x10+3+3"},
      {"+gravity"},
      {"-mode", "Frame"},
      {"-mode", "Unframe"},
      {"-mode", "Concatenate"},
      {"-mode", "concatenate", "-tile", "2x3"},
  };
  for (const Words& layout : layouts) ExpectSameEverywhere(layout);
}

TEST_F(MontageTest, Ornaments) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const std::vector<Words> ornaments = {
      {"-frame", "5x5+2+2"},
      {"-frame", "10"},
      {"-mattecolor", "green", "-frame", "6x6+2+2"},
      {"-frame", "5", "+frame"},
      {"-shadow"},
      {"-shadow", "-geometry", "20x20+6+6"},
      {"-shadow", "+shadow"},
      {"-texture", "high.ppm"},
      {"-texture", "high.ppm", "+texture"},
      {"-background", "red"},
      {"-background", "none"},
      {"-bordercolor", "blue", "-borderwidth", "3"},
      {"-borderwidth", "3", "+borderwidth"},
      {"-compose", "Plus"},
      {"-compose", "Xor", "-background", "none"},
  };
  for (const Words& words : ornaments) ExpectSameEverywhere(words);
}

TEST_F(MontageTest, OptionsOfImagesAndSheets) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const std::vector<Words> options = {{"-resize", "50%"},
                                      {"-crop", "20x10+3+3"},
                                      {"-blur", "0x1"},
                                      {"-sharpen", "0x1"},
                                      {"-flip"},
                                      {"-flop"},
                                      {"-rotate", "90"},
                                      {"-colors", "8"},
                                      {"-gamma", "1.5"},
                                      {"-trim"},
                                      {"-strip"},
                                      {"-transparent", "red"},
                                      {"-matte"},
                                      {"+matte"},
                                      {"-page", "+3+4"},
                                      {"-noop"},
                                      {"-filter", "Point"},
                                      {"-set", "a", "b"},
                                      {"-depth", "8"},
                                      {"-colorspace", "Gray"}};
  for (const Words& words : options) ExpectSameEverywhere(words);
}

TEST_F(MontageTest, SeveralSheets) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const Words inputs = {"small.ppm", "in.ppm", "small.pam", "high.ppm", "in.ppm"};
  for (const Words& output : {Words{"sheets.miff"}, Words{"+adjoin", "sheet%d.ppm"}}) {
    Words words = {"montage", "-tile", "2x1", "-geometry", "20x20+1+1"};
    words.insert(words.end(), inputs.begin(), inputs.end());
    words.insert(words.end(), output.begin(), output.end());
    EXPECT_EQ(0, Lodestone(words).status);
  }
  EXPECT_EQ("44x22\n44x22\n22x22\n\n", Gm({"identify", "-format", "%wx%h\\n", "sheets.miff"}).out);
  for (const char* const name : {"sheet0.ppm", "sheet1.ppm", "sheet2.ppm"})
    EXPECT_TRUE(Exists(name)) << name;
}

TEST_F(MontageTest, Inputs) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  WriteFile(folder_ / "file.0", SamplePpm(30, 20));
  WriteFile(folder_ / "file.1", SamplePpm(20, 30));
  WriteFile(folder_ / "file.2", SamplePpm(9, 9));
  for (const char* const name : {"file", "file.%d"})
    ExpectSameImage({"-scenes", "0-2", "-geometry", "+1+1", name});
  ExpectSameImage({"-scenes", "1", "-geometry", "+1+1", "in.ppm"});
  ExpectSameImage({"-tile", "3x3", "null:", "in.ppm", "null:", "high.ppm"});
}

TEST_F(MontageTest, MessagesAndStatus) {
  const std::vector<Words> commands = {
      {"in.ppm"},
      {"missing.ppm", "out.ppm"},
      {"-bogus", "in.ppm", "out.ppm"},
      {"-mode", "bogus", "in.ppm", "out.ppm"},
      {"-geometry", "x", "in.ppm", "out.ppm"},
      {"-scenes", "x", "in.ppm", "out.ppm"},
      {"-borderwidth", "x", "in.ppm", "out.ppm"},
      {"-compose", "bogus", "in.ppm", "out.ppm"},
      {"in.ppm", "missing/out.ppm"},
  };
  for (Words words : commands) {
    words.insert(words.begin(), "montage");
    ExpectSame(words);
  }
}

TEST_F(MontageTest, LeavesNoFileAfterAnError) {
  for (const Words& words :
       {Words{"in.ppm", "missing.ppm", "out.ppm"}, Words{"-texture", "no.ppm", "in.ppm", "out.ppm"},
        Words{"-gravity", "bogus", "in.ppm", "out.ppm"}}) {
    Words all = {"montage"};
    all.insert(all.end(), words.begin(), words.end());
    const ProcessResult result = Lodestone(all);
    EXPECT_EQ(1, result.status);
    EXPECT_NE("", result.err);
    EXPECT_FALSE(Exists("out.ppm"));
  }
}

}  // namespace
}  // namespace lodestone::test
