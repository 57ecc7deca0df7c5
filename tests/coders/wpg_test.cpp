// Graphics of WordPerfect: hand-made records of both versions, as written, and gm.

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes HeaderOf(std::uint8_t version) {
  return {0xff, 'W', 'P', 'C', 16, 0, 0, 0, 1, 0x16, version, 0, 0, 0, 0, 0};
}

void Append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// Of version 1: a length of one byte or of three.
void PutRecord(Bytes& bytes, std::uint8_t type, const Bytes& content) {
  bytes.push_back(type);
  const std::size_t length = content.size();
  if (length < 255)
    bytes.push_back(static_cast<std::uint8_t>(length));
  else
    Append(bytes, {255, static_cast<std::uint8_t>(length), static_cast<std::uint8_t>(length >> 8)});
  Append(bytes, content);
}

void PutRecord2(Bytes& bytes, std::uint8_t type, const Bytes& content) {
  Append(bytes, {0, type, 0, static_cast<std::uint8_t>(content.size())});
  Append(bytes, content);
}

Bytes Bitmap(unsigned columns, unsigned rows, unsigned bits, const Bytes& runs) {
  Bytes bytes;
  for (const unsigned field : {columns, rows, bits, 150u, 75u}) {
    bytes.push_back(static_cast<std::uint8_t>(field));
    bytes.push_back(static_cast<std::uint8_t>(field >> 8));
  }
  Append(bytes, runs);
  return bytes;
}

std::vector<unsigned> Bytes8(const Image* image) {
  std::vector<unsigned> values;
  const std::vector<std::uint16_t> samples = Rgba16(image);
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (i % 4 != 3) values.push_back(samples[i] / 257);
  return values;
}

std::vector<unsigned> Reds(const Image* image) {
  std::vector<unsigned> reds;
  const std::vector<unsigned> values = Bytes8(image);
  for (std::size_t i = 0; i < values.size(); i += 3) reds.push_back(values[i]);
  return reds;
}

// A map whose entries are their numbers.
Bytes Ramp(unsigned start, unsigned count) {
  Bytes bytes = {static_cast<std::uint8_t>(start), 0, static_cast<std::uint8_t>(count),
                 static_cast<std::uint8_t>(count >> 8)};
  for (unsigned i = 0; i < count; ++i)
    for (int channel = 0; channel < 3; ++channel)
      bytes.push_back(static_cast<std::uint8_t>(start + i));
  return bytes;
}

TEST(Wpg, Runs) {
  Bytes bytes = HeaderOf(1);
  PutRecord(bytes, 0x0e, Ramp(0, 256));
  // Plain bytes, a run over the end of a row, one of 255, a row again.
  PutRecord(bytes, 0x0b, Bitmap(4, 5, 8, {3, 1, 2, 3, 0x83, 9, 2, 7, 8, 0x80, 4, 0x00, 2}));
  Exception exception;
  const ImageHandle image = ReadBytes("", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_STREQ(image->magick, "WPG");
  EXPECT_EQ(Reds(image.get()),
            (std::vector<unsigned>{1,   2,   3,   9,   9,   9,   7,   8,   255, 255,
                                   255, 255, 255, 255, 255, 255, 255, 255, 255, 255}));
  EXPECT_EQ(image->x_resolution, 150);
  EXPECT_EQ(image->units, PixelsPerInchResolution);
  CheckDamage("WPG", bytes);
  CheckLimit("WPG", bytes);
}

// Colours of VGA where a file brings none.
TEST(Wpg, DefaultColors) {
  Bytes bytes = HeaderOf(1);
  PutRecord(bytes, 0x0b, Bitmap(8, 1, 8, {8, 0, 6, 15, 17, 32, 35, 79, 247}));
  Exception exception;
  const ImageHandle image = ReadBytes("WPG", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Bytes8(image.get()),
            (std::vector<unsigned>{0, 0, 0,   168, 84, 0,   252, 252, 252, 20, 20, 20,
                                   0, 0, 252, 188, 0,  252, 124, 156, 252, 44, 48, 64}));
}

TEST(Wpg, Bits) {
  for (const bool placed : {false, true}) {
    Bytes bytes = HeaderOf(1);
    Bytes bitmap = Bitmap(3, 2, 1, {2, 0xa0, 0x40});
    if (placed) bitmap.insert(bitmap.begin(), {0, 0xa0, 0, 0, 0, 0, 0, 0, 0, 0});  // both mirrors
    if (placed) PutRecord(bytes, 0x0e, Ramp(0, 2));
    PutRecord(bytes, placed ? 0x14 : 0x0b, bitmap);
    Exception exception;
    const ImageHandle image = ReadBytes("WPG", bytes, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(Reds(image.get()), placed ? (std::vector<unsigned>{0, 1, 0, 1, 0, 1})
                                        : (std::vector<unsigned>{255, 0, 255, 0, 255, 0}));
  }
}

TEST(Wpg, TurnedAndSeveral) {
  Bytes bytes = HeaderOf(1);
  PutRecord(bytes, 0x0e, Ramp(0, 256));
  PutRecord(bytes, 0x0b, Bitmap(2, 1, 4, {1, 0x12}));
  Bytes turned = Bitmap(2, 1, 8, {2, 5, 6});
  turned.insert(turned.begin(), {90, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  PutRecord(bytes, 0x14, turned);
  PutRecord(bytes, 0x10, {});
  Exception exception;
  const ImageHandle images = ReadBytes("WPG", bytes, exception);
  ASSERT_TRUE(images) << exception.Text();
  ASSERT_EQ(GetImageListLength(images.get()), 2u);
  EXPECT_EQ(Reds(images.get()), (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(images->next->columns, 1u);
  EXPECT_EQ(Reds(images->next), (std::vector<unsigned>{5, 6}));
  const ImageHandle pinged(
      PingBlob(Info("WPG:").get(), bytes.data(), bytes.size(), exception.get()));
  ASSERT_TRUE(pinged) << exception.Text();
  ASSERT_EQ(GetImageListLength(pinged.get()), 2u);
  EXPECT_EQ(pinged->next->rows, 2u);
}

Bytes Version2(unsigned columns, unsigned rows, unsigned depth, unsigned compression,
               const Bytes& data, bool mirrored = false) {
  Bytes bytes = HeaderOf(2);
  PutRecord2(bytes, 1, {0, 0, 0, 0, 0, 0, 0});
  Bytes colors = {0, 0, 16, 0};
  for (unsigned i = 0; i < 16; ++i)
    for (int channel = 0; channel < 4; ++channel)
      colors.push_back(static_cast<std::uint8_t>(10 * i));
  PutRecord2(bytes, 0x0c, colors);
  if (mirrored)  // scales of -1 and 1
    PutRecord2(bytes, 0x1b, {8, 0, 0, 0, 0xff, 0xff, 0, 0, 1, 0});
  Bytes content = {static_cast<std::uint8_t>(columns), 0,
                   static_cast<std::uint8_t>(rows),    0,
                   static_cast<std::uint8_t>(depth),   static_cast<std::uint8_t>(compression)};
  Append(content, data);
  PutRecord2(bytes, 0x0e, content);
  return bytes;
}

TEST(Wpg, Version2) {
  struct Case {
    unsigned depth, compression;
    Bytes data;
    std::vector<unsigned> reds;
    bool mirrored = false;
  };
  for (const Case& each :
       {Case{3, 0, {0x12, 0x30, 0x45, 0x60}, {10, 20, 30, 40, 50, 60}},
        Case{3, 0, {0x12, 0x30, 0x45, 0x60}, {30, 20, 10, 60, 50, 40}, true},
        Case{2, 0, {0x6c, 0x90}, {10, 20, 30, 20, 10, 0}},
        Case{1, 0, {0xa0, 0x40}, {10, 0, 10, 0, 10, 0}},
        Case{4, 1, {2, 1, 2, 3, 0x80, 4, 0xfd, 1}, {10, 20, 30, 40, 40, 40}},
        Case{4, 1, {2, 1, 2, 3, 0xfe, 0}, {10, 20, 30, 10, 20, 30}},
        Case{4, 1, {2, 1, 2, 3, 0x7e, 2, 1, 4, 8}, {10, 20, 30, 0, 60, 110}},
        Case{8, 1, {0x7d, 3, 0x81, 9, 8, 7, 0, 1, 2, 3, 0x7f, 1, 0xff, 0}, {9, 9, 1, 0, 0, 255}}}) {
    SCOPED_TRACE(each.depth);
    const Bytes bytes = Version2(3, 2, each.depth, each.compression, each.data, each.mirrored);
    Exception exception;
    const ImageHandle image = ReadBytes("WPG", bytes, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(Reds(image.get()), each.reds);
    CheckDamage("WPG", bytes);
  }
}

const FormatCase kWpg{"WPG", false};

TEST(Wpg, RoundTripAndGm) {
  for (const Kind& kind : KindsOf(kWpg)) {
    if (kind.colors == 0 && !kind.black_white) continue;
    CheckRoundTrip(kWpg, kind);
    if (!HaveGm() || kind.columns > 17) continue;
    const TemporaryFolder folder;
    const ImageHandle image = MakeTestImage(kind);
    WriteWholeFile(folder.File("a.wpg"), WriteAs(kWpg, image));
    EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(folder.File("a.wpg"))));
  }
  CheckCancel(kWpg);
}

// Long runs, long plain stretches, and a record that needs a long length.
TEST(Wpg, LongRows) {
  ImageHandle image = MakeTestImage({1000, 90, 8, false, false, false, 256});
  IndexPacket* const indexes = [&] {
    GetImagePixels(image.get(), 0, 0, 1000, 90);
    return AccessMutableIndexes(image.get());
  }();
  for (std::size_t i = 0; i < 90000; ++i)
    if (i / 300 % 2 == 0) indexes[i] = static_cast<IndexPacket>(i / 300 % 256);
  SyncImagePixels(image.get());
  SyncImage(image.get());
  Exception exception;
  const ImageHandle again = ReadBytes("WPG", WriteAs(kWpg, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
}

TEST(Wpg, ColorsAreReduced) {
  const ImageHandle image = MakeTestImage({64, 64, 8});
  Exception exception;
  const ImageHandle again = ReadBytes("WPG", WriteAs(kWpg, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->colors, 256u);
  EXPECT_EQ(image->storage_class, DirectClass);
}

TEST(Wpg, BadFilesFailWithAReason) {
  const auto expect = [](const Bytes& bytes, const char* reason) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("WPG", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  };
  expect(HeaderOf(1), "any image data");
  expect(HeaderOf(3), "encoding scheme");
  Bytes encrypted = HeaderOf(1);
  encrypted[12] = 1;
  expect(encrypted, "Encrypted");
  Bytes bytes = HeaderOf(1);
  PutRecord(bytes, 0x0b, Bitmap(4, 2, 8, {3, 1, 2, 3}));
  expect(bytes, "end-of-file");
  bytes = HeaderOf(1);
  PutRecord(bytes, 0x0b, Bitmap(4, 2, 3, {}));
  expect(bytes, "Color type");
  bytes = HeaderOf(1);
  PutRecord(bytes, 0x0b, Bitmap(4, 2, 8, {1, 1, 0, 1}));
  expect(bytes, "runlength");
}

}  // namespace
}  // namespace lodestone::coders::test
