// RLE, RLA, MAC, TIM, JNX and SFW, which are only read: hand-made files, and gm where it is right.
#include <algorithm>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Numbers with their low byte first.
Bytes Little(std::uint32_t value, unsigned length) {
  Bytes bytes;
  for (unsigned i = 0; i < length; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  return bytes;
}

Bytes Big(std::uint32_t value, unsigned length) {
  Bytes bytes = Little(value, length);
  std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

// Red, green, blue and alpha of 8 bits.
std::vector<unsigned> Samples(const Image* image) {
  std::vector<unsigned> samples;
  for (const std::uint16_t sample : Rgba16(image)) samples.push_back(sample / 257u);
  return samples;
}

void ExpectSamples(const char* magick, const Bytes& bytes, const std::vector<unsigned>& expected) {
  SCOPED_TRACE(magick);
  Exception exception;
  const ImageHandle image = ReadBytes(magick, bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Samples(image.get()), expected);
  CheckLimit(magick, bytes);
  CheckDamage(magick, bytes);
}

void ExpectAsGm(const char* magick, const Bytes& bytes) {
  if (!HaveGm()) return;
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("file"), bytes);
  Exception exception;
  EXPECT_TRUE(Rgba16(ReadBytes(magick, bytes, exception).get()) ==
              AtOurDepth(GmRgba16(std::string(magick) + ":" + folder.File("file"))));
}

void ExpectFailure(const char* magick, const Bytes& bytes, const char* reason) {
  Exception exception;
  EXPECT_FALSE(ReadBytes(magick, bytes, exception));
  EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
}

// Before the background.
Bytes RleHeader(unsigned flags, unsigned channels, unsigned maps = 0, unsigned map_bits = 8) {
  Bytes bytes = Bytes{0x52, 0xcc, 9, 0, 9, 0} + Little(3, 2) + Little(2, 2);
  for (const unsigned value : {flags, channels, 8u, maps, map_bits})
    bytes.push_back(static_cast<std::uint8_t>(value));
  return bytes;
}

// Red of both rows in a run, green in bytes, alpha of one pixel; the rest is background.
const Bytes kRle = RleHeader(1 | 4 | 8, 3) + Bytes{10, 20, 30} + Bytes{4, 0, 'a', '=', 'b', 0} +
                   Bytes{2, 0, 6, 2, 7, 0, 2, 1, 3, 1, 5, 0, 8, 0} + Bytes{0x41, 0, 1, 0} +
                   Bytes{2, 0, 0x46, 0, 1, 0, 9, 0, 2, 255, 6, 0, 200, 0, 7, 0};

TEST(Rle, RowsGoUpwards) {
  ExpectSamples("RLE", kRle, {9, 20, 30, 200, 9, 20, 30, 0, 10, 20, 30, 0,  //
                              7, 20, 30, 0,   7, 8,  30, 0, 7,  20, 30, 0});
  Exception exception;
  const ImageHandle image = ReadBytes("", kRle, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_STREQ(image->magick, "RLE");
  EXPECT_EQ(Attribute(image.get(), "comment"), "a=b");
}

TEST(Rle, SkippedRowsAreBackground) {
  const Bytes file = RleHeader(1, 1) + Bytes{5} + Bytes{1, 1, 2, 0, 5, 2, 1, 2, 3, 0, 7, 0};
  ExpectSamples("RLE", file, {1, 1, 1, 255, 2, 2, 2, 255, 3, 3, 3, 255,  //
                              5, 5, 5, 255, 5, 5, 5, 255, 5, 5, 5, 255});
  ExpectAsGm("RLE", file);
}

TEST(Rle, BlankImagesAreShort) {
  Bytes file = RleHeader(1, 1) + Bytes{5} + Bytes{7, 0};
  file[7] = file[9] = 2;  // 515x514
  Exception exception;
  const ImageHandle image = ReadBytes("RLE", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Samples(image.get())[4u * 515 * 514 - 4], 5u);
}

TEST(Rle, ShadesWithAlpha) {
  const Bytes runs = {6, 1, 50, 0, 2, 255, 6, 0, 100, 0, 1, 1, 2, 0, 6, 2, 60, 0, 7, 0};
  ExpectSamples("RLE", RleHeader(2 | 4, 1) + Bytes{0} + runs,
                {60, 60, 60, 0,   60, 60, 60, 0, 60, 60, 60, 0,  //
                 50, 50, 50, 100, 50, 50, 50, 0, 0,  0,  0,  0});
}

// Entries of maps have two bytes, of which the higher counts.
TEST(Rle, Maps) {
  const Bytes palette = Bytes{0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6};
  const Bytes runs = {2, 0, 5, 1, 0, 1, 7, 0};
  ExpectSamples("RLE", RleHeader(2, 1, 3, 1) + Bytes{0} + palette + runs,
                {1, 3, 5, 255, 1, 3, 5, 255, 1, 3, 5, 255,  //
                 1, 3, 5, 255, 2, 4, 6, 255, 1, 3, 5, 255});
  const Bytes colors = RleHeader(2, 3, 1, 1) + Bytes{0} + Bytes{0, 7, 0, 8} + runs;
  ExpectSamples("RLE", colors, {7, 7, 7, 255, 7, 7, 7, 255, 7, 7, 7, 255,  //
                                7, 7, 7, 255, 8, 7, 7, 255, 7, 7, 7, 255});
}

TEST(Rle, BadFilesFailWithAReason) {
  const auto expect = [](std::size_t at, std::uint8_t value, const char* reason) {
    Bytes bytes = kRle;
    bytes[at] = value;
    ExpectFailure("RLE", bytes, reason);
  };
  expect(0, 0, "header");
  expect(6, 0, "header");
  expect(7, 0x80, "header");
  expect(11, 2, "encoding");
  expect(12, 16, "encoding");
  expect(14, 9, "header");
  expect(24, 4, "runlength");  // no such operation
  expect(27, 3, "runlength");  // longer than the row
  expect(40, 2, "runlength");  // behind the last row
  Bytes bytes = kRle;
  bytes[7] = bytes[9] = 0x7f;
  ExpectFailure("RLE", bytes, "too small for its pixels");
}

// One row after the other of red, green, blue and alpha.
Bytes RlaFile(unsigned colors, unsigned alphas, const std::vector<Bytes>& channels) {
  Bytes bytes = Big(0, 8) + Big(0xffff, 2) + Big(1, 2) + Big(4, 2) + Big(5, 2) + Big(1, 2) +
                Big(0, 2) + Big(colors, 2) + Big(alphas, 2) + Big(0, 2) + Big(0xfffe, 2);
  bytes.resize(740);
  std::copy_n("words", 5, &bytes[272]);
  std::copy_n("rgb", 3, &bytes[580]);
  bytes[659] = 8;
  const std::size_t rows = 2, per_row = channels.size() / rows;
  Bytes data;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (i % per_row == 0)
      bytes = bytes + Big(static_cast<std::uint32_t>(740 + 4 * rows + data.size()), 4);
    data = data + Big(static_cast<std::uint32_t>(channels[i].size()), 2) + channels[i];
  }
  return bytes + data;
}

const std::vector<Bytes> kRlaChannels = {{2, 7},   {0xfd, 1, 2, 3}, {0, 9, 0xfe, 5, 6},
                                         {2, 255}, {2, 8},          {0xfd, 4, 5, 6},
                                         {2, 0},   {2, 100}};

TEST(Rla, RowsGoUpwards) {
  const Bytes file = RlaFile(3, 1, kRlaChannels);
  ExpectSamples("RLA", file, {8, 4, 0, 100, 8, 5, 0, 100, 8, 6, 0, 100,  //
                              7, 1, 9, 255, 7, 2, 5, 255, 7, 3, 6, 255});
  Exception exception;
  EXPECT_EQ(Attribute(ReadBytes("RLA", file, exception).get(), "comment"), "words");
  ExpectAsGm("RLA", file);
}

TEST(Rla, Shades) {
  ExpectSamples("RLA", RlaFile(1, 0, {{2, 7}, {2, 9}}),
                {9, 9, 9, 255, 9, 9, 9, 255, 9, 9, 9, 255,  //
                 7, 7, 7, 255, 7, 7, 7, 255, 7, 7, 7, 255});
}

TEST(Rla, BadFilesFailWithAReason) {
  const auto expect = [](std::size_t at, std::uint8_t value, const char* reason) {
    Bytes bytes = RlaFile(3, 1, kRlaChannels);
    bytes[at] = value;
    ExpectFailure("RLA", bytes, reason);
  };
  expect(8, 0x7f, "header");
  expect(19, 1, "storage type");
  expect(21, 2, "planes");
  expect(23, 2, "planes");
  expect(580, 'x', "Color type");
  expect(659, 16, "storage type");
  expect(740, 1, "end-of-file");
  expect(750, 3, "runlength");  // longer than the row
}

// Three bytes of black in a run, a row of other bytes, and white.
Bytes MacFile(std::size_t header) {
  Bytes bytes(header);
  Bytes row = {0xfe, 0xff, 68, 0x80};
  row.resize(row.size() + 68, 0);
  bytes = bytes + row;
  for (int i = 0; i < 719; ++i) bytes = bytes + Bytes{0x80, 0xb9, 0};
  return bytes;
}

TEST(Mac, SetBitsAreBlack) {
  Bytes file = MacFile(128 + 512);
  file[1] = 3;
  for (const Bytes& bytes : {MacFile(512), file}) {
    Exception exception;
    const ImageHandle image = ReadBytes("MAC", bytes, exception);
    ASSERT_TRUE(image) << exception.Text();
    const std::vector<unsigned> samples = Samples(image.get());
    for (std::size_t i = 0; i < samples.size(); i += 4)
      ASSERT_EQ(samples[i], i / 4 <= 24 ? 0u : 255u) << i / 4;
    CheckLimit("MAC", bytes);
  }
  file.resize(700);
  CheckDamage("MAC", file);
  ExpectFailure("MAC", file, "end-of-file");
  ExpectFailure("MAC", Bytes(1000, 1), "header");
}

Bytes TimBlock(unsigned columns, unsigned rows, const Bytes& data) {
  return Little(static_cast<std::uint32_t>(12 + data.size()), 4) + Little(0, 4) +
         Little(columns, 2) + Little(rows, 2) + data;
}

Bytes TimFile(std::uint32_t flags, const Bytes& blocks) {
  return Little(16, 4) + Little(flags, 4) + blocks;
}

// Black, red, green, blue; further palettes behind it are not looked at.
const Bytes kTimPalette = TimBlock(4, 2, {0, 0, 31, 0, 0xe0, 3, 0, 0x7c, 9, 9, 9, 9, 9, 9, 9, 9});

// The samples of such pixels.
std::vector<unsigned> Colored(const char* letters) {
  std::vector<unsigned> samples;
  for (; *letters != 0; ++letters) {
    for (const char channel : {'r', 'g', 'b'}) samples.push_back(*letters == channel ? 255 : 0);
    samples.push_back(255);
  }
  return samples;
}

TEST(Tim, EveryDepth) {
  const std::vector<unsigned> colored = Colored("rbbr");
  ExpectSamples("TIM", TimFile(8, kTimPalette + TimBlock(1, 2, {0x31, 0x20, 0x13, 0x02})),
                Colored("rb.gbrg."));
  ExpectSamples("TIM", TimFile(9, kTimPalette + TimBlock(1, 2, {1, 3, 3, 1})), colored);
  ExpectSamples("TIM", TimFile(2, TimBlock(2, 2, {31, 0, 0, 0xfc, 0, 0x7c, 31, 0})), colored);
  const Bytes row = {255, 0, 0, 0, 0, 255}, other = {0, 0, 255, 255, 0, 0};
  ExpectSamples("TIM", TimFile(3, TimBlock(3, 2, row + other)), colored);
}

TEST(Tim, SeveralAreAList) {
  const Bytes one = TimFile(2, TimBlock(2, 1, {31, 0, 0, 0xfc}));
  Exception exception;
  const ImageHandle images = ReadBytes("TIM", one + one + Bytes(4), exception);
  ASSERT_TRUE(images) << exception.Text();
  ASSERT_EQ(GetImageListLength(images.get()), 2u);
  EXPECT_EQ(Samples(images->next), Samples(images.get()));
}

TEST(Tim, BadFilesFailWithAReason) {
  ExpectFailure("TIM", Bytes(30), "header");
  ExpectFailure("TIM", TimFile(4, TimBlock(1, 1, {1, 2})), "encoding");
  ExpectFailure("TIM", TimFile(1, TimBlock(1, 1, {1, 2})), "header");  // no palette
  ExpectFailure("TIM", TimFile(3, TimBlock(1, 1, {1, 2})), "header");  // less than a pixel
}

// An image as a JPEG file with the Huffman tables of the standard.
Bytes PlainJpeg(const ImageHandle& image) {
  Info info;
  info.Define("jpeg:optimize-coding=false");
  Exception exception;
  return Write("JPEG", image, info, exception);
}

// A level of version 4; entries behind the last file share its bytes.
Bytes JnxFile(const std::vector<Bytes>& jpegs, unsigned entries) {
  const Bytes header = Little(4, 4) + Bytes(4 + 16) + Little(1, 4) + Bytes(5 * 4 + 4);
  constexpr std::uint32_t kTable = 52 + 16 + 4;
  Bytes bytes = header + Little(entries, 4) + Little(kTable, 4) + Bytes(8) + Bytes{'c', 0, 0, 0};
  Bytes data;
  for (unsigned i = 0; i < entries; ++i) {
    const Bytes& jpeg = jpegs[std::min<std::size_t>(i, jpegs.size() - 1)];
    const auto length = static_cast<std::uint32_t>(jpeg.size() - 2);
    if (i < jpegs.size()) data.insert(data.end(), jpeg.begin() + 2, jpeg.end());
    bytes = bytes + Little(0x40000000, 4) + Little(0xc0000000, 4) + Bytes(8 + 4) +
            Little(length, 4) +
            Little(kTable + 28 * entries + static_cast<std::uint32_t>(data.size()) - length, 4);
  }
  return bytes + data;
}

TEST(Jnx, TilesAreJpegs) {
  const std::vector<Bytes> jpegs = {PlainJpeg(MakeTestImage({16, 16})),
                                    PlainJpeg(MakeTestImage({24, 8}))};
  const Bytes file = JnxFile(jpegs, 2);
  Exception exception;
  const ImageHandle images = ReadBytes("JNX", file, exception);
  ASSERT_TRUE(images) << exception.Text();
  ASSERT_EQ(GetImageListLength(images.get()), 2u);
  const Image* image = images.get();
  for (const Bytes& jpeg : jpegs) {
    EXPECT_STREQ(image->magick, "JNX");
    EXPECT_TRUE(Rgba16(image) == Rgba16(ReadBytes("JPEG", jpeg, exception).get()));
    EXPECT_EQ(Attribute(image, "jnx:northeast").substr(0, 10), "90.0000000");
    EXPECT_EQ(Attribute(image, "jnx:northeast").find(";-90.0"), 21u);
    image = image->next;
  }
  const ImageHandle pinged(PingBlob(Info("JNX:").get(), file.data(), file.size(), exception.get()));
  ASSERT_TRUE(pinged) << exception.Text();
  EXPECT_EQ(pinged->next->columns, 24u);
  CheckLimit("JNX", file);
  CheckDamage("JNX", file);
}

TEST(Jnx, BadFilesFailWithAReason) {
  const std::vector<Bytes> jpegs = {PlainJpeg(MakeTestImage({16, 16}))};
  ExpectFailure("JNX", JnxFile(jpegs, 2), "header");  // that share bytes
  ExpectFailure("JNX", JnxFile(jpegs, 0), "any image data");
  const auto expect = [&](std::size_t at, std::uint8_t value, const char* reason) {
    Bytes bytes = JnxFile(jpegs, 1);
    bytes[at] = value;
    ExpectFailure("JNX", bytes, reason);
  };
  expect(0, 5, "header");
  expect(24, 21, "header");
  expect(55, 1, "end-of-file");
  expect(100, 0, "JPEG");
}

// Of a JPEG file: other markers, no Huffman tables.
Bytes Disguised(const Bytes& jpeg) {
  Bytes bytes = Bytes{'S', 'F', 'W', '9', '4', 'A', 0xff, 0xc8};
  std::size_t at = 2;
  for (std::uint8_t marker = 0; marker != 0xda;) {
    marker = jpeg[at + 1];
    const std::size_t length = 2 + jpeg[at + 2] * 256u + jpeg[at + 3];
    const auto part = jpeg.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t start = bytes.size();
    if (marker != 0xc4) bytes.insert(bytes.end(), part, part + static_cast<std::ptrdiff_t>(length));
    if (marker == 0xe0) std::copy_n("SFW94", 5, &bytes[start + 4]);
    if (marker != 0xc4)
      bytes[start + 1] = static_cast<std::uint8_t>(marker - (marker == 0xc0 ? 0x20 : 0x10));
    at += length;
  }
  bytes.insert(bytes.end(), jpeg.begin() + static_cast<std::ptrdiff_t>(at), jpeg.end());
  bytes.back() = 0xc9;
  return bytes + Bytes(20);
}

TEST(Sfw, IsAJpegUpsideDown) {
  const Bytes jpeg = PlainJpeg(MakeTestImage({24, 17}));
  const Bytes file = Disguised(jpeg);
  Exception exception;
  const ImageHandle image = ReadBytes("", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_STREQ(image->magick, "SFW");
  const ImageHandle plain = ReadBytes("JPEG", jpeg, exception);
  const ImageHandle flipped(FlipImage(plain.get(), exception.get()));
  EXPECT_TRUE(Rgba16(image.get()) == Rgba16(flipped.get()));
  ExpectAsGm("SFW", file);
  CheckLimit("SFW", file);
  CheckDamage("SFW", file);
}

TEST(Sfw, BadFilesFailWithAReason) {
  const Bytes file = Disguised(PlainJpeg(MakeTestImage({24, 17})));
  const auto expect = [&](std::size_t at, std::uint8_t value, const char* reason) {
    Bytes bytes = file;
    bytes[at] = value;
    ExpectFailure("SFW", bytes, reason);
  };
  expect(0, 'X', "header");
  expect(7, 0, "header");
  expect(11, 2, "header");
  expect(10, 200, "end-of-file");
  expect(file.size() - 21, 0, "end-of-file");
}

}  // namespace
}  // namespace lodestone::coders::test
