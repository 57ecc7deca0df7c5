// LABEL and CAPTION, against gm's.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/coders/test_support.hpp"
#include "tests/support/text_fonts.hpp"

namespace lodestone::coders::test {
namespace {

using lodestone::test::kOpenTypeFont;
using lodestone::test::kTestFonts;
using lodestone::test::kTrueTypeFont;
using lodestone::test::kType1Font;
using lodestone::test::TestFontName;

// Settings as both take them.
struct Label {
  std::string text;  // "label:..."
  std::string size = "";
  double points = 12;
  std::string fill = "black";
  std::string background = "white";
  std::string density = "";
  bool antialias = true;
};

ImageHandle ReadText(const char* font, const Label& label, Exception& exception) {
  Info info(label.text);
  CloneString(&info->font, font);
  if (!label.size.empty()) info.Size(label.size);
  if (!label.density.empty()) CloneString(&info->density, label.density.c_str());
  info->pointsize = label.points;
  info->antialias = label.antialias;
  QueryColorDatabase(label.fill.c_str(), &info->pen, exception.get());
  QueryColorDatabase(label.background.c_str(), &info->background_color, exception.get());
  return ImageHandle(ReadImage(info.get(), exception.get()));
}

std::string GmArguments(const char* font, const Label& label) {
  std::string arguments = "-font " + std::string(font) + " -pointsize " +
                          std::to_string(label.points) + " -fill '" + label.fill +
                          "' -background '" + label.background + "'";
  if (!label.size.empty()) arguments += " -size " + label.size;
  if (!label.density.empty()) arguments += " -density " + label.density;
  if (!label.antialias) arguments += " +antialias";
  return arguments + " '" + label.text + "'";
}

void ExpectGmsText(const char* font, const Label& label) {
  SCOPED_TRACE(GmArguments(font, label));
  Exception exception;
  const ImageHandle image = ReadText(font, label, exception);
  ASSERT_TRUE(image) << exception.Text();
  const auto expected = GmRgba16(GmArguments(font, label));
  const auto actual = Rgba16(image.get());
  ASSERT_EQ(expected.size(), actual.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < actual.size(); ++i)
    wrong += std::abs(AtOurDepth(expected[i]) - actual[i]) > (QuantumDepth == 8 ? 257 : 0);
  EXPECT_EQ(0u, wrong);
}

class LabelsLikeGm : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_FONT(GetParam());
    if (!HaveGm()) GTEST_SKIP() << "gm is not installed (Debian: graphicsmagick)";
  }
};

TEST_P(LabelsLikeGm, Labels) {
  for (const double points : {0.5, 1.0, 7.5, 12.0, 24.0, 100.0, 500.0})
    ExpectGmsText(GetParam(), {"label:Text AVA j\xc3\xa9", "", points});
  for (const char* text : {"label:x", "label: ", "label:a\tb", "label:%wx%h %m", "label:100%%",
                           "label:e\xcc\x81", "label:\xff\xfe", "label:\xe2\x82"})
    ExpectGmsText(GetParam(), {text, "", 18});
  ExpectGmsText(GetParam(), {"label:Colors", "", 30, "red", "#00008080"});
  ExpectGmsText(GetParam(), {"label:Colors", "", 30, "#ff000080", "blue"});
  ExpectGmsText(GetParam(), {"label:Density", "", 10, "black", "white", "200x100"});
  ExpectGmsText(GetParam(), {"label:Edges", "", 20, "black", "white", "", false});
}

TEST_P(LabelsLikeGm, LabelsOfASize) {
  for (const char* size : {"300x", "x40", "200x50", "50x200", "3x3", "1000x20"})
    ExpectGmsText(GetParam(), {"label:Fits", size, 12});
}

TEST_P(LabelsLikeGm, Captions) {
  const char* text =
      "caption:The quick brown fox jumps over the lazy dog, and a wizard quickly boxes it.";
  for (const char* size : {"90x", "120x", "300x", "1200x", "150x60", "150x200"})
    for (const double points : {8.0, 12.0, 17.5}) ExpectGmsText(GetParam(), {text, size, points});
  ExpectGmsText(GetParam(), {text, "140x", 14, "white", "navy"});
}

INSTANTIATE_TEST_SUITE_P(Fonts, LabelsLikeGm, ::testing::ValuesIn(kTestFonts),
                         [](const auto& name) { return TestFontName(name.param); });

class Labels : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_FONT(kTrueTypeFont); }
};

// GraphicsMagick makes an image of one line and cuts the others off.
TEST_F(Labels, HaveSeveralLines) {
  Exception exception;
  const ImageHandle one = ReadText(kTrueTypeFont, {"label:wide line"}, exception);
  const ImageHandle three = ReadText(kTrueTypeFont, {"label:a\\nwide line\\nb"}, exception);
  ASSERT_TRUE(one && three) << exception.Text();
  EXPECT_EQ(one->columns, three->columns);
  EXPECT_GE(three->rows, 3 * one->rows - 3);
  EXPECT_LE(three->rows, 3 * one->rows);
}

// Text whose words are longer than a line makes GraphicsMagick run for ever.
TEST_F(Labels, LongWordsAreBroken) {
  Exception exception;
  const ImageHandle word =
      ReadText(kTrueTypeFont, {"caption:Donaudampfschifffahrtsgesellschaft", "60x"}, exception);
  ASSERT_TRUE(word) << exception.Text();
  EXPECT_EQ(60u, word->columns);
  EXPECT_GT(word->rows, 4 * 12u);
  const ImageHandle narrow = ReadText(kTrueTypeFont, {"caption:Wide", "1x"}, exception);
  ASSERT_TRUE(narrow) << exception.Text();
}

TEST_F(Labels, AreReadFromFiles) {
  const TemporaryFolder folder;
  const std::string file = folder.File("text.txt"), text = "first line\nsecond";
  WriteWholeFile(file, Bytes(text.begin(), text.end()));
  Exception exception;
  const ImageHandle direct = ReadText(kTrueTypeFont, {"label:first line\\nsecond"}, exception);
  const ImageHandle from_file = ReadText(kTrueTypeFont, {"label:@" + file}, exception);
  ASSERT_TRUE(direct && from_file) << exception.Text();
  EXPECT_EQ(Rgba16(direct.get()), Rgba16(from_file.get()));
  const ImageHandle caption = ReadText(kTrueTypeFont, {"caption:@" + file, "200x"}, exception);
  ASSERT_TRUE(caption) << exception.Text();
  EXPECT_GE(caption->rows, 2 * 13u);
  const ImageHandle name = ReadText(kTrueTypeFont, {"label:@no file"}, exception);
  ASSERT_TRUE(name) << exception.Text();
}

void ExpectRefused(const Label& label, ExceptionType severity, const std::string& part) {
  Exception exception;
  EXPECT_FALSE(ReadText(kTrueTypeFont, label, exception)) << part;
  EXPECT_EQ(severity, exception.severity()) << exception.Text();
  EXPECT_NE(std::string::npos, exception.Text().find(part)) << exception.Text();
}

TEST_F(Labels, RefuseWhatIsTooLarge) {
  const TemporaryFolder folder;
  const std::string file = folder.File("long.txt");
  WriteWholeFile(file, Bytes(1000000, 'm'));
  ExpectRefused({"label:@" + file}, ResourceLimitError, "limit");
  ExpectRefused({"label:x", "", 1e9}, OptionError, "size of the font");
  ExpectRefused({"label:x", "99999999x"}, OptionError, "size of the font");
  ExpectRefused({"caption:x", "99999999x99999999"}, ResourceLimitError, "limit");
}

TEST_F(Labels, RefuseWhatIsMissing) {
  ExpectRefused({"label:"}, OptionError, "Unable to translate text");
  ExpectRefused({"caption:no width"}, OptionError, "Must specify image size");
  ExpectRefused({"caption:@/no/such/file", "90x"}, FileOpenError, "/no/such/file");
  Exception exception;
  EXPECT_FALSE(ReadText("/no/such/font.ttf", {"label:x"}, exception));
  EXPECT_EQ(TypeError, exception.severity());
  EXPECT_NE(std::string::npos, exception.Text().find("/no/such/font.ttf")) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
