// JPEG XL: what libjxl's own programs and the real gm read and write, and what is kept.
#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/linear_support.hpp"

namespace lodestone::coders::test {
namespace {

// The programs of Debian's libjxl-tools.
#define SKIP_WITHOUT_JXL_TOOLS()                          \
  if (!Runs("cjxl --version") || !Runs("djxl --version")) \
  GTEST_SKIP() << "cjxl and djxl (libjxl-tools) are not installed"

class Jxl : public CodecTest {
 protected:
  Jxl() : CodecTest("JXL", "jxl:effort=3") {}

  // A file as cjxl writes it.
  std::string Cjxl(const std::string& from, const std::string& options) {
    std::string file = folder_.File("cjxl" + std::to_string(++files_) + ".jxl");
    EXPECT_TRUE(Runs("cjxl '" + from + "' " + file + " " + options));
    return file;
  }

 private:
  int files_ = 0;
};

std::vector<Kind> Kinds() {
  std::vector<Kind> kinds;
  for (const unsigned long size : kSizes)
    for (const unsigned depth : {8u, 16u})
      for (const bool matte : {false, true}) {
        kinds.push_back({size, 19, depth, matte});
        kinds.push_back(GrayKind(3, size, depth, matte));
      }
  Kind palette{33, 7};
  palette.colors = 5;
  Kind bilevel{33, 7};
  bilevel.black_white = true;
  kinds.push_back(palette);
  kinds.push_back(bilevel);
  return kinds;
}

TEST_F(Jxl, LosslessFilesAreReadBackUnchanged) {
  for (const Kind& kind : Kinds()) {
    SCOPED_TRACE(kind.Name());
    const ImageHandle image = MakeTestImage(kind);
    const ImageHandle again = Decoded(Encoded(image, 100));
    ASSERT_TRUE(again);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(again.get()));
    EXPECT_EQ(again->matte, image->matte);
  }
}

TEST_F(Jxl, DjxlReadsTheSame) {
  SKIP_WITHOUT_JXL_TOOLS();
  for (const unsigned long quality : {100ul, 90ul, 75ul, 20ul}) {
    for (const Kind& kind : {Kind{67, 41}, GrayKind(67, 41, 8, false), Kind{40, 60, 8, true}}) {
      SCOPED_TRACE(kind.Name() + " " + std::to_string(quality));
      const Bytes bytes = Encoded(MakeTestImage(kind), quality);
      WriteWholeFile(folder_.File("a.jxl"), bytes);
      ASSERT_TRUE(Runs("djxl " + folder_.File("a.jxl") + " " + folder_.File("a.png")));
      const ImageHandle theirs = ReadFile(folder_.File("a.png"));
      ASSERT_TRUE(theirs);
      EXPECT_TRUE(Rgba16(theirs.get()) == Rgba16(Decoded(bytes).get()));
    }
  }
}

TEST_F(Jxl, FilesOfCjxlAreTheImagesTheyWereMadeOf) {
  SKIP_WITHOUT_JXL_TOOLS();
  SKIP_WITHOUT_CORPUS();
  for (const char* name :
       {"basn0g01", "basn0g02", "basn0g04", "basn0g08", "basn0g16", "basn2c08", "basn2c16",
        "basn3p02", "basn3p04", "basn4a08", "basn6a08", "tbbn3p08"}) {
    SCOPED_TRACE(name);
    const std::string png = Corpus() + "/pngsuite/" + name + ".png";
    // Some say that they are light.
    const ImageHandle image = DecodedWith(ReadWholeFile(Cjxl(png, "-d 0")), "jxl:linear=true");
    ASSERT_TRUE(image);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(ReadFile(png).get()));
  }
}

TEST_F(Jxl, GmAndWeReadEachOther) {
  SKIP_WITHOUT_GM();
  for (const Kind& kind :
       {Kind{67, 41}, Kind{67, 41, 16}, GrayKind(67, 41, 8, false), GrayKind(67, 41, 16, false)}) {
    if (kind.depth > 8 && QuantumDepth == 8) continue;
    SCOPED_TRACE(kind.Name());
    WriteWholeFile(folder_.File("ours.jxl"), Encoded(MakeTestImage(kind), 80));
    const std::vector<std::uint16_t> theirs = GmRgba16(folder_.File("ours.jxl"));
    if (theirs.empty()) GTEST_SKIP() << "gm here does not read JPEG XL";
    EXPECT_TRUE(Rgba16(ReadFile(folder_.File("ours.jxl")).get()) == AtOurDepth(theirs));
    const Bytes png = Write("PNG", MakeTestImage(kind), Info(), exception_);
    WriteWholeFile(folder_.File("a.png"), png);
    int status = 1;
    RunGm("convert " + folder_.File("a.png") + " -quality 80 " + folder_.File("gm.jxl"), &status);
    ASSERT_EQ(status, 0);
    EXPECT_TRUE(Rgba16(ReadFile(folder_.File("gm.jxl")).get()) ==
                AtOurDepth(GmRgba16(folder_.File("gm.jxl"))));
  }
}

TEST_F(Jxl, QualityTradesSizeForAccuracy) {
  ExpectSizesGrowWithQuality({5, 30, 60, 90, 100});
}

TEST_F(Jxl, OptionsChangeTheFile) {
  const ImageHandle image = MakeTestImage({128, 96});
  const Bytes plain = Encoded(image, 90, "jxl:effort=7");  // libjxl's default
  EXPECT_FALSE(plain == Encoded(image, 90, "jxl:effort=3"));
  EXPECT_FALSE(plain == Encoded(image, 90, "jxl:decodingspeed=4"));
  EXPECT_EQ(image->exception.severity, UndefinedException);
  EXPECT_TRUE(plain == Encoded(image, 90, "jxl:effort=77"));
  EXPECT_EQ(image->exception.severity, CoderWarning);
}

TEST_F(Jxl, ThreadsDoNotChangeTheFile) {
  ExpectThreadsChangeNothing();
}

TEST_F(Jxl, ExifXmpAndOrientationAreKept) {
  const Bytes exif = ExifWith(TopLeftOrientation), xmp(100000, 'x');
  for (const OrientationType orientation :
       {TopLeftOrientation, BottomRightOrientation, RightTopOrientation, LeftBottomOrientation}) {
    const ImageHandle image = MakeTestImage({17, 9});
    SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
    image->orientation = orientation;
    SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
    const ImageHandle again = Decoded(Encoded(image, 100));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->orientation, orientation);
    EXPECT_EQ(again->columns, 17u);
    EXPECT_TRUE(Profile(again.get(), "EXIF") == ExifWith(orientation));
    EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(again.get()));
  }
}

// libjxl describes linear light by a profile, which is then a usable one.
TEST_F(Jxl, IccProfilesAreKept) {
  SKIP_WITHOUT_JXL_TOOLS();
  SKIP_WITHOUT_CORPUS();
  for (const char* name : {"g10n2c08", "g10n0g16"}) {
    const std::string png = Corpus() + "/pngsuite/" + name + ".png";
    const Bytes file = ReadWholeFile(Cjxl(png, "-d 0"));
    const ImageHandle linear = DecodedWith(file, "jxl:linear=true");
    ASSERT_TRUE(linear);
    const Bytes icc = Profile(linear.get(), "ICM");
    ASSERT_GT(icc.size(), 128u);
    const ImageHandle again = DecodedWith(Encoded(linear, 100), "jxl:linear=true");
    EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
    EXPECT_TRUE(Rgba16(linear.get()) == Rgba16(again.get()));
  }
}

TEST_F(Jxl, LightBecomesSrgb) {
  SKIP_WITHOUT_JXL_TOOLS();
  SKIP_WITHOUT_CORPUS();
  for (const char* name : {"g10n2c08", "g10n0g16"}) {
    const Bytes file = ReadWholeFile(Cjxl(Corpus() + "/pngsuite/" + name + ".png", "-d 0"));
    const ImageHandle image = Decoded(file);
    EXPECT_NEAR(image->gamma, 1 / 2.2, 1e-4);
    EXPECT_TRUE(Profile(image.get(), "ICM").empty());
    const std::vector<double> light = Samples(DecodedWith(file, "jxl:linear=true").get());
    const std::vector<double> decoded = LightOf(Samples(image.get()));
    EXPECT_LE(MostApart(decoded, light), (QuantumDepth == 8 ? 2.3 : 1.7) * kStep);
  }
}

TEST_F(Jxl, UnusableIccProfilesAreLeftOut) {
  const ImageHandle image = MakeTestImage({5, 5});
  const Bytes junk(500, 0x5a);
  SetImageProfile(image.get(), "ICM", junk.data(), junk.size());
  const ImageHandle again = Decoded(Encoded(image, 100));
  ASSERT_TRUE(again);
  EXPECT_TRUE(Profile(again.get(), "ICM").empty());
  EXPECT_EQ(image->exception.severity, CoderWarning);
}

TEST_F(Jxl, AnimationsAreLists) {
  SKIP_WITHOUT_JXL_TOOLS();
  SKIP_WITHOUT_GM();
  const std::string gif = folder_.File("a.gif");
  int status = 1;
  RunGm("convert -size 40x30 -delay 7 xc:red -delay 20 xc:lime -delay 35 xc:blue -loop 3 " + gif,
        &status);
  ASSERT_EQ(status, 0);
  const std::string file = Cjxl(gif, "-d 0");
  const ImageHandle all = ReadFile(file);
  ASSERT_TRUE(all);
  ASSERT_EQ(GetImageListLength(all.get()), 3u);
  const unsigned long delays[] = {7, 20, 35};
  const Image* frame = all.get();
  for (unsigned long i = 0; i < 3; ++i, frame = frame->next) {
    EXPECT_EQ(frame->delay, delays[i]);
    EXPECT_EQ(frame->scene, i);
    const PixelPacket color = AcquireOnePixel(frame, 39, 29, exception_.get());
    EXPECT_EQ(color.red, i == 0 ? MaxRGB : 0u);
    EXPECT_EQ(color.green, i == 1 ? MaxRGB : 0u);
    EXPECT_EQ(color.blue, i == 2 ? MaxRGB : 0u);
  }
  const ImageHandle last = ReadFile(file + "[2]");
  ASSERT_TRUE(last);
  EXPECT_EQ(GetImageListLength(last.get()), 1u);
  EXPECT_TRUE(Rgba16(last.get()) == Rgba16(GetImageFromList(all.get(), 2)));
  const ImageHandle two = ReadFile(file + "[1-2]");
  ASSERT_TRUE(two);
  EXPECT_EQ(GetImageListLength(two.get()), 2u);
  EXPECT_FALSE(Read(file + "[3]", exception_));
  EXPECT_EQ(exception_.severity(), OptionError);
}

TEST_F(Jxl, PingTellsTheSizeWithoutPixels) {
  const ImageHandle image = Pinged(Encoded(MakeTestImage({300, 200, 16, true}), 100));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->columns, 300u);
  EXPECT_EQ(image->rows, 200u);
  EXPECT_EQ(image->depth, static_cast<unsigned>(QuantumDepth));
  EXPECT_NE(image->matte, MagickFalse);
}

TEST_F(Jxl, MemoryIsLimited) {
  ExpectMemoryIsLimited(6000000);
}

}  // namespace
}  // namespace lodestone::coders::test
