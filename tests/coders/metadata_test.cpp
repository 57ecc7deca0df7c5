// Profiles, comments and the like survive byte for byte.

#include <algorithm>
#include <cstring>
#include <tuple>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

void SetProfile(const ImageHandle& image, const char* name, const Bytes& data) {
  ASSERT_EQ(SetImageProfile(image.get(), name, data.data(), data.size()), MagickPass);
}

// The smallest EXIF block: one little-endian directory with the orientation.
Bytes Exif(std::uint8_t orientation) {
  Bytes bytes = {'E',  'x',  'i', 'f', 0, 0, 'I', 'I', 42,          0, 8, 0, 0, 0, 1, 0,
                 0x12, 0x01, 3,   0,   1, 0, 0,   0,   orientation, 0, 0, 0, 0, 0, 0, 0};
  return bytes;
}

ImageHandle Through(const std::string& magick, const ImageHandle& image) {
  Exception exception;
  const Bytes bytes = Write(magick, image, Info(), exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  ImageHandle again = ReadBytes(magick, bytes, exception);
  EXPECT_TRUE(again) << exception.Text();
  return again;
}

class Metadata : public ::testing::TestWithParam<const char*> {};

TEST_P(Metadata, ProfilesSurvive) {
  const Bytes icc = Icc(3144);
  const Bytes exif = Exif(6);
  const Bytes iptc = RandomBytes(1001, 2);
  const std::string xml = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>\xc3\xa4</x:xmpmeta>";
  const Bytes xmp(xml.begin(), xml.end());
  const ImageHandle image = MakeTestImage({17, 9});
  SetProfile(image, "ICM", icc);
  SetProfile(image, "EXIF", exif);
  SetProfile(image, "IPTC", iptc);
  SetProfile(image, "XMP", xmp);
  const ImageHandle again = Through(GetParam(), image);
  ASSERT_TRUE(again);
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  EXPECT_TRUE(Profile(again.get(), "EXIF") == exif);
  EXPECT_TRUE(Profile(again.get(), "IPTC") == iptc);
  EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
  EXPECT_EQ(again->orientation, RightTopOrientation);
}

TEST_P(Metadata, LargeProfilesSurvive) {
  for (const std::size_t length : {65519u, 65520u, 131038u, 200003u}) {
    const Bytes icc = Icc(length);
    const ImageHandle image = MakeTestImage({5, 5});
    SetProfile(image, "ICM", icc);
    const ImageHandle again = Through(GetParam(), image);
    ASSERT_TRUE(again);
    EXPECT_TRUE(Profile(again.get(), "ICM") == icc) << length;
  }
}

TEST_P(Metadata, NonsenseProfilesSurvive) {
  const Bytes junk = RandomBytes(500, 3);
  const ImageHandle image = MakeTestImage({5, 5});
  SetProfile(image, "ICM", junk);
  SetProfile(image, "XMP", junk);
  const ImageHandle again = Through(GetParam(), image);
  ASSERT_TRUE(again);
  EXPECT_TRUE(Profile(again.get(), "ICM") == junk);
  EXPECT_TRUE(Profile(again.get(), "XMP") == junk);
}

TEST_P(Metadata, CommentsSurvive) {
  for (const std::string& comment :
       {std::string("plain"), std::string("two\nlines"), std::string("\xc3\xa4\xe2\x82\xac"),
        std::string("Latin \xe4"), std::string(300, 'x')}) {
    const ImageHandle image = MakeTestImage({5, 5});
    SetImageAttribute(image.get(), "comment", comment.c_str());
    const ImageHandle again = Through(GetParam(), image);
    ASSERT_TRUE(again);
    EXPECT_EQ(Attribute(again.get(), "comment"), comment);
  }
}

TEST_P(Metadata, ResolutionSurvives) {
  const ImageHandle image = MakeTestImage({5, 5});
  image->x_resolution = 118;
  image->y_resolution = 59;
  image->units = PixelsPerCentimeterResolution;
  const ImageHandle again = Through(GetParam(), image);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->x_resolution, 118);
  EXPECT_EQ(again->y_resolution, 59);
  EXPECT_EQ(again->units, PixelsPerCentimeterResolution);
}

INSTANTIATE_TEST_SUITE_P(Formats, Metadata, ::testing::Values("PNG", "JPEG"),
                         [](const auto& info) { return std::string(info.param); });

TEST(PngMetadata, ColorSpaceSurvives) {
  const ImageHandle image = MakeTestImage({5, 5});
  image->gamma = 0.5;
  image->chromaticity.white_point = {0.31, 0.33, 0.0};
  image->chromaticity.red_primary = {0.65, 0.32, 0.0};
  image->chromaticity.green_primary = {0.29, 0.61, 0.0};
  image->chromaticity.blue_primary = {0.14, 0.07, 0.0};
  const ImageHandle again = Through("PNG", image);
  ASSERT_TRUE(again);
  EXPECT_NEAR(again->gamma, 0.5, 1e-5);
  EXPECT_NEAR(again->chromaticity.white_point.x, 0.31, 1e-5);
  EXPECT_NEAR(again->chromaticity.blue_primary.y, 0.07, 1e-5);
  image->rendering_intent = AbsoluteIntent;
  EXPECT_EQ(Through("PNG", image)->rendering_intent, AbsoluteIntent);
}

TEST(PngMetadata, NoIntentIsWrittenForAValueThatIsNone) {
  const ImageHandle image = MakeTestImage({5, 5});
  image->gamma = 0.5;
  for (const int value : {-1, RelativeIntent + 1, 99}) {
    image->rendering_intent = static_cast<RenderingIntent>(value);
    const ImageHandle again = Through("PNG", image);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->rendering_intent, UndefinedIntent);
    EXPECT_NEAR(again->gamma, 0.5, 1e-5) << "an unknown intent hides nothing";
  }
}

TEST(PngMetadata, TextOfTheSuite) {
  SKIP_WITHOUT_CORPUS();
  Exception exception;
  const ImageHandle plain = Read(Corpus() + "/pngsuite/ct1n0g04.png", exception);
  ASSERT_TRUE(plain) << exception.Text();
  EXPECT_EQ(Attribute(plain.get(), "Title"), "PngSuite");
  EXPECT_NE(Attribute(plain.get(), "Copyright").find("Willem van Schaik"), std::string::npos);
  const ImageHandle compressed = Read(Corpus() + "/pngsuite/ctzn0g04.png", exception);
  ASSERT_TRUE(compressed);
  EXPECT_EQ(Attribute(compressed.get(), "Title"), "PngSuite");
  const ImageHandle greek = Read(Corpus() + "/pngsuite/ctgn0g04.png", exception);
  ASSERT_TRUE(greek);
  EXPECT_NE(Attribute(greek.get(), "Title").find("PngSuite"), std::string::npos);
  const ImageHandle again = Through("PNG", greek);
  EXPECT_EQ(Attribute(again.get(), "Software"), Attribute(greek.get(), "Software"));
}

// eXIf holds the block without the header that JPEG puts before it.
TEST(PngMetadata, ExifIsAChunkOfItsOwn) {
  Exception exception;
  const ImageHandle image = MakeTestImage({16, 16});
  const Bytes exif = Exif(8);
  SetProfile(image, "EXIF", exif);
  const Bytes bytes = Write("PNG", image, Info(), exception);
  const std::string tag = "eXIf";
  const auto chunk = std::search(bytes.begin(), bytes.end(), tag.begin(), tag.end());
  ASSERT_NE(chunk, bytes.end());
  EXPECT_TRUE(std::equal(exif.begin() + 6, exif.end(), chunk + 4));
}

// Programs look for the number between white space and a newline.
TEST(PngMetadata, RawProfilesHaveNoBlankAfterTheirLength) {
  Exception exception;
  const ImageHandle image = MakeTestImage({5, 5});
  SetProfile(image, "IPTC", RandomBytes(46, 2));
  const Bytes bytes = Write("PNG", image, Info(), exception);
  const std::string wanted = "\niptc\n      46\n";
  EXPECT_NE(std::search(bytes.begin(), bytes.end(), wanted.begin(), wanted.end()), bytes.end());
}

// They tell of another file.
TEST(PngMetadata, SettingsOfAJpegAreNoTexts) {
  const ImageHandle image = MakeTestImage({5, 5});
  SetImageAttribute(image.get(), "JPEG-Quality", "83");
  SetImageAttribute(image.get(), "Title", "x");
  const ImageHandle again = Through("PNG", image);
  EXPECT_EQ(Attribute(again.get(), "JPEG-Quality"), "");
  EXPECT_EQ(Attribute(again.get(), "Title"), "x");
}

// Formats in which EXIF is the only place for it.
TEST(OrientationMetadata, IsWrittenIntoExif) {
  for (const char* magick : Present({"JPEG", "PNG", "APNG", "JNG", "WEBP", "JP2", "PSD"})) {
    SCOPED_TRACE(magick);
    const ImageHandle plain = MakeTestImage({16, 16});
    plain->orientation = RightTopOrientation;
    const ImageHandle made = Through(magick, plain);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->orientation, RightTopOrientation);
    EXPECT_EQ(Attribute(made.get(), "EXIF:Orientation"), "6");

    const ImageHandle other = MakeTestImage({16, 16});
    SetProfile(other, "EXIF", Exif(6));
    other->orientation = TopLeftOrientation;
    const ImageHandle changed = Through(magick, other);
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->orientation, TopLeftOrientation);
    EXPECT_TRUE(Profile(changed.get(), "EXIF") == Exif(1));

    const ImageHandle upright = MakeTestImage({16, 16});
    upright->orientation = TopLeftOrientation;
    EXPECT_TRUE(Profile(Through(magick, upright).get(), "EXIF").empty());
  }
}

bool WarnsOfOrientation(const Image* image) {
  const char* const reason = image->exception.reason;
  return reason != nullptr && std::strstr(reason, "takes no orientation") != nullptr &&
         image->exception.severity == CoderWarning;
}

TEST(OrientationMetadata, ADamagedProfileStaysWithAWarning) {
  for (const char* magick : Present({"JPEG", "PNG", "WEBP"})) {
    SCOPED_TRACE(magick);
    const ImageHandle image = MakeTestImage({16, 16});
    const Bytes exif = {'E', 'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 200, 0, 0, 0, 9, 9};
    SetProfile(image, "EXIF", exif);
    image->orientation = RightTopOrientation;
    EXPECT_TRUE(Profile(Through(magick, image).get(), "EXIF") == exif);
    EXPECT_TRUE(WarnsOfOrientation(image.get()));
  }
}

// The largest marker has no room for a second directory, but its orientation can be another.
TEST(JpegMetadata, AFullExifMarkerStays) {
  constexpr std::size_t kMost = 65533;
  const ImageHandle image = MakeTestImage({16, 16});
  Bytes exif = Exif(6);
  exif.resize(kMost);
  SetProfile(image, "EXIF", exif);
  image->orientation = LeftBottomOrientation;
  Bytes changed = Exif(8);
  changed.resize(kMost);
  EXPECT_TRUE(Profile(Through("JPEG", image).get(), "EXIF") == changed);
  EXPECT_FALSE(WarnsOfOrientation(image.get()));
  constexpr std::size_t kTagAt = 16;
  exif[kTagAt] = 0x0f;  // a maker instead
  SetProfile(image, "EXIF", exif);
  image->orientation = LeftBottomOrientation;
  EXPECT_TRUE(Profile(Through("JPEG", image).get(), "EXIF") == exif);
  EXPECT_TRUE(WarnsOfOrientation(image.get()));
}

// JFIF has whole numbers of 16 bits, from 1 on.
TEST(JpegMetadata, DensitiesAreRounded) {
  constexpr std::tuple<double, double, Bytes::value_type, unsigned, unsigned> kCases[] = {
      {399.6, 0.4, 1, 400, 1}, {65535, 299.999, 1, 65535, 300}, {65536, 300, 0, 1, 1}};
  for (const auto& [x, y, unit, columns, rows] : kCases) {
    const ImageHandle image = MakeTestImage({5, 5});
    image->x_resolution = x;
    image->y_resolution = y;
    image->units = PixelsPerInchResolution;
    Exception exception;
    const Bytes bytes = Write("JPEG", image, Info(), exception);
    constexpr std::size_t kUnitAt = 13;
    ASSERT_GT(bytes.size(), kUnitAt + 4);
    EXPECT_EQ(bytes[kUnitAt], unit);
    EXPECT_EQ(bytes[kUnitAt + 1] * 256u + bytes[kUnitAt + 2], columns);
    EXPECT_EQ(bytes[kUnitAt + 3] * 256u + bytes[kUnitAt + 4], rows);
  }
}

TEST(JpegMetadata, OversizedProfilesAreLeftOutWithAWarning) {
  Exception exception;
  const ImageHandle image = MakeTestImage({5, 5});
  Bytes exif = Exif(1);
  exif.resize(70000);
  SetProfile(image, "EXIF", exif);
  const Bytes bytes = Write("JPEG", image, Info(), exception);
  ASSERT_FALSE(bytes.empty()) << exception.Text();
  const ImageHandle again = ReadBytes("JPEG", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Profile(again.get(), "EXIF").empty());
}

TEST(JpegMetadata, IccChunksOutOfOrder) {
  Exception exception;
  const ImageHandle image = MakeTestImage({5, 5});
  const Bytes icc = Icc(100000);
  SetProfile(image, "ICM", icc);
  Bytes bytes = Write("JPEG", image, Info(), exception);
  const std::string tag = "ICC_PROFILE";
  const auto first = std::search(bytes.begin(), bytes.end(), tag.begin(), tag.end()) - 4;
  const auto second = std::search(first + 20, bytes.end(), tag.begin(), tag.end()) - 4;
  const auto length = [](Bytes::iterator at) { return 2 + at[2] * 256 + at[3]; };
  const auto end = second + length(second);
  std::rotate(first, second, end);
  const ImageHandle again = ReadBytes("JPEG", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
}

TEST(JpegMetadata, ReadableByGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeTestImage({16, 16});
  const Bytes icc = Icc(100000);
  const Bytes iptc = RandomBytes(1000, 4);
  SetProfile(image, "ICM", icc);
  SetProfile(image, "IPTC", iptc);
  SetProfile(image, "EXIF", Exif(3));
  SetImageAttribute(image.get(), "comment", "hello");
  const std::string file = folder.File("a.jpg");
  WriteWholeFile(file, Write("JPEG", image, Info(), exception));
  EXPECT_TRUE(RunGm("convert " + file + " icm:-") == icc);
  EXPECT_TRUE(RunGm("convert " + file + " exif:-") == Exif(3));
  EXPECT_TRUE(RunGm("convert " + file + " 8bim:-") == iptc);
}

}  // namespace
}  // namespace lodestone::coders::test
