// Rasters of TopoL: hand-made ones of each type, with tiles and palettes, and as written.

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

void PutShort(Bytes& bytes, unsigned value) {
  bytes.push_back(static_cast<std::uint8_t>(value));
  bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

void PutLong(Bytes& bytes, std::uint32_t value) {
  PutShort(bytes, value & 0xffff);
  PutShort(bytes, value >> 16);
}

Bytes HeaderOf(unsigned columns, unsigned rows, unsigned type, unsigned version = 0) {
  Bytes bytes(20, ' ');
  PutShort(bytes, rows);
  PutShort(bytes, columns);
  PutShort(bytes, type);
  PutLong(bytes, 0);
  PutShort(bytes, version);
  bytes.resize(512);
  return bytes;
}

std::vector<unsigned> Bytes8(const Image* image) {
  std::vector<unsigned> values;
  const std::vector<std::uint16_t> samples = Rgba16(image);
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (i % 4 != 3) values.push_back(samples[i] / 257);
  return values;
}

std::vector<unsigned> Grays(const Image* image) {
  std::vector<unsigned> grays;
  const std::vector<unsigned> values = Bytes8(image);
  for (std::size_t i = 0; i < values.size(); i += 3) grays.push_back(values[i]);
  return grays;
}

TEST(Topol, EveryType) {
  struct Case {
    unsigned type;
    Bytes data;
    std::vector<unsigned> grays;
  };
  for (const Case& each :
       {Case{0, {0xa0, 0x40}, {255, 0, 255, 0, 255, 0}},
        Case{1, {1, 2, 3, 4, 5, 255}, {1, 2, 3, 4, 5, 255}},
        Case{2, {1, 2, 3, 4, 5, 255}, {1, 2, 3, 4, 5, 255}},
        Case{3, {0x12, 0x30, 0x45, 0xf0}, {17, 34, 51, 68, 85, 255}},
        Case{6, {9, 1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 250}, {1, 2, 3, 4, 5, 249}},
        Case{7,
             {9, 9, 9, 1, 9, 9, 9, 2, 9, 9, 9, 3, 9, 9, 9, 4, 9, 9, 9, 5, 9, 9, 9, 250},
             {1, 2, 3, 4, 5, 249}}}) {
    SCOPED_TRACE(each.type);
    Bytes bytes = HeaderOf(3, 2, each.type);
    bytes.insert(bytes.end(), each.data.begin(), each.data.end());
    Exception exception;
    const ImageHandle image = ReadBytes("TOPOL", bytes, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(Grays(image.get()), each.grays);
    CheckDamage("TOPOL", bytes);
    CheckLimit("TOPOL", bytes);
  }
}

TEST(Topol, Colors) {
  Bytes bytes = HeaderOf(2, 1, 5);
  bytes.insert(bytes.end(), {1, 2, 3, 40, 50, 60});
  Exception exception;
  const ImageHandle image = ReadBytes("", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_STREQ(image->magick, "TOPOL");
  EXPECT_EQ(Bytes8(image.get()), (std::vector<unsigned>{1, 2, 3, 40, 50, 60}));
}

// A 5x3 image of tiles of 2x2, in any order.
TEST(Topol, Tiles) {
  Bytes bytes = HeaderOf(5, 3, 1, 2);
  Bytes more;
  PutShort(more, 0);
  PutShort(more, 0);
  more.resize(more.size() + 40);
  PutShort(more, 2);
  PutShort(more, 2);
  PutLong(more, 512);
  PutLong(more, 1);
  std::copy(more.begin(), more.end(), bytes.begin() + 32);
  constexpr unsigned kTiles = 6, kData = 512 + 4 * kTiles;
  for (unsigned i = 0; i < kTiles; ++i) PutLong(bytes, kData + 4 * (kTiles - 1 - i));
  for (unsigned tile = kTiles; tile-- > 0;)
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(10 * tile + i));
  Exception exception;
  const ImageHandle image = ReadBytes("TOPOL", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Grays(image.get()),
            (std::vector<unsigned>{0, 1, 10, 11, 20, 2, 3, 12, 13, 22, 30, 31, 40, 41, 50}));
  CheckDamage("TOPOL", bytes);
}

// Values are mapped to numbers, and those have colours.
TEST(Topol, FilesBesideIt) {
  const TemporaryFolder folder;
  Bytes bytes = HeaderOf(3, 1, 4);
  bytes.insert(bytes.end(), {0x12, 0x30});
  const std::string name = folder.File("a.topol");
  WriteWholeFile(name, bytes);
  Exception exception;
  EXPECT_EQ(Grays(Read("TOPOL:" + name, exception).get()), (std::vector<unsigned>{17, 34, 51}));
  WriteWholeFile(folder.File("a.mez"), {0, 3, 1, 200});
  EXPECT_EQ(Grays(Read("TOPOL:" + name, exception).get()), (std::vector<unsigned>{3, 1, 200}));
  WriteWholeFile(folder.File("a.PAL"), {2, 1, 10, 20, 30, 3, 40, 50, 60});
  EXPECT_EQ(Bytes8(Read("TOPOL:" + name, exception).get()),
            (std::vector<unsigned>{40, 50, 60, 10, 20, 30, 0, 0, 0}));
}

const FormatCase kTopol{"TOPOL", false};

TEST(Topol, RoundTripAndGm) {
  for (const Kind& kind : KindsOf(kTopol)) {
    CheckRoundTrip(kTopol, kind);
    // gm here asks for more bytes than files of bits have.
    if (!HaveGm() || kind.columns > 17 || kind.black_white || kind.colors != 0) continue;
    const TemporaryFolder folder;
    const ImageHandle image = MakeTestImage(kind);
    WriteWholeFile(folder.File("a.topol"), WriteAs(kTopol, image));
    EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16("TOPOL:" + folder.File("a.topol"))));
  }
  CheckCancel(kTopol);
}

TEST(Topol, BadFilesFailWithAReason) {
  const auto expect = [](std::size_t at, std::uint8_t value, const char* reason) {
    Bytes bytes = HeaderOf(3, 2, 1, 1);
    bytes.resize(518);
    bytes[at] = value;
    Exception exception;
    EXPECT_FALSE(ReadBytes("TOPOL", bytes, exception)) << at;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  };
  expect(0, 0, "header");
  expect(20, 0, "header");
  expect(20, 3, "end-of-file");
  expect(24, 8, "header");
  expect(30, 3, "version");
  expect(32, 1, "compression");
}

}  // namespace
}  // namespace lodestone::coders::test
