// What is written is read back unchanged: every format, type, depth, class, matte, at odd sizes.

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

std::vector<Kind> Kinds() {
  std::vector<Kind> kinds;
  const std::pair<unsigned long, unsigned long> odd[] = {
      {1, 1}, {2, 3}, {3, 2}, {7, 16}, {16, 7}, {17, 255}, {255, 2}, {257, 3}, {1, 257}};
  for (const auto& [columns, rows] : odd) {
    for (const unsigned depth : {8u, 16u}) {
      for (const bool matte : {false, true}) {
        Kind kind{columns, rows, depth, matte};
        kinds.push_back(kind);
        kind.gray = true;
        kinds.push_back(kind);
        kind.gray = false;
        kind.black_white = true;
        kinds.push_back(kind);
      }
    }
    for (const unsigned colors : {1u, 2u, 3u, 5u, 16u, 17u, 256u}) {
      for (const bool gray : {false, true}) {
        Kind kind{columns, rows, 8};
        kind.colors = colors;
        kind.gray = gray;
        kinds.push_back(kind);
      }
    }
  }
  return kinds;
}

void ExpectSame(const Image* expected, const Image* actual, bool alpha) {
  std::vector<std::uint16_t> a = Rgba16(expected);
  const std::vector<std::uint16_t> b = Rgba16(actual);
  if (!alpha) {
    for (std::size_t i = 3; i < a.size(); i += 4) a[i] = 65535;
  }
  EXPECT_TRUE(a == b);
}

void RoundTrip(const std::string& magick, bool alpha, const Kind& kind, const Info& info) {
  SCOPED_TRACE(magick + " " + kind.Name());
  Exception exception;
  const ImageHandle image = MakeTestImage(kind);
  const Bytes bytes = Write(magick, image, info, exception);
  ASSERT_FALSE(bytes.empty()) << exception.Text();
  const ImageHandle again = ReadBytes(magick, bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->columns, kind.columns);
  EXPECT_EQ(again->rows, kind.rows);
  ExpectSame(image.get(), again.get(), alpha);
}

TEST(RoundTrip, Png) {
  for (const Kind& kind : Kinds()) RoundTrip("PNG", true, kind, Info());
}

TEST(RoundTrip, PngInterlaced) {
  for (const Kind& kind : Kinds()) {
    const Info info;
    info->interlace = LineInterlace;
    RoundTrip("PNG", true, kind, info);
  }
}

TEST(RoundTrip, PngAtEveryQuality) {
  for (const unsigned long quality :
       {0ul, 5ul, 9ul, 10ul, 21ul, 32ul, 43ul, 54ul, 65ul, 75ul, 86ul, 97ul, 100ul}) {
    Kind kind{33, 17, 16, true};
    const Info info;
    info->quality = quality;
    RoundTrip("PNG", true, kind, info);
  }
}

TEST(RoundTrip, Pam) {
  for (const Kind& kind : Kinds()) RoundTrip("PAM", true, kind, Info());
}

TEST(RoundTrip, Pnm) {
  for (const Kind& kind : Kinds()) RoundTrip("PNM", false, kind, Info());
}

TEST(RoundTrip, Ppm) {
  for (const Kind& kind : Kinds()) RoundTrip("PPM", false, kind, Info());
}

TEST(RoundTrip, PlainPnm) {
  for (const Kind& kind : Kinds()) {
    const Info info;
    info->quality = 0;
    RoundTrip("PNM", false, kind, info);
  }
}

TEST(RoundTrip, Pgm) {
  for (const Kind& kind : Kinds()) {
    if (kind.gray || kind.black_white) RoundTrip("PGM", false, kind, Info());
  }
}

TEST(RoundTrip, Pbm) {
  for (const Kind& kind : Kinds()) {
    if (kind.black_white) RoundTrip("PBM", false, kind, Info());
  }
}

// The types that the names request, whatever the image is.
TEST(RoundTrip, PngByName) {
  const struct {
    const char* name;
    unsigned bit_depth;
    unsigned color_type;
  } names[] = {{"PNG24", 8, 2}, {"PNG32", 8, 6}, {"PNG48", 16, 2}, {"PNG64", 16, 6}};
  for (const auto& [name, bit_depth, color_type] : names) {
    for (const unsigned colors : {0u, 4u}) {
      Exception exception;
      Kind kind{9, 5};
      kind.colors = colors;
      const Bytes bytes = Write(name, MakeTestImage(kind), Info(), exception);
      ASSERT_GT(bytes.size(), 26u) << name << exception.Text();
      EXPECT_EQ(bytes[24], bit_depth) << name;
      EXPECT_EQ(bytes[25], color_type) << name;
    }
  }
}

TEST(RoundTrip, Png8) {
  Exception exception;
  Kind kind{15, 17, 8, true};  // 255 pixels, so no more colours
  const ImageHandle image = MakeTestImage(kind);
  const Bytes bytes = Write("PNG8", image, Info(), exception);
  ASSERT_GT(bytes.size(), 26u) << exception.Text();
  EXPECT_EQ(bytes[25], 3u);
  const ImageHandle again = ReadBytes("PNG", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  ExpectSame(image.get(), again.get(), true);
}

struct SmallestType {
  Kind kind;
  unsigned bit_depth;
  unsigned color_type;
};

TEST(RoundTrip, PngChoosesTheSmallestFaithfulType) {
  Kind bilevel{8, 8};
  bilevel.black_white = true;
  Kind gray{8, 8};
  gray.gray = true;
  Kind gray_alpha = gray;
  gray_alpha.matte = true;
  Kind two{8, 8};
  two.colors = 2;
  Kind four = two;
  four.colors = 4;
  Kind five = two;
  five.colors = 5;
  Kind many = two;
  many.colors = 17;
  const SmallestType types[] = {{bilevel, 1, 0}, {gray, 8, 0},   {gray_alpha, 8, 4},
                                {two, 1, 3},     {four, 2, 3},   {five, 4, 3},
                                {many, 8, 3},    {{8, 8}, 8, 2}, {{8, 8, 8, true}, 8, 6}};
  for (const SmallestType& type : types) {
    SCOPED_TRACE(type.kind.Name());
    Exception exception;
    const Bytes bytes = Write("PNG", MakeTestImage(type.kind), Info(), exception);
    ASSERT_GT(bytes.size(), 26u) << exception.Text();
    EXPECT_EQ(bytes[24], type.bit_depth);
    EXPECT_EQ(bytes[25], type.color_type);
  }
}

#if QuantumDepth > 8
TEST(RoundTrip, DeepPalettesKeepTheirColors) {
  Kind kind{17, 9, 16};
  kind.colors = 40;
  RoundTrip("PNG", true, kind, Info());
}

TEST(RoundTrip, DeepPalettesThatAreAskedForHaveEightBits) {
  Kind kind{17, 9, 16};
  kind.colors = 40;
  const ImageHandle image = MakeTestImage(kind);
  Info info;
  info->type = PaletteType;
  Exception exception;
  const Bytes bytes = Write("PNG", image, info, exception);
  ASSERT_GT(bytes.size(), 26u) << exception.Text();
  EXPECT_EQ(8u, bytes[24]);
  EXPECT_EQ(3u, bytes[25]);
  const ImageHandle again = ReadBytes("PNG", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  const std::vector<std::uint16_t> before = Rgba16(image.get()), after = Rgba16(again.get());
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(before[i], after[i], 256) << i;
}
#endif

// A wrong claim that an image is grey must not lose colour.
TEST(RoundTrip, WrongGrayFlagLosesNothing) {
  for (const char* magick : {"PNG", "PNM", "PAM"}) {
    Exception exception;
    const ImageHandle image = MakeTestImage({9, 9});
    image->is_grayscale = MagickTrue;
    image->is_monochrome = MagickTrue;
    const ImageHandle again = ReadBytes(magick, Write(magick, image, Info(), exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    ExpectSame(image.get(), again.get(), false);
  }
}

TEST(RoundTrip, PaletteWithTransparency) {
  Kind kind{31, 9};
  kind.colors = 6;
  const ImageHandle image = MakeTestImage(kind);
  Exception exception;
  image->matte = MagickTrue;
  PixelPacket* q = GetImagePixelsEx(image.get(), 0, 0, 31, 9, exception.get());
  const IndexPacket* indexes = AccessMutableIndexes(image.get());
  for (std::size_t i = 0; i < 31 * 9; ++i) {
    q[i].opacity = static_cast<Quantum>(ScaleCharToQuantum(indexes[i] * 40u));
  }
  SyncImagePixelsEx(image.get(), exception.get());
  const Bytes bytes = Write("PNG", image, Info(), exception);
  ASSERT_GT(bytes.size(), 26u);
  EXPECT_EQ(bytes[25], 3u);  // still a palette, with tRNS
  const ImageHandle again = ReadBytes("PNG", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  ExpectSame(image.get(), again.get(), true);
}

}  // namespace
}  // namespace lodestone::coders::test
