// AVIF: what libavif's own programs and the real gm read and write, and what is kept.
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

// The programs of Debian's libavif-bin.
#define SKIP_WITHOUT_AVIF_TOOLS()                               \
  if (!Runs("avifenc --version") || !Runs("avifdec --version")) \
  GTEST_SKIP() << "avifenc and avifdec (libavif-bin) are not installed"

class Avif : public CodecTest {
 protected:
  Avif() : CodecTest("AVIF", "avif:speed=10") {}

  // A file as avifenc writes it.
  std::string Avifenc(const std::string& from, const std::string& options) {
    std::string file = folder_.File("avifenc" + std::to_string(++files_) + ".avif");
    EXPECT_TRUE(Runs("avifenc -s 10 " + options + " " + from + " " + file)) << options;
    return file;
  }

 private:
  int files_ = 0;
};

// Half a step of 12 bits, and what rounding twice adds.
constexpr int kTwelveBits = 10;

TEST_F(Avif, LosslessFilesAreReadBackUnchanged) {
  for (const unsigned long size : kSizes)
    for (const unsigned depth : {8u, 16u})
      for (const bool matte : {false, true}) {
        for (const Kind& kind : {Kind{size, 19, depth, matte}, GrayKind(3, size, depth, matte)}) {
          SCOPED_TRACE(kind.Name());
          const ImageHandle image = MakeTestImage(kind);
          const ImageHandle again = Decoded(Encoded(image, 100));
          ASSERT_TRUE(again);
          EXPECT_LE(MostApart(Rgba16(image.get()), Rgba16(again.get())),
                    depth == 8 || QuantumDepth == 8 ? 0 : kTwelveBits);
          EXPECT_EQ(again->matte, image->matte);
        }
      }
}

TEST_F(Avif, AvifdecReadsTheSame) {
  SKIP_WITHOUT_AVIF_TOOLS();
  for (const unsigned long quality : {100ul, 92ul, 75ul, 20ul})
    for (const Kind& kind : {Kind{67, 41}, Kind{300, 311}, GrayKind(67, 41, 8, false),
                             Kind{41, 67, 8, true}, Kind{1, 1}}) {
      SCOPED_TRACE(kind.Name() + " " + std::to_string(quality));
      const Bytes bytes = Encoded(MakeTestImage(kind), quality);
      WriteWholeFile(folder_.File("a.avif"), bytes);
      ASSERT_TRUE(Runs("avifdec " + folder_.File("a.avif") + " " + folder_.File("a.png")));
      EXPECT_TRUE(Rgba16(ReadFile(folder_.File("a.png")).get()) == Rgba16(Decoded(bytes).get()));
    }
}

TEST_F(Avif, FilesOfAvifencAreReadAsAvifdecDoes) {
  SKIP_WITHOUT_AVIF_TOOLS();
  const std::string png = PngOf(MakeTestImage({301, 203, 16, false}));
  for (const char* options : {"-d 8 -y 420", "-d 8 -y 422", "-d 8 -y 444 -r limited",
                              "-d 10 -y 420", "-d 12 -y 444", "-d 10 -y 400", "-d 8 --lossless"}) {
    SCOPED_TRACE(options);
    const std::string file = Avifenc(png, options);
    const std::string decoded = folder_.File("out.png");
    const bool wide = std::string(options).find("-d 1") == 0 && QuantumDepth > 8;
    ASSERT_TRUE(Runs("avifdec -d " + std::string(wide ? "16 " : "8 ") + file + " " + decoded));
    const ImageHandle image = ReadFile(file);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(ReadFile(decoded).get()));
    if (wide) {
      EXPECT_EQ(image->depth, std::string(options)[4] == '0' ? 10u : 12u);
    }
  }
}

// avifdec and gm do not expand it.
TEST_F(Avif, GreyOfLimitedRangeBecomesTheWholeRange) {
  SKIP_WITHOUT_AVIF_TOOLS();
  const ImageHandle image = MakeTestImage(GrayKind(64, 48, 8, false));
  const std::string file = Avifenc(PngOf(image), "--min 0 --max 0 -y 400 -r limited");
  EXPECT_LE(MostApart(Rgba16(ReadFile(file).get()), Rgba16(image.get())), 2 * 257);
}

TEST_F(Avif, GmReadsOurFiles) {
  SKIP_WITHOUT_GM();
  for (const Kind& kind : {Kind{67, 41}, Kind{40, 60, 8, true}}) {
    WriteWholeFile(folder_.File("a.avif"), Encoded(MakeTestImage(kind), 92));
    const std::vector<std::uint16_t> theirs = GmRgba16(folder_.File("a.avif"));
    if (theirs.empty()) GTEST_SKIP() << "gm here does not read AVIF";
    EXPECT_LE(MostApart(Rgba16(ReadFile(folder_.File("a.avif")).get()), theirs), 257);
  }
}

TEST_F(Avif, QualitySamplingAndSpeedChangeTheFile) {
  ExpectSizesGrowWithQuality({5, 30, 60, 90, 100});
  const ImageHandle image = MakeTestImage({128, 96});
  EXPECT_FALSE(Encoded(image, 60) == Encoded(image, 60, "avif:speed=6"));
  EXPECT_TRUE(Encoded(image, 60) == Encoded(image, 60));
  Info full;
  full->quality = 60;
  full.Define("avif:speed=10");
  full->sampling_factor = AllocateString("1x1");
  EXPECT_GT(Write("AVIF", image, full, exception_).size(), Encoded(image, 60).size());
}

TEST_F(Avif, ThreadsDoNotChangeTheFile) {
  ExpectThreadsChangeNothing();
}

TEST_F(Avif, ProfilesAreKept) {
  ExpectProfilesAreKept();
}

TEST_F(Avif, ColorsWithoutAProfileAreKept) {
  SKIP_WITHOUT_AVIF_TOOLS();
  const std::string file = Avifenc(PngOf(MakeTestImage({32, 16})), "--cicp 9/16/9");
  const ImageHandle image = ReadFile(file);
  EXPECT_EQ(Attribute(image.get(), "CICP"), "9/16/9");
  ExpectColorNumbersAreKept();
}

TEST_F(Avif, OrientationTurnsThePixels) {
  for (int orientation = TopLeftOrientation; orientation <= LeftBottomOrientation; ++orientation) {
    SCOPED_TRACE(orientation);
    ExpectTurned({17, 9}, static_cast<OrientationType>(orientation));
    ExpectTurned(GrayKind(17, 9, 8, false), static_cast<OrientationType>(orientation));
  }
}

TEST_F(Avif, PartsAndTurnsOfAvifencAreThoseOfGm) {
  SKIP_WITHOUT_AVIF_TOOLS();
  SKIP_WITHOUT_GM();
  const std::string png = PngOf(MakeTestImage({64, 48}));
  for (const char* options :
       {"--irot 1", "--irot 2", "--irot 3", "--imir 0", "--imir 1", "--irot 1 --imir 0",
        "--irot 3 --imir 1", "--crop 8,4,40,30", "--crop 8,4,40,30 --irot 1"}) {
    SCOPED_TRACE(options);
    const std::string file = Avifenc(png, std::string("-y 444 --min 10 --max 10 ") + options);
    const std::vector<std::uint16_t> theirs = GmRgba16(file);
    if (theirs.empty()) GTEST_SKIP() << "gm here does not read AVIF";
    EXPECT_LE(MostApart(Rgba16(ReadFile(file).get()), theirs), 257);
  }
}

TEST_F(Avif, SequencesAreLists) {
  SKIP_WITHOUT_AVIF_TOOLS();
  std::string frames;
  std::vector<ImageHandle> images;
  for (int i = 0; i < 3; ++i) {
    images.push_back(MakeTestImage({40, 30, 8, true}, static_cast<std::uint32_t>(i + 1)));
    frames += PngOf(images.back(), "f" + std::to_string(i) + ".png") + " ";
  }
  const std::string file = Avifenc(frames, "--lossless --timescale 10 --duration 3");
  const ImageHandle all = ReadFile(file);
  ASSERT_TRUE(all);
  ASSERT_EQ(GetImageListLength(all.get()), 3u);
  for (long i = 0; i < 3; ++i) {
    const Image* frame = GetImageFromList(all.get(), i);
    EXPECT_TRUE(Rgba16(frame) == Rgba16(images[static_cast<std::size_t>(i)].get())) << i;
    EXPECT_EQ(frame->delay, 30u);
    EXPECT_EQ(frame->dispose, BackgroundDispose) << "frames are whole";
  }
  const ImageHandle last = ReadFile(file + "[2]");
  ASSERT_TRUE(last);
  EXPECT_TRUE(Rgba16(last.get()) == Rgba16(images[2].get()));
  EXPECT_FALSE(Read(file + "[3]", exception_));
}

TEST_F(Avif, MemoryIsLimited) {
  ExpectMemoryIsLimited(2000000);
}

}  // namespace
}  // namespace lodestone::coders::test
