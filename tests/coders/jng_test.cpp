// JNG: JPEG images with alpha, in chunks.
#include <gmock/gmock.h>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/mng_support.hpp"

namespace lodestone::coders::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class JngTest : public ::testing::Test {
 protected:
  Bytes Written(const ImageHandle& image, unsigned long quality = 90,
                CompressionType compression = UndefinedCompression) {
    Info info;
    info->quality = quality;
    info->compression = compression;
    Bytes bytes = Write("JNG", image, info, exception_);
    EXPECT_FALSE(bytes.empty()) << exception_.Text();
    return bytes;
  }
  ImageHandle Decoded(const Bytes& bytes) {
    ImageHandle image = ReadBytes("JNG", bytes, exception_);
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }

  Exception exception_;
};

// The oracle: the JPEG file inside, read as a file of its own.
TEST_F(JngTest, HasThePixelsOfItsJpegImage) {
  for (const Kind& kind : {Kind{33, 21, 8}, GrayKind(33, 21, 8, false)}) {
    const Bytes file = Written(MakeTestImage(kind));
    const auto chunks = MngChunks(file);
    const Bytes jpeg = DataOf(chunks, "JDAT");
    const ImageHandle image = Decoded(file), inside = ReadBytes("JPEG", jpeg, exception_);
    ASSERT_TRUE(image && inside);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(inside.get()));
    EXPECT_FALSE(image->matte);
    EXPECT_EQ(DataOf(chunks, "JHDR")[8], kind.gray ? 8 : 10);
  }
}

TEST_F(JngTest, KeepsAlphaAsPng) {
  const ImageHandle image = MakeTestImage({33, 21, 8, true});
  const Bytes file = Written(image);
  const Bytes header = DataOf(MngChunks(file), "JHDR");
  EXPECT_EQ(header[8], 14);
  EXPECT_EQ(header[12], 8);
  EXPECT_EQ(header[13], 0);
  const ImageHandle again = Decoded(file);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->matte);
  const auto before = Rgba16(image.get()), after = Rgba16(again.get());
  for (std::size_t i = 3; i < before.size(); i += 4) ASSERT_EQ(before[i], after[i]);
}

TEST_F(JngTest, KeepsAlphaOfSixteenBitsOrOne) {
  const ImageHandle deep = MakeTestImage({16, 9, 16, true});
  const Bytes file = Written(deep);
  EXPECT_EQ(DataOf(MngChunks(file), "JHDR")[12], QuantumDepth);
  const auto before = Rgba16(deep.get()), after = Rgba16(Decoded(file).get());
  for (std::size_t i = 3; i < before.size(); i += 4) ASSERT_EQ(before[i], after[i]);
  // One bit, by hand: opaque and transparent in turn.
  auto chunks = MngChunks(Written(MakeTestImage({8, 1, 8})));
  Bytes& header = chunks[0].data;
  header[8] = 14;
  header[12] = 1;
  chunks.insert(chunks.end() - 2, {"IDAT", Deflated({0, 0xaa})});
  const auto pixels = Rgba16(Decoded(MngFile(kJngStart, chunks)).get());
  ASSERT_EQ(pixels.size(), 32u);
  for (std::size_t x = 0; x < 8; ++x) EXPECT_EQ(pixels[4 * x + 3], x % 2 == 0 ? 0xffff : 0);
}

TEST_F(JngTest, WritesAlphaAsJpegIfThatIsTheCompression) {
  const ImageHandle image = MakeTestImage({33, 21, 8, true});
  const Bytes file = Written(image, 100, JPEGCompression);
  const auto chunks = MngChunks(file);
  EXPECT_EQ(DataOf(chunks, "JHDR")[13], 8);
  const ImageHandle again = Decoded(file),
                    alpha = ReadBytes("JPEG", DataOf(chunks, "JDAA"), exception_);
  ASSERT_TRUE(again && alpha);
  const auto pixels = Rgba16(again.get()), shades = Rgba16(alpha.get());
  for (std::size_t i = 0; i < pixels.size(); i += 4) ASSERT_EQ(pixels[i + 3], shades[i]);
}

TEST_F(JngTest, HasAQualityForAlphaToo) {
  const ImageHandle image = MakeTestImage({64, 64, 8, true});
  const auto alpha_bytes = [&](unsigned long quality) {
    return DataOf(MngChunks(Written(image, quality, JPEGCompression)), "JDAA").size();
  };
  const auto color_bytes = [&](unsigned long quality) {
    return DataOf(MngChunks(Written(image, quality, JPEGCompression)), "JDAT").size();
  };
  EXPECT_LT(alpha_bytes(20090), alpha_bytes(90090));
  EXPECT_EQ(color_bytes(20090), color_bytes(90));
}

TEST_F(JngTest, SaysWhetherItIsProgressive) {
  const ImageHandle image = MakeTestImage({64, 64, 8});
  EXPECT_EQ(DataOf(MngChunks(Written(image)), "JHDR")[11], 0);
  Info info;
  info->interlace = LineInterlace;
  EXPECT_EQ(DataOf(MngChunks(Write("JNG", image, info, exception_)), "JHDR")[11], 8);
}

TEST_F(JngTest, KeepsMetadataInChunksLikePng) {
  const ImageHandle image = MakeTestImage({33, 21, 8, true});
  const Bytes icc = Icc(400), exif = ExifWith(TopLeftOrientation), xmp(50, 'x');
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
  SetImageAttribute(image.get(), "comment", "words");
  image->orientation = RightTopOrientation;
  image->units = PixelsPerCentimeterResolution;
  image->x_resolution = image->y_resolution = 40;
  const Bytes file = Written(image);
  const auto chunks = MngChunks(file);
  EXPECT_FALSE(DataOf(chunks, "iCCP").empty());
  const Bytes color = DataOf(chunks, "JDAT");
  const std::string_view mark = "Exif";
  EXPECT_EQ(std::search(color.begin(), color.end(), mark.begin(), mark.end()), color.end());
  const ImageHandle again = Decoded(file);
  ASSERT_TRUE(again);
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  EXPECT_TRUE(Profile(again.get(), "EXIF") == ExifWith(RightTopOrientation));
  EXPECT_EQ(again->orientation, RightTopOrientation);
  EXPECT_EQ(Attribute(again.get(), "comment"), "words");
  EXPECT_EQ(again->units, PixelsPerCentimeterResolution);
  EXPECT_DOUBLE_EQ(again->x_resolution, 40);
  EXPECT_EQ(Attribute(again.get(), "png:IHDR.color-type-orig"), "");
}

TEST_F(JngTest, TellsTheQualityOfItsOwnJpegImage) {
  const ImageHandle image = Decoded(Written(MakeTestImage({33, 21, 8}), 90));
  ASSERT_TRUE(image);
  const ImageHandle again = Decoded(Written(image, 30));
  EXPECT_EQ(Attribute(image.get(), "JPEG-Quality"), "90");
  EXPECT_EQ(Attribute(again.get(), "JPEG-Quality"), "30");
}

TEST_F(JngTest, ReadsTheEightBitsOfTwo) {
  auto chunks = MngChunks(Written(MakeTestImage({8, 8, 8})));
  chunks[0].data[9] = 20;
  const Bytes plain = MngFile(kJngStart, chunks);
  chunks.insert(chunks.end() - 1, {{"JSEP", {}}, {"JDAT", {1, 2, 3}}});
  const ImageHandle image = Decoded(MngFile(kJngStart, chunks));
  ASSERT_TRUE(image);
  EXPECT_TRUE(Rgba16(image.get()) == Rgba16(Decoded(plain).get()));
}

TEST_F(JngTest, RefusesWhatItsHeaderMustNotSay) {
  const auto chunks = MngChunks(Written(MakeTestImage({8, 8, 8, true})));
  const std::pair<std::size_t, std::uint8_t> wrong[] = {{8, 9},  {9, 12}, {9, 7},  {10, 0},
                                                        {12, 3}, {13, 2}, {14, 1}, {15, 1}};
  for (const auto& [at, value] : wrong) {
    auto changed = chunks;
    changed[0].data[at] = value;
    Exception exception;
    EXPECT_FALSE(ReadBytes("JNG", MngFile(kJngStart, changed), exception)) << at;
    EXPECT_NE(exception.severity(), UndefinedException);
  }
  auto larger = chunks;
  larger[0].data[3] = 9;
  EXPECT_FALSE(ReadBytes("JNG", MngFile(kJngStart, larger), exception_));
  EXPECT_THAT(exception_.Text(), HasSubstr("differ in size"));
}

TEST_F(JngTest, IsDescribedByItsHeader) {
  auto chunks = MngChunks(Written(MakeTestImage({31, 17, 8, true})));
  for (PngChunk& chunk : chunks)
    if (chunk.name == "JDAT" || chunk.name == "IDAT") chunk.data = {0};
  const Bytes file = MngFile(kJngStart, chunks);
  const ImageHandle image(PingBlob(Info().get(), file.data(), file.size(), exception_.get()));
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(image->columns, 31u);
  EXPECT_TRUE(image->matte);
}

TEST_F(JngTest, IsReadAndWrittenAsByGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string png = folder.File("a.png"), ours = folder.File("a.jng"),
                    theirs = folder.File("b.jng");
  for (const Kind& kind : {Kind{33, 21, 8}, Kind{33, 21, 8, true}, GrayKind(33, 21, 8, true)}) {
    SCOPED_TRACE(kind.Name());
    const ImageHandle image = MakeTestImage(kind);
    WriteWholeFile(ours, Written(image));
    EXPECT_TRUE(AtOurDepth(GmRgba16(ours)) == Rgba16(Read(ours, exception_).get()));
    WriteWholeFile(png, Write("PNG", image, Info(), exception_));
    int status = 1;
    RunGm("convert " + png + " -quality 90 " + theirs, &status);
    ASSERT_EQ(status, 0);
    const ImageHandle read = Read(theirs, exception_);
    ASSERT_TRUE(read) << exception_.Text();
    EXPECT_TRUE(AtOurDepth(GmRgba16(theirs)) == Rgba16(read.get()));
  }
}

}  // namespace
}  // namespace lodestone::coders::test
