// Sample sheets of fonts: what is drawn where, by comparison with text drawn by itself.

#include <algorithm>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"
#include "tests/support/text_fonts.hpp"

namespace lodestone::coders::test {
namespace {

using lodestone::test::kTestFonts;
using lodestone::test::kTrueTypeFont;
using lodestone::test::kType1Font;

// Rows of samples that are not white.
std::vector<bool> InkByRow(const std::vector<std::uint16_t>& samples, std::size_t columns) {
  std::vector<bool> ink;
  for (std::size_t row = 0; row < samples.size() / 4 / columns; ++row) {
    const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(row * columns * 4);
    ink.push_back(std::any_of(begin, begin + static_cast<std::ptrdiff_t>(columns * 4),
                              [](std::uint16_t sample) { return sample < 40000; }));
  }
  return ink;
}

TEST(Ttf, ASheetOfEachKind) {
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  for (const char* const font : {kTrueTypeFont, kType1Font}) {
    Exception exception;
    const ImageHandle image = Read(std::string("TTF:") + font, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->columns, 800u);
    EXPECT_EQ(image->rows, 480u);
    const std::vector<bool> ink = InkByRow(Rgba16(image.get()), 800);
    // Above the base lines of the first text and of the largest sentence; not below that.
    EXPECT_TRUE(ink[15]);
    for (const int line : {124, 154, 190, 238, 298, 370, 454}) EXPECT_TRUE(ink[line - 3]) << line;
    EXPECT_FALSE(ink[479]);
  }
}

// The same as the sentence alone in that place.
TEST(Ttf, SentenceAsDrawn) {
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  Exception exception;
  const ImageHandle image = Read(std::string("TTF:") + kTrueTypeFont, exception);
  ASSERT_TRUE(image) << exception.Text();
  ImageHandle expected(AllocateImage(nullptr));
  expected->columns = 800;
  expected->rows = 480;
  SetImage(expected.get(), OpaqueOpacity);
  DrawInfo* const settings = CloneDrawInfo(nullptr, nullptr);
  CloneString(&settings->font, (std::string("@") + kTrueTypeFont).c_str());
  CloneString(&settings->text, "That which does not destroy me, only makes me stronger.");
  CloneString(&settings->geometry, "+50+298");
  settings->pointsize = 48;
  EXPECT_NE(AnnotateImage(expected.get(), settings), MagickFail);
  DestroyDrawInfo(settings);
  const std::vector<std::uint16_t> ours = Rgba16(image.get()), theirs = Rgba16(expected.get());
  for (std::size_t y = 265; y < 300; ++y)
    for (std::size_t x = 50; x < 800; ++x) {
      const std::size_t at = 4 * (800 * y + x);
      ASSERT_EQ(ours[at], theirs[at]) << x << " " << y;
    }
}

TEST(Ttf, FromMemoryAndByContent) {
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  Exception exception;
  const Bytes bytes = ReadWholeFile(kTrueTypeFont);
  const ImageHandle from_memory = ReadBytes("", bytes, exception);
  ASSERT_TRUE(from_memory) << exception.Text();
  EXPECT_STREQ(from_memory->magick, "TTF");
  const ImageHandle from_file = Read(kTrueTypeFont, exception);
  EXPECT_TRUE(Rgba16(from_memory.get()) == Rgba16(from_file.get()));
}

// A file of that name that is not the font is not used.
TEST(Ttf, BytesCountNotTheName) {
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  Exception exception;
  const Bytes bytes = ReadWholeFile(kTrueTypeFont);
  const Info info(std::string("TTF:") + kType1Font);
  const ImageHandle image(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_TRUE(Rgba16(image.get()) == Rgba16(Read(kTrueTypeFont, exception).get()));
}

// As all temporary files.
TEST(Ttf, BytesGoToTheFolderForTemporaryFiles) {
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  const TemporaryFolder folder;
  const Bytes font = ReadWholeFile(kTrueTypeFont);
  const auto read_with = [&](const std::string& temporary, Exception& exception) {
    setenv("MAGICK_TMPDIR", temporary.c_str(), 1);
    ImageHandle image = ReadBytes("TTF", font, exception);
    unsetenv("MAGICK_TMPDIR");
    return image;
  };
  Exception exception, missing;
  EXPECT_TRUE(read_with(folder.File(""), exception)) << exception.Text();
  EXPECT_FALSE(read_with(folder.File("none"), missing));
  EXPECT_EQ(missing.severity(), TemporaryFileError) << missing.Text();
}

TEST(Ttf, PingOnlyMeasures) {
  Exception exception;
  const Bytes bytes = {0, 1, 0, 0, 0};
  const ImageHandle image(
      PingBlob(Info("TTF:").get(), bytes.data(), bytes.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 800u);
}

TEST(Ttf, DamageDoesNoHarm) {
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  const Bytes bytes = ReadWholeFile(kTrueTypeFont);
  std::mt19937 random(1);
  for (int round = 0; round < 12; ++round) {
    Bytes damaged = bytes;
    if (round % 3 == 0) damaged.resize(random() % damaged.size());
    for (int flips = 0; flips < 4 && !damaged.empty(); ++flips)
      damaged[random() % std::min<std::size_t>(damaged.size(), round % 2 != 0 ? 400 : 100000)] =
          static_cast<std::uint8_t>(random());
    Exception exception;
    const ImageHandle image = ReadBytes("TTF", damaged, exception);
    EXPECT_TRUE(image || exception.severity() >= ErrorException) << exception.Text();
  }
  Exception exception;
  EXPECT_FALSE(ReadBytes("TTF", {0, 1, 0, 0, 0, 9, 9}, exception));
  EXPECT_GE(exception.severity(), ErrorException) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
