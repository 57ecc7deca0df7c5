// Files of grey pixels are read as one sample per pixel and written from it, with no visible
// difference in the pixels or in the files written.

#include "magick/core/pixels/pixel_cache.hpp"
#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

magick_int64_t MemoryInUse() {
  return GetMagickResource(MemoryResource);
}

std::int64_t Area(const ImageHandle& image) {
  return static_cast<std::int64_t>(image->columns * image->rows);
}

// A copy whose pixels are packets.
ImageHandle AsPackets(const ImageHandle& image) {
  Exception exception;
  ImageHandle copy(CloneImage(image.get(), 0, 0, MagickTrue, exception.get()));
  EXPECT_NE(nullptr, AcquireImagePixels(copy.get(), 0, 0, 1, 1, exception.get()));
  EXPECT_FALSE(HasGreyPixels(copy.get()));
  return copy;
}

// In every format that has grey pixels: the same bytes from samples as from packets.
void ExpectWrittenAlike(const ImageHandle& grey, const std::string& what) {
  const ImageHandle packets = AsPackets(grey);
  for (const char* magick :
       Present({"PNG", "JPEG", "PGM", "PBM", "PNM", "PAM", "PNG8", "PNG24", "PPM", "TIFF"})) {
    for (const ImageType type : {UndefinedType, OptimizeType, TrueColorType}) {
      const Info info;
      info->type = type;
      Exception exception;
      const ImageHandle source(CloneImage(grey.get(), 0, 0, MagickTrue, exception.get()));
      const Bytes expected = Write(magick, packets, info, exception);
      const Bytes actual = Write(magick, source, info, exception);
      EXPECT_EQ(expected.empty(), actual.empty()) << what << " " << magick << exception.Text();
      EXPECT_TRUE(expected == actual) << what << " as " << magick << " " << type;
    }
  }
}

void ExpectReadAsSamples(const std::string& magick, const Bytes& file, const std::string& what) {
  Exception exception;
  const magick_int64_t before = MemoryInUse();
  const ImageHandle image = ReadBytes(magick, file, exception);
  ASSERT_TRUE(image) << what << exception.Text();
  EXPECT_TRUE(HasGreyPixels(image.get())) << what;
  EXPECT_EQ(before + Area(image) * std::int64_t{sizeof(Quantum)}, MemoryInUse()) << what;
  EXPECT_TRUE(image->is_grayscale) << what;
  ExpectWrittenAlike(image, what);
}

std::vector<Kind> GreyKinds() {
  std::vector<Kind> kinds;
  for (const unsigned long columns : {1ul, 7ul, 17ul, 257ul}) {
    for (const unsigned depth : {8u, 16u}) {
      Kind kind{columns, 9, depth};
      kind.gray = true;
      kinds.push_back(kind);
      kind.black_white = true;
      kinds.push_back(kind);
    }
  }
  return kinds;
}

TEST(GreyFiles, AreReadAsSamplesAndWrittenFromThem) {
  for (const Kind& kind : GreyKinds()) {
    const ImageHandle image = MakeTestImage(kind);
    for (const char* magick : Present({"PNG", "JPEG", "PGM", "PAM", "TIFF"})) {
      const Info info;
      info->type = GrayscaleType;
      Exception exception;
      const Bytes file = Write(magick, image, info, exception);
      ASSERT_FALSE(file.empty()) << exception.Text();
      ExpectReadAsSamples(magick, file, kind.Name() + " " + magick);
    }
  }
}

TEST(GreyFiles, PlainAndBitmapsToo) {
  const auto expect = [](const std::string& text) {
    ExpectReadAsSamples("PNM", Bytes(text.begin(), text.end()), text);
  };
  expect("P1\n3 2\n1 0 1\n0 1 0\n");
  expect("P2\n3 2\n9\n1 0 9\n0 8 3\n");
  expect("P2\n3 2\n1000\n1 0 1000\n0 8 3\n");
  expect(std::string("P4 9 2\n\x80\x80\x01\x00", 11));
  expect(std::string("P5 2 2 100\n\x01\x64\x00\x33", 15));
}

// A colormap has no colour for samples beyond the range; the first one is used.
TEST(GreyFiles, SamplesBeyondTheRangeOfAMapAreItsFirstColour) {
  const std::string text = "P5 2 2 3\n\x01\xff\x03\x04";
  Exception exception;
  const ImageHandle image = ReadBytes("PGM", Bytes(text.begin(), text.end()), exception);
  ASSERT_TRUE(image) << exception.Text();
  ASSERT_EQ(PseudoClass, image->storage_class);
  const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 0, 2, 2, exception.get());
  const IndexPacket* indexes = AccessImmutableIndexes(image.get());
  ASSERT_TRUE(pixels && indexes);
  const unsigned expected[] = {1, 0, 3, 0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(expected[i], indexes[i]);
    EXPECT_EQ(image->colormap[expected[i]].red, pixels[i].red);
  }
}

TEST(GreyFiles, GreyOfTheSuiteAtEveryDepthInterlacedOrNot) {
  SKIP_WITHOUT_CORPUS();
  for (const char* interlace : {"n", "i"}) {
    for (const char* depth : {"01", "02", "04", "08", "16"}) {
      const std::string name = std::string("/bas") + interlace + "0g" + depth + ".png";
      const Bytes file = ReadWholeFile(Corpus() + "/pngsuite" + name);
      ASSERT_FALSE(file.empty()) << name;
      ExpectReadAsSamples("PNG", file, name);
    }
  }
}

TEST(GreyFiles, AlphaAndTransparencyTakePackets) {
  SKIP_WITHOUT_CORPUS();
  for (const char* name : {"/basn4a08.png", "/tbbn0g04.png"}) {
    Exception exception;
    const ImageHandle image =
        ReadBytes("PNG", ReadWholeFile(Corpus() + "/pngsuite" + name), exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_FALSE(HasGreyPixels(image.get())) << name;
  }
}

// A call can then be explained without the pixels.
TEST(GreyFiles, AreKnownByTheirHeaders) {
  Kind kind{7, 5, 8};
  for (const bool gray : {true, false}) {
    kind.gray = gray;
    const ImageHandle image = MakeTestImage(kind);
    for (const char* magick : Present({"PNG", "JPEG", "PNM", "TIFF"})) {
      Exception exception;
      const Info info;
      info->type = gray ? GrayscaleType : TrueColorType;
      const Bytes file = Write(magick, image, info, exception);
      const ImageHandle header(PingBlob(info.get(), file.data(), file.size(), exception.get()));
      ASSERT_TRUE(header) << magick << exception.Text();
      EXPECT_EQ(gray, header->is_grayscale != MagickFalse) << magick;
    }
  }
}

// One sample per pixel from file to file.
TEST(GreyFiles, ResizingOneReadsAndWritesSamples) {
  Kind kind{257, 255, 8};
  kind.gray = true;
  const ImageHandle original = MakeTestImage(kind);
  for (const char* magick : Present({"PNG", "JPEG", "PGM", "TIFF"})) {
    Exception exception;
    const Info info;
    info->type = GrayscaleType;
    const ImageHandle image =
        ReadBytes(magick, Write(magick, original, info, exception), exception);
    ASSERT_TRUE(image) << exception.Text();
    const ImageHandle packets = AsPackets(image);
    const ImageHandle small(ScaleImage(image.get(), 64, 31, exception.get()));
    const ImageHandle expected(ScaleImage(packets.get(), 64, 31, exception.get()));
    ASSERT_TRUE(small && expected) << exception.Text();
    const Info plain;
    const Bytes written = Write(magick, small, plain, exception);
    EXPECT_TRUE(HasGreyPixels(image.get()) && HasGreyPixels(small.get())) << magick;
    EXPECT_TRUE(Write(magick, expected, plain, exception) == written) << magick;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
