// HEIC and HEIF: what libheif's own programs and the real gm read and write, and what is kept.
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

// The programs of Debian's libheif-examples.
#define SKIP_WITHOUT_HEIF_TOOLS()                             \
  if (!Runs("which heif-enc") || !Runs("which heif-convert")) \
  GTEST_SKIP() << "heif-enc and heif-convert (libheif-examples) are not installed"

class Heic : public CodecTest {
 protected:
  Heic() : CodecTest("HEIC", "heif:preset=ultrafast") {}
};

constexpr int kTwelveBits = 9;  // half a step of 12 bits, rounded up

TEST_F(Heic, LosslessFilesAreReadBackUnchanged) {
  for (const unsigned long size : kSizes)
    for (const bool matte : {false, true}) {
      const Kind kind{size, 19, 8, matte};
      SCOPED_TRACE(kind.Name());
      const ImageHandle image = MakeTestImage(kind);
      const ImageHandle again = Decoded(Encoded(image, 100));
      ASSERT_TRUE(again);
      EXPECT_EQ(MostApart(Rgba16(image.get()), Rgba16(again.get())), 0);
      EXPECT_EQ(again->matte, image->matte);
    }
}

TEST_F(Heic, TwelveBitsAreKept) {
  const ImageHandle image = MakeTestImage({67, 41, 16});
  const ImageHandle again = Decoded(Encoded(image, 100));
  ASSERT_TRUE(again);
  EXPECT_LE(MostApart(Rgba16(image.get()), Rgba16(again.get())),
            QuantumDepth == 8 ? 0 : kTwelveBits);
  EXPECT_EQ(again->depth, QuantumDepth == 8 ? 8u : 12u);
}

TEST_F(Heic, HeifConvertAndGmReadTheSame) {
  SKIP_WITHOUT_HEIF_TOOLS();
  for (const unsigned long quality : {100ul, 92ul, 75ul, 20ul})
    for (const Kind& kind : {Kind{67, 41}, Kind{300, 211}, Kind{41, 67, 8, true}}) {
      SCOPED_TRACE(kind.Name() + " " + std::to_string(quality));
      const Bytes bytes = Encoded(MakeTestImage(kind), quality);
      const std::string file = folder_.File("a.heic"), png = folder_.File("a.png");
      WriteWholeFile(file, bytes);
      ASSERT_TRUE(Runs("heif-convert " + file + " " + png));
      const std::vector<std::uint16_t> ours = Rgba16(Decoded(bytes).get());
      EXPECT_TRUE(Rgba16(ReadFile(png).get()) == ours);
      const std::vector<std::uint16_t> theirs = GmRgba16(file);
      if (!theirs.empty()) {
        EXPECT_TRUE(AtOurDepth(theirs) == ours);
      }
    }
}

TEST_F(Heic, FilesOfHeifEncAreRead) {
  SKIP_WITHOUT_HEIF_TOOLS();
  const ImageHandle image = MakeTestImage({120, 80});
  const std::string png = PngOf(image);
  for (const char* options : {"-q 50", "-q 90 -p chroma=444", "-q 60 -b 10"}) {
    SCOPED_TRACE(options);
    const std::string file = folder_.File("b.heic"), out = folder_.File("b.png");
    ASSERT_TRUE(
        Runs("heif-enc -p preset=ultrafast " + std::string(options) + " -o " + file + " " + png));
    ASSERT_TRUE(Runs("heif-convert " + file + " " + out));
    EXPECT_LE(MostApart(Rgba16(ReadFile(file).get()), Rgba16(ReadFile(out).get())),
              std::string(options).find("-b") == std::string::npos ? 0 : 257);
  }
}

TEST_F(Heic, QualityAndPresetChangeTheFile) {
  ExpectSizesGrowWithQuality({5, 30, 60, 90});
  const ImageHandle image = MakeTestImage({128, 96});
  EXPECT_FALSE(Encoded(image, 60) == Encoded(image, 60, "heif:preset=slow"));
  EXPECT_TRUE(Encoded(image, 60) == Encoded(image, 60));
  Info info;
  info.Define("heif:preset=nonsense");
  EXPECT_TRUE(Write("HEIC", image, info, exception_).empty());
}

TEST_F(Heic, ThreadsDoNotChangeTheFile) {
  ExpectThreadsChangeNothing();
}

TEST_F(Heic, ProfilesAreKept) {
  ExpectProfilesAreKept();
}

TEST_F(Heic, ColorsWithoutAProfileAreKept) {
  ExpectColorNumbersAreKept();
}

TEST_F(Heic, OrientationTurnsThePixels) {
  for (int orientation = TopLeftOrientation; orientation <= LeftBottomOrientation; ++orientation) {
    SCOPED_TRACE(orientation);
    ExpectTurned({64, 32}, static_cast<OrientationType>(orientation));
  }
}

TEST_F(Heic, SeveralImagesAreReadByNumber) {
  SKIP_WITHOUT_HEIF_TOOLS();
  std::string names;
  for (int i = 0; i < 2; ++i) {
    const ImageHandle image = MakeTestImage({40ul + 8 * static_cast<unsigned>(i), 32});
    names += " " + PngOf(image, std::to_string(i) + ".png");
  }
  const std::string file = folder_.File("two.heic");
  ASSERT_TRUE(Runs("heif-enc -o " + file + names));
  const ImageHandle primary = ReadFile(file);
  EXPECT_EQ(GetImageListLength(primary.get()), 1u);
  EXPECT_EQ(primary->columns, 40u);
  EXPECT_EQ(ReadFile(file + "[1]")->columns, 48u);
  EXPECT_EQ(GetImageListLength(ReadFile(file + "[0-1]").get()), 2u);
  EXPECT_FALSE(Read(file + "[2]", exception_));
}

TEST_F(Heic, MemoryIsLimited) {
  ExpectMemoryIsLimited(2000000);
}

}  // namespace
}  // namespace lodestone::coders::test
