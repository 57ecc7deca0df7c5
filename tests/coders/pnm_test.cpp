// The PNM family: every variant, hand-made.

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

Bytes FromText(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

ImageHandle ReadText(const std::string& text, Exception& exception) {
  return ReadBytes("PNM", FromText(text), exception);
}

// The grey level of a pixel, in 16 bits.
unsigned Level(const ImageHandle& image, long x, long y) {
  Exception exception;
  return ScaleQuantumToShort(AcquireOnePixel(image.get(), x, y, exception.get()).red);
}

std::uint16_t Expected(std::uint32_t value, std::uint32_t max) {
  const auto quantum = static_cast<Quantum>(MaxRGBDouble * value / max + 0.5);
  return static_cast<std::uint16_t>(ScaleQuantumToShort(quantum));
}

TEST(Pnm, PlainBitmap) {
  Exception exception;
  const ImageHandle image = ReadText("P1\n# c\n3 2\n101\n0 1 0\n", exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 3u);
  EXPECT_EQ(image->rows, 2u);
  EXPECT_EQ(image->storage_class, PseudoClass);
  EXPECT_EQ(Attribute(image.get(), "comment"), " c");
  EXPECT_EQ(Level(image, 0, 0), 0u);
  EXPECT_EQ(Level(image, 1, 0), 65535u);
  EXPECT_EQ(Level(image, 1, 1), 0u);
}

TEST(Pnm, RawBitmap) {
  Exception exception;
  const ImageHandle image = ReadText(std::string("P4 9 2\n\x80\x80\x01\x00", 11), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Level(image, 0, 0), 0u);
  EXPECT_EQ(Level(image, 1, 0), 65535u);
  EXPECT_EQ(Level(image, 8, 0), 0u);
  EXPECT_EQ(Level(image, 7, 1), 0u);
  EXPECT_TRUE(image->is_monochrome);
}

TEST(Pnm, EveryMaximumValue) {
  for (const std::uint32_t max :
       {1u, 2u, 3u, 100u, 254u, 255u, 256u, 1000u, 4095u, 65534u, 65535u}) {
    std::string raw_gray = "P5\n5 1\n" + std::to_string(max) + "\n";
    std::string raw_color = "P6\n5 1\n" + std::to_string(max) + "\n";
    std::string plain_gray = "P2\n5 1\n" + std::to_string(max) + "\n";
    const std::uint32_t values[] = {0, max / 3, max / 2, max - 1, max};
    for (const std::uint32_t value : values) {
      std::string sample;
      if (max > 255) sample += static_cast<char>(value >> 8);
      sample += static_cast<char>(value);
      raw_gray += sample;
      raw_color += sample + sample + sample;
      plain_gray += std::to_string(value) + " ";
    }
    for (const std::string& text : {raw_gray, raw_color, plain_gray}) {
      Exception exception;
      const ImageHandle image = ReadText(text, exception);
      ASSERT_TRUE(image) << max << exception.Text();
      for (long x = 0; x < 5; ++x) {
        EXPECT_EQ(Level(image, x, 0), Expected(values[x], max)) << text.substr(0, 2) << max;
      }
    }
  }
}

TEST(Pnm, PaletteForGray) {
  Exception exception;
  std::string text = "P5 20 20 255\n";
  for (int i = 0; i < 400; ++i) text += static_cast<char>(i);
  const ImageHandle image = ReadText(text, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->storage_class, PseudoClass);
  EXPECT_EQ(image->colors, 256u);
  AcquireImagePixels(image.get(), 0, 0, 20, 20, exception.get());
  const IndexPacket* indexes = AccessImmutableIndexes(image.get());
  ASSERT_NE(indexes, nullptr);
  EXPECT_EQ(indexes[300], 300u - 256u);
}

TEST(Pnm, RawColorAsGm) {
  SKIP_WITHOUT_CORPUS();
  SKIP_WITHOUT_GM();
  const std::string path = Corpus() + "/jpeg/testorig.ppm";
  Exception exception;
  const ImageHandle image = Read(path, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(path)));
}

TEST(Pnm, WritesTheSameBytesAsGm) {
  SKIP_WITHOUT_CORPUS();
  SKIP_WITHOUT_GM();
  for (const char* name : {"basn2c08", "basn0g08", "basn3p08", "basn6a08", "basn0g01"}) {
    const std::string path = Corpus() + "/pngsuite/" + name + ".png";
    Exception exception;
    const ImageHandle image = Read(path, exception);
    ASSERT_TRUE(image) << exception.Text();
    for (const char* magick : {"PPM", "PGM", "PNM"}) {
      EXPECT_TRUE(IsRounded(Write(magick, image, Info(), exception),
                            RunGm("convert " + path + " " + magick + ":-"), 1))
          << name << magick;
    }
  }
}

// The length tells GraphicsMagick's bits, of which 1 is black, from a byte for each sample.
TEST(Pnm, BitsInPamFilesOfGraphicsMagick) {
  const std::string header =
      "P7\nWIDTH 10\nHEIGHT 2\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n";
  const std::string bits = header + std::string("\xaa\x80\xf8\0", 4);
  const std::string bytes =
      header + std::string("\0\1\0\1\0\1\0\1\0\1", 10) + std::string("\0\0\0\0\0\1\1\1\1\1", 10);
  for (const std::string& file : {bits, bytes}) {
    Exception exception;
    const ImageHandle image = ReadBytes("PAM", Bytes(file.begin(), file.end()), exception);
    ASSERT_TRUE(image) << exception.Text();
    const std::vector<std::uint16_t> samples = Rgba16(image.get());
    for (std::size_t i = 0; i < 20; ++i) {
      const bool white = i < 10 ? i % 2 != 0 : i >= 15;
      EXPECT_EQ(white ? 65535 : 0, samples[4 * i]) << i;
    }
  }
}

TEST(Pnm, GrayFlagsFromPixels) {
  Exception exception;
  const ImageHandle gray = ReadText("P3 2 1 255 7 7 7 9 9 9\n", exception);
  ASSERT_TRUE(gray) << exception.Text();
  EXPECT_TRUE(gray->is_grayscale);
  EXPECT_FALSE(gray->is_monochrome);
  const ImageHandle bilevel =
      ReadText(std::string("P6 1 2 255\n\0\0\0\xff\xff\xff", 17), exception);
  ASSERT_TRUE(bilevel) << exception.Text();
  EXPECT_TRUE(bilevel->is_monochrome);
  const ImageHandle color = ReadText("P6 1 1 255\nabc", exception);
  ASSERT_TRUE(color) << exception.Text();
  EXPECT_FALSE(color->is_grayscale);
}

TEST(Pnm, PamKinds) {
  const struct {
    const char* type;
    unsigned depth;
    bool matte;
  } kinds[] = {{"GRAYSCALE", 1, false}, {"GRAYSCALE_ALPHA", 2, true}, {"RGB", 3, false},
               {"RGB_ALPHA", 4, true},  {"CMYK", 4, false},           {"CMYK_ALPHA", 5, true}};
  for (const auto& kind : kinds) {
    SCOPED_TRACE(kind.type);
    std::string text = "P7\n# note\nWIDTH 1\nHEIGHT 1\nDEPTH " + std::to_string(kind.depth) +
                       "\nMAXVAL 255\nTUPLTYPE " + kind.type + "\nENDHDR\n";
    for (unsigned i = 0; i < kind.depth; ++i) text += static_cast<char>(10 * (i + 1));
    Exception exception;
    const ImageHandle image = ReadText(text, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->matte != MagickFalse, kind.matte);
    EXPECT_EQ(image->colorspace == CMYKColorspace, text.find("CMYK") != std::string::npos);
    EXPECT_EQ(Level(image, 0, 0), 10u * 257);
    const Bytes again = Write("PAM", image, Info(), exception);
    const std::string copy(again.begin(), again.end());
    EXPECT_EQ(copy.substr(copy.find("WIDTH")), text.substr(text.find("WIDTH")));
  }
}

TEST(Pnm, StreamOfImages) {
  const std::string stream = "P5 1 1 255\naP6 1 1 255\nbcdP2 1 1 9 3\nP1 1 1 1\n";
  Exception exception;
  const ImageHandle all = ReadText(stream, exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 4u);
  EXPECT_EQ(all->next->next->next->scene, 3u);
  EXPECT_EQ(ScaleQuantumToChar(AcquireOnePixel(all->next, 0, 0, exception.get()).blue), 'd');

  const TemporaryFolder folder;
  WriteWholeFile(folder.File("s.pnm"), FromText(stream));
  const ImageHandle second = Read(folder.File("s.pnm[1]"), exception);
  ASSERT_TRUE(second) << exception.Text();
  EXPECT_EQ(GetImageListLength(second.get()), 1u);
  EXPECT_EQ(ScaleQuantumToChar(AcquireOnePixel(second.get(), 0, 0, exception.get()).red), 'b');

  const Bytes written = Write("PNM", all, Info(), exception);
  const ImageHandle again = ReadBytes("PNM", written, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(GetImageListLength(again.get()), 4u);
}

TEST(Pnm, BadFilesFailWithAReason) {
  const std::pair<std::string, const char*> files[] = {
      {"P5", "header"},
      {"P5 x 1 255\n", "header"},
      {"P5 0 1 255\n", "header"},
      {"P5 1 1 0\n1", "header"},
      {"P5 1 1 65536\n1", "header"},
      {"P8 1 1 255\n1", "header"},
      {"P5 2 2 255\nabc", "end-of-file"},
      {"P6 1000 1000 255\nabc", "end-of-file"},
      {"P2 2 2 255\n1 2 3", "end-of-file"},
      {"P2 2 2 255\n1 2 3 256\n", "Corrupt"},
      {"P3 1 1 255\n1 2 x\n", "header"},
      {"P1 2 2\n1 0 1", "end-of-file"},
      {"P4 9 2\n\x01", "end-of-file"},
      {"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 9\nMAXVAL 255\nENDHDR\n", "header"},
      {"P7\nWIDTH 1\n", "header"},
      {"P5 99999999999999999999 1 255\n1", "header"},
      {"P6 2147483647 2147483647 65535\n", "limit"},
  };
  const TemporaryFolder folder;
  for (const auto& [text, reason] : files) {
    SCOPED_TRACE(text.substr(0, 20));
    WriteWholeFile(folder.File("bad.pnm"), FromText(text));
    Exception exception;
    EXPECT_FALSE(Read("PNM:" + folder.File("bad.pnm"), exception));
    EXPECT_GE(exception.severity(), ErrorException);
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
    EXPECT_NE(exception.Text().find("bad.pnm"), std::string::npos) << exception.Text();
  }
}

TEST(Pnm, PlainLinesAreShort) {
  const Info info;
  info->quality = 0;
  Exception exception;
  Kind kind{100, 3, 16};
  const Bytes bytes = Write("PPM", MakeTestImage(kind), info, exception);
  std::size_t line = 0;
  for (const std::uint8_t c : bytes) {
    line = c == '\n' ? 0 : line + 1;
    ASSERT_LE(line, 70u);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
