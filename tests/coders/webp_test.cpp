// WebP: lossless round trips, agreement with gm and with libwebp's own tools, metadata.

#include <algorithm>
#include <cstdlib>

#include "tests/coders/webp_support.hpp"

namespace lodestone::coders::test {
namespace {

std::vector<Kind> Kinds() {
  std::vector<Kind> kinds;
  for (const unsigned long columns : kSizes) {
    for (const unsigned long rows : {1ul, 2ul, 7ul, 17ul, 257ul}) {
      for (const bool matte : {false, true}) {
        Kind kind{columns, rows, 8, matte};
        kinds.push_back(kind);
        kind.gray = true;
        kinds.push_back(kind);
        kind.colors = matte ? 0 : 17;
        kinds.push_back(kind);
      }
    }
  }
  return kinds;
}

struct Webp : FormatTest<> {
  Webp() : FormatTest("WEBP") {}
};

TEST_F(Webp, LosslessRoundTrip) {
  for (const Kind& kind : Kinds()) {
    SCOPED_TRACE(kind.Name());
    Exception exception;
    Info info;
    info.Define(kLossless);
    const ImageHandle image = MakeTestImage(kind);
    const Bytes bytes = Write("WEBP", image, info, exception);
    ASSERT_FALSE(bytes.empty()) << exception.Text();
    const ImageHandle again = ReadBytes("WEBP", bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(again->columns, kind.columns);
    EXPECT_EQ(again->rows, kind.rows);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(again.get()));
    EXPECT_EQ(again->compression, WebPCompression);
  }
}

struct Options {
  const char* gm;
  const char* define;
  unsigned long quality;
};

constexpr Options kOptions[] = {
    {"-quality 75", "", 75},
    {"-quality 0", "", 0},
    {"-quality 100", "", 100},
    {"-quality 40 -define webp:method=6", "webp:method=6", 40},
    {"-define webp:lossless=true", "webp:lossless=true,webp:exact=false", 75},
    {"-define webp:lossless=true,webp:method=0",
     "webp:lossless=true,webp:exact=false,webp:method=0", 75},
    {"-define webp:segments=2,webp:sns-strength=30", "webp:segments=2,webp:sns-strength=30", 75},
    {"-define webp:filter-strength=10,webp:filter-sharpness=3,webp:filter-type=0",
     "webp:filter-strength=10,webp:filter-sharpness=3,webp:filter-type=0", 75},
    {"-define webp:auto-filter=true,webp:pass=3", "webp:auto-filter=true,webp:pass=3", 75},
    {"-define webp:alpha-compression=0,webp:alpha-quality=50,webp:alpha-filtering=2",
     "webp:alpha-compression=0,webp:alpha-quality=50,webp:alpha-filtering=2", 75},
    {"-define webp:image-hint=graph,webp:partitions=2,webp:partition-limit=50",
     "webp:image-hint=graph,webp:partitions=2,webp:partition-limit=50", 75},
    {"-define webp:use-sharp-yuv=true,webp:emulate-jpeg-size=true,webp:low-memory=true",
     "webp:use-sharp-yuv=true,webp:emulate-jpeg-size=true,webp:low-memory=true", 75},
    {"-define webp:target-size=2000,webp:preprocessing=1",
     "webp:target-size=2000,webp:preprocessing=1", 75},
    {"-define webp:target-psnr=35.5", "webp:target-psnr=35.5", 75}};

TEST_F(Webp, FilesAreThoseOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string source = folder.File("source.png"), theirs = folder.File("theirs.webp");
  for (const bool matte : {false, true}) {
    Exception exception;
    const ImageHandle image = MakeTestImage({67, 45, 8, matte});
    WriteWholeFile(source, Write("PNG", image, Info(), exception));
    for (const Options& options : kOptions) {
      SCOPED_TRACE(options.gm);
      RunGm("convert " + source + " " + options.gm + " " + theirs);
      Info info;
      info->quality = options.quality;
      if (*options.define != '\0') info.Define(options.define);
      const Bytes ours = Write("WEBP", image, info, exception);
      ASSERT_FALSE(ours.empty()) << exception.Text();
      EXPECT_TRUE(ours == ReadWholeFile(theirs));
      const ImageHandle read = Read(theirs, exception);
      ASSERT_TRUE(read) << exception.Text();
      EXPECT_TRUE(Rgba16(read.get()) == AtOurDepth(GmRgba16(theirs)));
    }
  }
}

// As in GraphicsMagick from 1.3.44 on; what is transparent may have colours that matter later.
TEST_F(Webp, LosslessKeepsColorsOfTransparentPixels) {
  Exception exception;
  const ImageHandle image = MakeTestImage({20, 10, 8, true});
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 20, 10);
  for (std::size_t i = 0; i < 200; i += 3) pixels[i].opacity = TransparentOpacity;
  SyncImagePixels(image.get());
  for (const bool exact : {true, false}) {
    Info info;
    info.Define(exact ? "webp:lossless=true" : "webp:lossless=true,webp:exact=false");
    const ImageHandle again = ReadBytes("WEBP", Write("WEBP", image, info, exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(exact, Rgba16(image.get()) == Rgba16(again.get()));
  }
}

TEST_F(Webp, DwebpReadsTheSame) {
  if (std::system("command -v dwebp > /dev/null") != 0) {
    GTEST_SKIP() << "dwebp is not installed (Debian: webp)";
  }
  const TemporaryFolder folder;
  const std::string file = folder.File("a.webp"), decoded = folder.File("a.png");
  for (const char* define : {"webp:lossless=false", "webp:lossless=true"}) {
    for (const bool matte : {false, true}) {
      Exception exception;
      Info info;
      info.Define(define);
      WriteWholeFile(file, Write("WEBP", MakeTestImage({131, 77, 8, matte}), info, exception));
      ASSERT_EQ(std::system(("dwebp -quiet " + file + " -o " + decoded).c_str()), 0);
      const ImageHandle ours = Read(file, exception), theirs = Read(decoded, exception);
      ASSERT_TRUE(ours && theirs) << exception.Text();
      EXPECT_TRUE(Rgba16(ours.get()) == Rgba16(theirs.get()));
    }
  }
}

TEST_F(Webp, InvalidOptionsAreErrors) {
  for (const char* define : {"webp:method=x", "webp:method=7", "webp:segments=", "webp:pass=2x",
                             "webp:image-hint=none", "webp:target-psnr=high"}) {
    Exception exception;
    Info info;
    info.Define(define);
    EXPECT_TRUE(Write("WEBP", MakeTestImage({8, 8}), info, exception).empty()) << define;
    EXPECT_GE(exception.severity(), ErrorException) << define;
  }
  Exception exception;
  Info info;
  info->quality = 101;
  EXPECT_TRUE(Write("WEBP", MakeTestImage({8, 8}), info, exception).empty());
  EXPECT_EQ(exception.severity(), CoderError) << exception.Text();
}

TEST_F(Webp, SizesBeyondTheFormatAreErrors) {
  for (const auto& [columns, rows] :
       {std::pair<unsigned long, unsigned long>{16384, 1}, {1, 16384}}) {
    Exception exception;
    EXPECT_TRUE(Write("WEBP", MakeTestImage({columns, rows}), Info(), exception).empty());
    EXPECT_EQ(exception.severity(), ImageError) << exception.Text();
  }
  Exception exception;
  EXPECT_FALSE(Write("WEBP", MakeTestImage({16383, 1}), Info(), exception).empty())
      << exception.Text();
}

TEST_F(Webp, ProfilesSurvive) {
  const Bytes icc(3145, 'i'), xmp = Text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");
  for (const char* define : {"webp:lossless=false", "webp:lossless=true"}) {
    Exception exception;
    Info info;
    info.Define(define);
    const ImageHandle image = MakeTestImage({17, 9});
    SetProfiles(image, icc, xmp);
    const Bytes bytes = Write("WEBP", image, info, exception);
    const std::string tag = "XMP ";
    EXPECT_NE(std::search(bytes.begin(), bytes.end(), tag.begin(), tag.end()), bytes.end());
    EXPECT_EQ(std::search(bytes.begin(), bytes.end(), kExif.begin(), kExif.begin() + 6),
              bytes.end());
    for (const bool ping : {false, true}) {
      const Info empty;
      const ImageHandle again(
          ping ? PingBlob(empty.get(), bytes.data(), bytes.size(), exception.get())
               : BlobToImage(empty.get(), bytes.data(), bytes.size(), exception.get()));
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_EQ(again->columns, 17u);
      EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
      EXPECT_TRUE(Profile(again.get(), "EXIF") == kExif);
      EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
      EXPECT_EQ(again->orientation, RightTopOrientation);
    }
  }
}

TEST_F(Webp, ProfilesOfGmAreRead) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string png = folder.File("a.png"), file = folder.File("a.webp");
  const Bytes icc(3145, 'i'), xmp = Text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");
  Exception exception;
  const ImageHandle image = MakeTestImage({17, 9});
  SetProfiles(image, icc, xmp);
  WriteWholeFile(folder.File("a.jpg"), Write("JPEG", image, Info(), exception));
  RunGm("convert " + folder.File("a.jpg") + " " + file);
  const ImageHandle read = Read(file, exception);
  ASSERT_TRUE(read) << exception.Text();
  EXPECT_TRUE(Profile(read.get(), "ICM") == icc);
  EXPECT_TRUE(Profile(read.get(), "EXIF") == kExif);
}

}  // namespace
}  // namespace lodestone::coders::test
