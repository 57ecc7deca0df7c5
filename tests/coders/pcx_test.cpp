// PCX and DCX: every depth and number of planes, hand-made; as written; gm.

#include "tests/coders/bitmap_builder.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

struct Paintbrush {
  unsigned version = 5;
  unsigned encoding = 0;
  unsigned bits = 8;
  unsigned planes = 1;
  unsigned line_bytes = 4;
  unsigned palette_kind = 1;
  Bytes colors;  // in the header
  Bytes data;

  // 3x2 pixels.
  Bytes File() const {
    Bytes out = {10, static_cast<std::uint8_t>(version), static_cast<std::uint8_t>(encoding),
                 static_cast<std::uint8_t>(bits)};
    for (const unsigned field : {5u, 7u, 7u, 8u, 72u, 96u}) Put(out, field, 2);
    out.insert(out.end(), colors.begin(), colors.end());
    out.resize(64);
    out.push_back(0);
    out.push_back(static_cast<std::uint8_t>(planes));
    Put(out, line_bytes, 2);
    Put(out, palette_kind, 2);
    out.resize(128);
    out.insert(out.end(), data.begin(), data.end());
    return out;
  }
};

// The samples of an image that has to be readable, as bytes: red, green, blue, alpha.
std::vector<unsigned> Samples(const char* magick, const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadBytes(magick, file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<unsigned> samples;
  if (!image) return samples;
  for (const std::uint16_t sample : Rgba16(image.get())) samples.push_back(sample / 257);
  return samples;
}

// Red of each pixel.
std::vector<unsigned> Reds(const Bytes& file) {
  const std::vector<unsigned> samples = Samples("PCX", file);
  std::vector<unsigned> reds;
  for (std::size_t i = 0; i < samples.size(); i += 4) reds.push_back(samples[i]);
  return reds;
}

// Red of colour i is i + 1.
Bytes Colors(unsigned count) {
  Bytes colors;
  for (unsigned i = 0; i < count; ++i) {
    const auto red = static_cast<std::uint8_t>(i + 1);
    colors.insert(colors.end(), {red, static_cast<std::uint8_t>(2 * i), 9});
  }
  return colors;
}

Bytes Palette256() {
  Bytes palette = Colors(256);
  palette.insert(palette.begin(), 12);
  return palette;
}

TEST(Pcx, OneBitIsBlackAndWhite) {
  Paintbrush file;
  file.bits = 1;
  file.line_bytes = 2;
  file.colors = Colors(2);
  file.data = {0xa0, 0, 0x40, 0};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{255, 0, 255, 0, 255, 0}));
}

TEST(Pcx, PackedIndexes) {
  Paintbrush file;
  file.colors = Colors(16);
  file.line_bytes = 2;
  file.bits = 2;
  file.data = {0x1b, 0, 0xe4, 0};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{1, 2, 3, 4, 3, 2}));
  file.bits = 4;
  file.data = {0x5f, 0x30, 0x01, 0x20};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{6, 16, 4, 1, 2, 3}));
}

TEST(Pcx, PlanesOfIndexes) {
  Paintbrush file;
  file.colors = Colors(16);
  file.bits = 1;
  file.planes = 4;
  file.line_bytes = 1;
  file.data = {0x80, 0x40, 0x20, 0xa0, 0, 0, 0, 0xe0};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{10, 3, 13, 9, 9, 9}));
  file.bits = 2;
  file.planes = 2;
  file.data = {0x1b, 0x80, 0, 0x40};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{9, 2, 3, 5, 1, 1}));
}

TEST(Pcx, Palette) {
  Paintbrush file;
  file.data = {0, 1, 255, 77, 3, 2, 1, 77};
  Bytes bytes = file.File();
  const Bytes palette = Palette256();
  bytes.insert(bytes.end(), palette.begin(), palette.end());
  EXPECT_EQ(Reds(bytes), (std::vector<unsigned>{1, 2, 0, 4, 3, 2}));
  // Bytes between raster and palette.
  bytes = file.File();
  bytes.insert(bytes.end(), 5, 0);
  bytes.insert(bytes.end(), palette.begin(), palette.end());
  EXPECT_EQ(Reds(bytes), (std::vector<unsigned>{1, 2, 0, 4, 3, 2}));
  file.palette_kind = 2;
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{0, 1, 255, 3, 2, 1}));
}

TEST(Pcx, PlanesOfColors) {
  Paintbrush file;
  file.planes = 3;
  file.line_bytes = 3;
  file.data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19};
  const std::vector<unsigned> expected = {1,  4,  7,  255, 2,  5,  8,  255, 3,  6,  9,  255,
                                          11, 14, 17, 255, 12, 15, 18, 255, 13, 16, 19, 255};
  EXPECT_EQ(Samples("PCX", file.File()), expected);
  file.planes = 4;
  file.line_bytes = 4;
  file.data = {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 20, 30, 0};
  file.data.insert(file.data.end(), 16, 50);
  const std::vector<unsigned> samples = Samples("PCX", file.File());
  EXPECT_EQ((std::vector<unsigned>(samples.begin(), samples.begin() + 8)),
            (std::vector<unsigned>{1, 4, 7, 10, 2, 5, 8, 20}));
}

TEST(Pcx, RunsCrossRows) {
  Paintbrush file;
  file.encoding = 1;
  file.palette_kind = 2;
  file.data = {5, 0xc0, 9, 0xc5, 7, 0xc1, 0xff, 8};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{5, 7, 7, 7, 7, 255}));
}

TEST(Pcx, Resolution) {
  Paintbrush file;
  file.palette_kind = 2;
  file.data = Bytes(8);
  Exception exception;
  const ImageHandle image = ReadBytes("PCX", file.File(), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->units, PixelsPerInchResolution);
  EXPECT_EQ(image->x_resolution, 72.0);
  EXPECT_EQ(image->y_resolution, 96.0);
  image->units = PixelsPerCentimeterResolution;
  const ImageHandle again = ReadBytes("PCX", WriteAs({"PCX"}, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->x_resolution, 183.0);
}

const FormatCase kRuns{"PCX", true, 8, "-compress RLE", RLECompression};
const FormatCase kPlain{"PCX", true, 8, "-compress None", NoCompression};
const FormatCase kPages{"DCX", true, 8, "-compress RLE", RLECompression};

TEST(Pcx, RoundTrip) {
  for (const FormatCase& format : {kRuns, kPlain, kPages}) {
    for (const Kind& kind : KindsOf(format)) CheckRoundTrip(format, kind);
  }
}

TEST(Pcx, AsGm) {
  SKIP_WITHOUT_GM();
  for (const FormatCase& format : {kRuns, kPlain, kPages}) {
    for (const Kind& kind : KindsOf(format)) {
      // gm drops the alpha of shades of grey.
      if (kind.columns <= 16) CheckWithGm(format, kind, !(kind.matte && kind.gray));
    }
  }
}

TEST(Pcx, Pages) {
  const ImageHandle first = MakeTestImage({9, 4}, 1);
  first->next = MakeTestImage({5, 3, 8, true}, 2).Release();
  first->next->previous = first.get();
  Exception exception;
  const Bytes bytes = WriteAs(kPages, first);
  const ImageHandle all = ReadBytes("DCX", bytes, exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_TRUE(Rgba16(all.get()) == Rgba16(first.get()));
  EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("pages.dcx"), bytes);
  const ImageHandle second = Read(folder.File("pages.dcx") + "[1]", exception);
  ASSERT_TRUE(second) << exception.Text();
  EXPECT_EQ(GetImageListLength(second.get()), 1u);
  EXPECT_TRUE(Rgba16(second.get()) == Rgba16(first->next));
  if (HaveGm()) {
    EXPECT_TRUE(GmRgba16(folder.File("pages.dcx[1]")) == Rgba16(first->next));
  }
  Info single;
  single->adjoin = MagickFalse;
  EXPECT_EQ(
      GetImageListLength(ReadBytes("DCX", Write("DCX", first, single, exception), exception).get()),
      1u);
}

TEST(Pcx, TooWide) {
  Exception exception;
  EXPECT_TRUE(Write("PCX", MakeTestImage({65536, 1}), Info(), exception).empty());
  EXPECT_EQ(exception.severity(), CoderError) << exception.Text();
}

TEST(Pcx, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    Paintbrush file;
    file.palette_kind = 2;
    file.data = Bytes(8);
    change(file);
    return file.File();
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Paintbrush& f) { f.bits = 3; }), "header"},
      {with([](Paintbrush& f) { f.planes = 0; }), "header"},
      {with([](Paintbrush& f) { f.planes = 7; }), "planes"},
      {with([](Paintbrush& f) { f.planes = 2; }), "planes"},
      {with([](Paintbrush& f) { f.line_bytes = 2; }), "header"},
      {with([](Paintbrush& f) { f.data.pop_back(); }), "Insufficient"},
      {with([](Paintbrush& f) { f.palette_kind = 1; }), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("PCX", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Pcx, DamageDoesNoHarm) {
  Kind palette{19, 9};
  palette.colors = 5;
  for (const FormatCase& format : {kRuns, kPlain, kPages}) {
    for (const Kind& kind : {Kind{19, 9}, palette}) {
      const Bytes bytes = WriteAs(format, MakeTestImage(kind));
      CheckDamage(format.magick, bytes);
      CheckLimit(format.magick, bytes);
    }
    CheckCancel(format);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
