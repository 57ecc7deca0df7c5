// Options of text against the real gm.
#include <unistd.h>

#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/pam.hpp"

namespace lodestone::test {
namespace {

constexpr char kFont[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

class TextTest : public GmParityTest {
 protected:
  void SetUp() override {
    GmParityTest::SetUp();
    if (IsSkipped()) return;
    if (access(kFont, R_OK) != 0)
      GTEST_SKIP() << kFont << " is missing (Debian: fonts-dejavu-core)";
    const auto label = Lodestone({"convert", "-font", kFont, "label:x", "pam:-"});
    if (label.err.find("--with-freetype") != std::string::npos)
      GTEST_SKIP() << "this build lacks freetype";
    if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  }

  void ExpectSameImage(const Words& words, int most) {
    std::string text;
    for (const auto& word : words) text += word + " ";
    const ProcessResult ours = Lodestone(words), theirs = Gm(words);
    EXPECT_EQ(0, theirs.status) << text << theirs.err;
    EXPECT_EQ(0, ours.status) << text << ours.err;
    const int difference = ParsePam(theirs.out).DifferenceFrom(ParsePam(ours.out));
    EXPECT_TRUE(difference >= 0 && difference <= most) << text << difference;
  }

  void ExpectError(const Words& options, const std::string& part) {
    Words words = {"convert"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"in.ppm", "out.ppm"});
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(1, result.status) << part;
    EXPECT_NE(std::string::npos, result.err.find(part)) << result.err;
  }
};

TEST_F(TextTest, LabelsHaveTheSettingsBeforeThem) {
  ExpectSameImage({"convert", "-font", kFont, "-pointsize", "20", "label:one", "pam:-"}, 0);
  ExpectSameImage(
      {"convert", "-font", kFont, "-pointsize", "20", "+pointsize", "label:one", "pam:-"}, 0);
  ExpectSameImage({"convert", "-font", kFont, "+antialias", "label:one", "pam:-"}, 0);
  ExpectSameImage(
      {"convert", "-font", kFont, "-fill", "red", "-background", "blue", "label:one", "pam:-"}, 0);
  ExpectSameImage({"convert", "-font", kFont, "-stroke", "red", "-strokewidth", "3", "-box", "blue",
                   "-undercolor", "blue", "-encoding", "UTF-8", "label:one", "pam:-"},
                  0);
  ExpectSameImage(
      {"convert", "-font", kFont, "-size", "120x", "caption:some words in lines", "pam:-"}, 0);
}

TEST_F(TextTest, SheetsHaveLabelsAndTitles) {
  const Words title = {"-font", kFont, "-pointsize", "10", "-fill", "navy", "-title", "Title %m"};
  Words words = {"montage", "-label", "%wx%h", "in.ppm", "in.ppm"};
  words.insert(words.end(), title.begin(), title.end());
  words.insert(words.end(), {"-geometry", "60x40+4+4", "pam:-"});
  ExpectSameImage(words, 2);
}

TEST_F(TextTest, ValuesAreChecked) {
  ExpectError({"-pointsize", "large"}, "-pointsize");
  ExpectError({"-strokewidth", "x"}, "-strokewidth");
  ExpectError({"-stroke", "no color"}, "no color");
  ExpectError({"-undercolor", "no color"}, "no color");
  ExpectError({"-box", "no color"}, "no color");
  ExpectError({"-font", "/no/such.ttf", "label:x"}, "/no/such.ttf");
  ExpectError({"-list", "nothing"}, "Unrecognized list type");
}

TEST_F(TextTest, FontsAreListed) {
  const auto result = Lodestone({"convert", "-list", "font"});
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ(result.out, Lodestone({"convert", "-list", "type"}).out);
}

}  // namespace
}  // namespace lodestone::test
