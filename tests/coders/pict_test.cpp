// QuickDraw pictures: hand-made commands, as written, and gm.

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

void Append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

Bytes Short(unsigned value) {
  return {static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}

Bytes Rectangle(unsigned top, unsigned left, unsigned bottom, unsigned right) {
  Bytes bytes;
  for (const unsigned side : {top, left, bottom, right}) Append(bytes, Short(side));
  return bytes;
}

// A picture of version 1 or 2 with these commands, and with an end.
Bytes Picture(int version, const Bytes& frame, const Bytes& commands) {
  Bytes bytes(512);
  Append(bytes, {0, 0});
  Append(bytes, frame);
  Append(bytes, version == 1 ? Bytes{0x11, 1} : Bytes{0, 0x11, 2, 0xff});
  if (version == 2) {
    Append(bytes, {0x0c, 0, 0xff, 0xff, 0xff, 0xff});
    bytes.resize(bytes.size() + 20);
  }
  Append(bytes, commands);
  if (version == 2 && bytes.size() % 2 != 0) bytes.push_back(0);
  Append(bytes, version == 1 ? Bytes{0xff} : Bytes{0, 0xff});
  return bytes;
}

struct Map {
  unsigned columns = 3, rows = 2, row_bytes = 4, bits = 8, channels = 1, pack_type = 0;
  bool direct = false;
  unsigned colors = 0;  // with the red of 16 times their value, in descending order
  Bytes source = Rectangle(0, 0, 2, 3), destination = Rectangle(0, 0, 2, 3);
  Bytes data;
};

Bytes PixelMap(const Map& map) {
  Bytes bytes = map.direct ? Bytes{0, 0x9a, 0, 0, 0, 0xff} : Bytes{0, 0x98};
  Append(bytes, Short(0x8000 | map.row_bytes));
  Append(bytes, Rectangle(0, 0, map.rows, map.columns));
  Append(bytes, {0, 0});
  Append(bytes, Short(map.pack_type));
  bytes.resize(bytes.size() + 4);
  Append(bytes, {0, 72, 0, 0, 0, 72, 0, 0});
  Append(bytes, Short(map.direct ? 16 : 0));
  Append(bytes, Short(map.bits));
  Append(bytes, Short(map.channels));
  Append(bytes, Short(map.direct && map.bits == 16 ? 5 : 8));
  bytes.resize(bytes.size() + 12);
  if (!map.direct) {
    bytes.resize(bytes.size() + 6);
    Append(bytes, Short(map.colors - 1));
    for (unsigned i = map.colors; i-- > 0;) {
      Append(bytes, Short(i));
      Append(bytes, Short(i * 16 * 257));
      Append(bytes, {0, 0, 0xff, 0xff});
    }
  }
  Append(bytes, map.source);
  Append(bytes, map.destination);
  Append(bytes, {0, 0});
  Append(bytes, map.data);
  return bytes;
}

std::vector<unsigned> Bytes8(const Image* image, bool alpha = false) {
  std::vector<unsigned> values;
  const std::vector<std::uint16_t> samples = Rgba16(image);
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (alpha || i % 4 != 3) values.push_back(samples[i] / 257);
  return values;
}

std::vector<unsigned> Reds(const Image* image) {
  std::vector<unsigned> reds;
  const std::vector<unsigned> values = Bytes8(image);
  for (std::size_t i = 0; i < values.size(); i += 3) reds.push_back(values[i]);
  return reds;
}

void ExpectReds(const Bytes& bytes, const std::vector<unsigned>& reds) {
  Exception exception;
  const ImageHandle image = ReadBytes("PICT", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Reds(image.get()), reds);
}

const Bytes kFrame = Rectangle(0, 0, 2, 3);

// Black bits on white, and commands of all kinds before.
TEST(Pict, BitmapsOfBothVersions) {
  const Bytes data = {0xa0, 0, 0x40, 0};
  for (const int version : {1, 2}) {
    Bytes commands;
    const auto command = [&](std::uint8_t code, const Bytes& content) {
      if (version == 2 && commands.size() % 2 != 0) commands.push_back(0);
      if (version == 2) commands.push_back(0);
      commands.push_back(code);
      Append(commands, content);
    };
    command(0x01, {0, 10, 0x80, 1, 0x80, 1, 0x7f, 0xff, 0x7f, 0xff});  // all the plane
    command(0x04, {1});
    command(0x0a, Bytes(8));
    command(0x28, {0, 1, 0, 1, 3, 'a', 'b', 'c'});
    command(0x2b, {1, 2, 1, 'x'});
    command(0x70, {0, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    command(0xa0, {0, 130});
    command(0xa1, {0, 100, 0, 3, 1, 2, 3});
    Bytes map = {0, 2};
    Append(map, Rectangle(0, 0, 2, 3));
    Append(map, kFrame);
    Append(map, kFrame);
    Append(map, {0, 0});
    Append(map, data);
    command(0x90, map);
    const Bytes bytes = Picture(version, kFrame, commands);
    ExpectReds(bytes, {0, 255, 0, 255, 0, 255});
    CheckDamage("PICT", bytes);
    CheckLimit("PICT", bytes);
    // What comes from a clipboard has no preamble.
    ExpectReds(Bytes(bytes.begin() + 512, bytes.end()), {0, 255, 0, 255, 0, 255});
  }
}

TEST(Pict, Indexes) {
  Map map;
  map.colors = 16;
  map.data = {1, 2, 3, 0, 4, 5, 6, 0};  // short rows are not packed
  ExpectReds(Picture(2, kFrame, PixelMap(map)), {16, 32, 48, 64, 80, 96});
  map.bits = 4;
  map.row_bytes = 2;
  map.data = {0x12, 0x30, 0x45, 0x60};
  ExpectReds(Picture(2, kFrame, PixelMap(map)), {16, 32, 48, 64, 80, 96});
  map.bits = 2;
  map.colors = 4;
  map.data = {0x6c, 0, 0x90, 0};
  ExpectReds(Picture(2, kFrame, PixelMap(map)), {16, 32, 48, 32, 16, 0});
  map.bits = 8;
  map.row_bytes = 8;
  map.colors = 16;
  map.data = {5, 2, 1, 2, 3, 0xfc, 0, 4, 0xfe, 9, 0xfc, 0};
  ExpectReds(Picture(2, kFrame, PixelMap(map)), {16, 32, 48, 144, 144, 144});
  CheckDamage("PICT", Picture(2, kFrame, PixelMap(map)));
}

TEST(Pict, DirectPixels) {
  Map map;
  map.direct = true;
  map.bits = 16;
  map.channels = 3;
  map.row_bytes = 8;  // of an even number of pixels
  map.data = {7, 2, 0x7c, 0, 0x03, 0xe0, 0, 0x1f, 4, 0xfe, 0x42, 0x10, 0x80};
  Exception exception;
  const ImageHandle image = ReadBytes("PICT", Picture(2, kFrame, PixelMap(map)), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Bytes8(image.get()),
            (std::vector<unsigned>{255, 0, 0, 0, 255, 0, 0, 0, 255,  //
                                   132, 132, 132, 132, 132, 132, 132, 132, 132}));
  map.bits = 32;
  map.row_bytes = 12;
  map.data = {10, 8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 0xf8, 50};
  ExpectReds(Picture(2, kFrame, PixelMap(map)), {1, 2, 3, 50, 50, 50});
  map.pack_type = 2;
  map.data = {1, 11, 12, 2, 21, 22, 3, 31, 32, 4, 41, 42, 5, 51, 52, 6, 61, 62};
  ExpectReds(Picture(2, kFrame, PixelMap(map)), {1, 2, 3, 4, 5, 6});
  map.pack_type = 1;
  map.data = {0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0};
  ExpectReds(Picture(2, kFrame, PixelMap(map)), {1, 2, 3, 4, 5, 6});
}

TEST(Pict, Alpha) {
  Map map;
  map.direct = true;
  map.bits = 32;
  map.channels = 4;
  map.row_bytes = 12;
  map.rows = 1;
  map.source = map.destination = Rectangle(0, 0, 1, 3);
  map.data = {13, 11, 100, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  Exception exception;
  const ImageHandle image =
      ReadBytes("PICT", Picture(2, Rectangle(0, 0, 1, 3), PixelMap(map)), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->matte, MagickTrue);
  EXPECT_EQ(Bytes8(image.get(), true),
            (std::vector<unsigned>{1, 4, 7, 100, 2, 5, 8, 255, 3, 6, 9, 0}));
}

// Parts of a map, moved and enlarged; the rest of the picture is white.
TEST(Pict, Placed) {
  Map map;
  map.colors = 16;
  map.data = {1, 2, 3, 0, 4, 5, 6, 0};
  map.source = Rectangle(0, 1, 2, 3);
  map.destination = Rectangle(11, 101, 13, 105);
  ExpectReds(Picture(2, Rectangle(10, 100, 13, 104), PixelMap(map)),
             {255, 255, 255, 255, 255, 32, 32, 48, 255, 80, 80, 96});
}

// A few bytes that are enlarged over the whole picture, very often.
TEST(Pict, EnlargedTooOften) {
  Map map;
  map.columns = map.rows = 1;
  map.row_bytes = 2;
  map.colors = 16;
  map.data = {1, 0};
  map.source = Rectangle(0, 0, 1, 1);
  map.destination = Rectangle(0, 0, 1000, 1000);
  Bytes maps;
  for (int i = 0; i < 100; ++i) Append(maps, PixelMap(map));
  Exception exception;
  EXPECT_FALSE(ReadBytes("PICT", Picture(2, Rectangle(0, 0, 1000, 1000), maps), exception));
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
}

// A picture of 144 pixels per inch says how large it is in them.
TEST(Pict, Resolution) {
  Map map;
  map.colors = 16;
  map.data = {1, 2, 3, 0, 4, 5, 6, 0};
  Bytes bytes = Picture(2, Rectangle(0, 0, 1, 1), PixelMap(map));
  const Bytes header = [] {
    Bytes all = {0xff, 0xfe, 0, 0, 0, 144, 0, 0, 0, 144, 0, 0};
    Append(all, kFrame);
    return all;
  }();
  std::copy(header.begin(), header.end(), bytes.begin() + 512 + 16);
  Exception exception;
  const ImageHandle image = ReadBytes("", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->x_resolution, 144);
  EXPECT_EQ(Reds(image.get()), (std::vector<unsigned>{16, 32, 48, 64, 80, 96}));
}

TEST(Pict, JpegInside) {
  const ImageHandle image = MakeTestImage({40, 30, 8});
  Exception exception;
  const Info info;
  info->compression = JPEGCompression;
  info->quality = 95;
  const Bytes icc = Icc(500);
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  const Bytes bytes = Write("PICT", image, info, exception);
  const ImageHandle again = ReadBytes("PICT", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  const Info jpeg;
  jpeg->quality = 95;
  const ImageHandle direct = ReadBytes("JPEG", Write("JPEG", image, jpeg, exception), exception);
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(direct.get()));
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  CheckDamage("PICT", bytes);
}

TEST(Pict, AlphaIsNoJpeg) {
  const ImageHandle image = MakeTestImage({20, 9, 8, true});
  const Info info;
  info->compression = JPEGCompression;
  Exception exception;
  const ImageHandle again = ReadBytes("PICT", Write("PICT", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
}

TEST(Pict, Profiles) {
  const ImageHandle image = MakeTestImage({9, 4, 8});
  const Bytes icc = Icc(70000);
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  Exception exception;
  const ImageHandle again = ReadBytes("PICT", WriteAs({"PICT"}, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
}

const FormatCase kPict{"PICT"};

TEST(Pict, RoundTripAndGm) {
  for (const Kind& kind : KindsOf(kPict)) {
    CheckRoundTrip(kPict, kind);
    // gm packs rows and expects them packed, even where they are too short for that, and reads no
    // alpha.
    if (HaveGm() && !kind.matte && kind.columns >= 16 && kind.columns <= 17)
      CheckWithGm(kPict, kind);
  }
  CheckCancel(kPict);
  for (const unsigned long columns : {60ul, 61ul, 62ul, 63ul, 249ul, 250ul, 251ul}) {
    CheckRoundTrip(kPict, {columns, 3, 8});
    CheckRoundTrip(kPict, {columns, 3, 8, false, false, false, 256});
  }
}

// gm has two bytes for the length of rows of 201 to 250 bytes, others one.
TEST(Pict, LengthsOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const unsigned long columns : {201ul, 240ul, 250ul}) {
    const ImageHandle image = MakeTestImage({columns, 7, 8, false, false, false, 200});
    Exception exception;
    WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
    RunGm("convert " + folder.File("a.png") + " PICT:" + folder.File("a.pict"));
    const ImageHandle again = Read(folder.File("a.pict"), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << columns;
  }
}

TEST(Pict, BadFilesFailWithAReason) {
  const auto expect = [](const Bytes& bytes, const char* reason) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("PICT", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  };
  expect(Picture(2, kFrame, {0, 0x30, 0, 0, 0, 0, 0, 1, 0, 1}), "no bitmap");
  expect(Bytes(600), "header");
  expect(Bytes(100), "end-of-file");
  expect(Picture(2, Rectangle(2, 0, 1, 3), {}), "header");
  Map map;
  map.colors = 16;
  map.bits = 5;
  map.data = {1, 2, 3, 0, 4, 5, 6, 0};
  expect(Picture(2, kFrame, PixelMap(map)), "Color type");
  map.bits = 8;
  map.row_bytes = 2;
  expect(Picture(2, kFrame, PixelMap(map)), "header");
  map.row_bytes = 9;
  map.data = {2, 0, 1, 2, 0, 1};
  expect(Picture(2, kFrame, PixelMap(map)), "runlength");
}

}  // namespace
}  // namespace lodestone::coders::test
