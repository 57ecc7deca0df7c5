// DescribeImage. What it prints is compared with GraphicsMagick in tests/compat and
// tests/utilities.
#include <gmock/gmock.h>

#include <cstdlib>
#include <string>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

std::string Described(Image* image, unsigned verbose) {
  char* text = nullptr;
  size_t length = 0;
  FILE* file = open_memstream(&text, &length);
  EXPECT_EQ(MagickPass, DescribeImage(image, file, verbose));
  std::fclose(file);
  const std::string copy(text, length);
  std::free(text);
  return copy;
}

TEST(DescribeImage, OneLine) {
  const ImagePtr image = Counting(3, 2);
  MagickStrlCpy(image->filename, "name.pnm", sizeof image->filename);
  MagickStrlCpy(image->magick_filename, "old.pnm", sizeof image->magick_filename);
  MagickStrlCpy(image->magick, "PNM", sizeof image->magick);
  image->magick_columns = 30;
  image->magick_rows = 20;
  image->scene = 4;
  EXPECT_THAT(Described(image.get(), 0),
              testing::MatchesRegex("old\\.pnm=>name\\.pnm\\[4\\] PNM 30x20=>3x2\\+0\\+0 "
                                    "DirectClass [0-9]+-bit [0-9.]+u 0m:[0-9.]+s.*\n"));
}

// As GraphicsMagick from 1.3.44 on.
TEST(DescribeImage, OneLineTellsOfAlpha) {
  const ImagePtr image = Counting(3, 2);
  EXPECT_THAT(Described(image.get(), 0), testing::Not(testing::HasSubstr("+opacity")));
  image->matte = MagickTrue;
  EXPECT_THAT(Described(image.get(), 0), testing::HasSubstr(" DirectClass +opacity "));
}

TEST(DescribeImage, TimesStartAnew) {
  const ImagePtr image = Counting(3, 2);
  image->timer.elapsed.start -= 100;
  EXPECT_THAT(Described(image.get(), 0), testing::HasSubstr(" 1m:4"));
  EXPECT_THAT(Described(image.get(), 0), testing::HasSubstr(" 0m:0"));
}

TEST(DescribeImage, CountsColorsWhenAsked) {
  const ImagePtr image = Counting(3, 2);
  EXPECT_THAT(Described(image.get(), 1), testing::Not(testing::HasSubstr("Colors:")));
  EXPECT_EQ(image->total_colors, 0U);
  EXPECT_THAT(Described(image.get(), 2), testing::HasSubstr("  Colors: 6\n"));
  EXPECT_EQ(image->total_colors, 6U);
}

TEST(DescribeImage, OfAnImageWithoutPixels) {
  const ImagePtr image(AllocateImage(nullptr));
  EXPECT_THAT(Described(image.get(), 0), testing::HasSubstr(" 0x0+0+0 "));
  EXPECT_THAT(Described(image.get(), 2), testing::HasSubstr("Geometry: 0x0\n"));
}

TEST(DescribeImage, RecordsOfDamagedProfilesEndWithTheProfile) {
  const ImagePtr image = Counting(1, 1);
  const unsigned char iptc[] = "\034\002\170\377\377cut";
  for (size_t length = 1; length < sizeof iptc; ++length) {
    SetImageProfile(image.get(), "IPTC", iptc, length);
    const std::string text = Described(image.get(), 1);
    EXPECT_EQ(length > 5, text.find("    Caption:\n") != std::string::npos) << length;
  }
}

TEST(DescribeImage, AVisualDirectoryNamesItsFiles) {
  const ImagePtr image = Counting(1, 1);
  image->directory = AcquireString("xc:red\nno such file\nlast");
  EXPECT_THAT(Described(image.get(), 1),
              testing::HasSubstr("  Directory:\n    xc:red 64x64 XC\n  signature:\n"));
  EXPECT_THAT(Described(image.get(), 1), testing::HasSubstr("\n    no such file\n    last\n"));
}

TEST(DescribeImage, ReportsWhatCannotBeWritten) {
  const ImagePtr image = Counting(3, 2);
  FILE* full = std::fopen("/dev/full", "w");
  if (full == nullptr) GTEST_SKIP() << "no /dev/full";
  EXPECT_EQ(MagickFail, DescribeImage(image.get(), full, 1));
  std::fclose(full);
  EXPECT_EQ(MagickFail, DescribeImage(image.get(), nullptr, 1));
  EXPECT_EQ(MagickFail, DescribeImage(nullptr, stdout, 1));
}

}  // namespace
}  // namespace lodestone::test
