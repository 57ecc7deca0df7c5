// Targa: every type, depth and order of pixels, hand-made; as written; gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

struct Targa {
  unsigned type = 2;
  unsigned bits = 24;
  unsigned attributes = 0;
  unsigned map_first = 0;
  unsigned map_bits = 0;
  Bytes map;
  Bytes pixels;

  // 3x2 pixels.
  Bytes File() const {
    const unsigned length =
        map_bits == 0 ? 0 : static_cast<unsigned>(map.size()) / ((map_bits + 7) / 8);
    Bytes out = {0,
                 static_cast<std::uint8_t>(map_bits != 0),
                 static_cast<std::uint8_t>(type),
                 static_cast<std::uint8_t>(map_first),
                 0,
                 static_cast<std::uint8_t>(length),
                 0,
                 static_cast<std::uint8_t>(map_bits),
                 0,
                 0,
                 0,
                 0,
                 3,
                 0,
                 2,
                 0,
                 static_cast<std::uint8_t>(bits),
                 static_cast<std::uint8_t>(attributes)};
    out.insert(out.end(), map.begin(), map.end());
    out.insert(out.end(), pixels.begin(), pixels.end());
    return out;
  }
};

// Red of each pixel, as bytes.
std::vector<unsigned> Reds(const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadBytes("TGA", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<unsigned> reds;
  if (!image) return reds;
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) reds.push_back(samples[i] / 257);
  return reds;
}

Targa Gray(unsigned attributes) {
  Targa targa;
  targa.type = 3;
  targa.bits = 8;
  targa.attributes = attributes;
  targa.pixels = {1, 2, 3, 4, 5, 6};
  return targa;
}

TEST(Tga, Orders) {
  EXPECT_EQ(Reds(Gray(0x20).File()), (std::vector<unsigned>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Reds(Gray(0).File()), (std::vector<unsigned>{4, 5, 6, 1, 2, 3}));
  EXPECT_EQ(Reds(Gray(0x30).File()), (std::vector<unsigned>{3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(Reds(Gray(0x10).File()), (std::vector<unsigned>{6, 5, 4, 3, 2, 1}));
}

TEST(Tga, RunsCrossRows) {
  Targa targa = Gray(0x20);
  targa.type = 11;
  targa.pixels = {0x83, 7, 1, 8, 9};
  EXPECT_EQ(Reds(targa.File()), (std::vector<unsigned>{7, 7, 7, 7, 8, 9}));
}

TEST(Tga, OneBit) {
  Targa targa = Gray(0x20);
  targa.bits = 1;
  targa.pixels = {0xa0, 0x40};
  EXPECT_EQ(Reds(targa.File()), (std::vector<unsigned>{255, 0, 255, 0, 255, 0}));
}

TEST(Tga, ColormapThatDoesNotBeginAtZero) {
  Targa targa;
  targa.type = 1;
  targa.bits = 8;
  targa.attributes = 0x20;
  targa.map_first = 4;
  for (const unsigned bits : {24u, 32u}) {
    targa.map_bits = bits;
    targa.map = bits == 24 ? Bytes{1, 2, 3, 4, 5, 6} : Bytes{1, 2, 3, 0, 4, 5, 6, 0};
    targa.pixels = {4, 5, 4, 5, 4, 5};
    EXPECT_EQ(Reds(targa.File()), (std::vector<unsigned>{3, 6, 3, 6, 3, 6}));
  }
}

TEST(Tga, ColormapWithAlpha) {
  Targa targa;
  targa.type = 1;
  targa.bits = 8;
  targa.attributes = 0x28;
  targa.map_bits = 32;
  targa.map = {1, 2, 3, 100, 4, 5, 6, 0};
  targa.pixels = {0, 1, 0, 1, 0, 1};
  Exception exception;
  const ImageHandle image = ReadBytes("TGA", targa.File(), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_NE(MagickFalse, image->matte);
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  EXPECT_EQ(samples[0] / 257, 3);
  EXPECT_EQ(samples[3] / 257, 100);
  EXPECT_EQ(samples[7] / 257, 0);
}

TEST(Tga, FifteenAndSixteenBits) {
  Targa targa;
  targa.attributes = 0x20;
  targa.pixels = {0, 0x7c, 0xe0, 3, 0x1f, 0, 0, 0xfc, 0, 4, 0, 0};
  for (const unsigned bits : {15u, 16u}) {
    targa.bits = bits;
    EXPECT_EQ(Reds(targa.File()), (std::vector<unsigned>{255, 0, 0, 255, 8, 0}));
  }
  targa.attributes = 0x21;
  Exception exception;
  const ImageHandle image = ReadBytes("TGA", targa.File(), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Rgba16(image.get())[3], 0u);
  EXPECT_EQ(Rgba16(image.get())[15], 65535u);
}

// As Pillow reads them, whatever the header says of alpha.
TEST(Tga, GrayWithAlpha) {
  Targa targa = Gray(0x28);
  targa.bits = 16;
  targa.pixels = {10, 255, 20, 0, 30, 128, 40, 64, 50, 255, 60, 7};
  const std::vector<unsigned> alphas = {255, 0, 128, 64, 255, 7};
  const auto expect = [&] {
    Exception exception;
    const ImageHandle image = ReadBytes("TGA", targa.File(), exception);
    ASSERT_TRUE(image) << exception.Text();
    const std::vector<std::uint16_t> samples = Rgba16(image.get());
    for (std::size_t i = 0; i < alphas.size(); ++i) {
      EXPECT_EQ(samples[4 * i + 1] / 257, 10 * (i + 1)) << i;
      EXPECT_EQ(samples[4 * i + 3] / 257, alphas[i]) << i;
    }
  };
  expect();
  targa.attributes = 0x20;
  expect();
  targa.type = 11;
  targa.pixels = {0x00, 10, 255, 0x04, 20, 0, 30, 128, 40, 64, 50, 255, 60, 7};
  expect();
}

// Alpha has to stay, and few programs read it beside grey.
TEST(Tga, GrayscaleMatteIsWrittenAsColors) {
  const ImageHandle image = MakeTestImage({5, 3, 8, true}, 2);
  const Bytes file = WriteAs({"TGA", true, 8, "", UndefinedCompression, GrayscaleMatteType}, image);
  EXPECT_EQ(file[2], 2);
  EXPECT_EQ(file[16], 32);
}

// A file of the second version says that its fourth byte is no alpha.
TEST(Tga, Extension) {
  Targa targa;
  targa.bits = 32;
  targa.attributes = 0x28;
  targa.pixels = Bytes(24, 0x11);
  Bytes file = targa.File();
  const std::size_t offset = file.size();
  Bytes extension(495);
  extension[0] = 495 & 255;
  extension[1] = 495 >> 8;
  extension[2] = 'A';
  extension[43] = 'C';
  file.insert(file.end(), extension.begin(), extension.end());
  for (int i = 0; i < 4; ++i) file.push_back(static_cast<std::uint8_t>(offset >> 8 * i));
  file.insert(file.end(), 4, 0);
  for (const char c : std::string("TRUEVISION-XFILE.\0", 18))
    file.push_back(static_cast<std::uint8_t>(c));
  Exception exception;
  const ImageHandle image = ReadBytes("TGA", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_FALSE(image->matte);
  EXPECT_EQ(Attribute(image.get(), "creator"), "A");
  EXPECT_EQ(Attribute(image.get(), "TGA:file.comment"), "C");
}

TEST(Tga, CommentAndSeveralImages) {
  const ImageHandle first = MakeTestImage({9, 4}, 1);
  SetImageAttribute(first.get(), "comment", "a comment");
  first->next = MakeTestImage({5, 3, 8, true}, 2).Release();
  first->next->previous = first.get();
  Exception exception;
  const ImageHandle all = ReadBytes("TGA", WriteAs({"TGA"}, first), exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_EQ(Attribute(all.get(), "comment"), "a comment");
  EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
}

const FormatCase kTga{"TGA"};
const FormatCase kRuns{"TGA", true, 8, "", RLECompression};

TEST(Tga, RoundTrip) {
  for (const FormatCase& format : {kTga, kRuns}) {
    for (const Kind& kind : KindsOf(format)) CheckRoundTrip(format, kind);
  }
}

TEST(Tga, BeginsAtTheTop) {
  Exception exception;
  const ImageHandle image = MakeTestImage({5, 4});
  const Bytes bytes = Write("TGA", image, Info(), exception);
  ASSERT_LT(30u, bytes.size()) << exception.Text();
  EXPECT_EQ(0x20, bytes[17]);
  EXPECT_EQ(Rgba16(image.get())[2] / 257, bytes[18]);
}

TEST(Tga, AsGm) {
  SKIP_WITHOUT_GM();
  for (const FormatCase& format : {kTga, kRuns}) {
    for (const Kind& kind : KindsOf(format)) {
      // gm writes two shades with one bit a pixel, which other programs cannot read.
      if (kind.columns > 7 || kind.gray) continue;
      CheckWithGm(format, kind, false);  // gm 1.3.40 begins at the bottom
    }
  }
}

TEST(Tga, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    Targa targa = Gray(0);
    change(targa);
    return targa.File();
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Targa& t) { t.type = 4; }), "header"},
      {with([](Targa& t) { t.bits = 13; }), "not supported"},
      {with([](Targa& t) { t.type = 1; }), "not supported"},
      {with([](Targa& t) { t.pixels.pop_back(); }), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("TGA", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Tga, DamageDoesNoHarm) {
  Kind palette{19, 9};
  palette.colors = 5;
  for (const FormatCase& format : {kTga, kRuns}) {
    for (const Kind& kind : {Kind{19, 9}, palette}) {
      const Bytes bytes = WriteAs(format, MakeTestImage(kind));
      CheckDamage("TGA", bytes);
      CheckLimit("TGA", bytes);
    }
    CheckCancel(format);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
