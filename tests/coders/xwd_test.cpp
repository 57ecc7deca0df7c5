// Dumps of windows: built bit by bit as an X server would, those of netpbm, and gm.

#include <array>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

enum : std::uint32_t { kBitmap = 0, kPlanes = 1, kPixels = 2 };
enum : std::uint32_t { kStaticGray = 0, kPseudoColor = 3, kTrueColor = 4, kDirectColor = 5 };

struct Dump {
  std::uint32_t format = kPixels, depth = 8, bits = 8, visual = kPseudoColor;
  bool high_byte_first = true, high_bit_first = true;
  std::uint32_t unit = 32, pad = 32, x_offset = 0;
  std::uint32_t masks[3] = {};
  std::vector<std::array<std::uint16_t, 3>> colors = {};
  bool little_endian_header = false;
  std::uint32_t columns = 13, rows = 5;
};

std::uint32_t Value(const Dump& dump, std::size_t x, std::size_t y) {
  const auto noise = static_cast<std::uint32_t>((x * 7919 + y * 104729 + 12345) * 2654435761u);
  return dump.depth == 32 ? noise : noise >> 3 & ((1u << dump.depth) - 1);
}

void Put(Bytes& bytes, std::uint32_t value, std::size_t size, bool high_first) {
  for (std::size_t i = 0; i < size; ++i)
    bytes.push_back(static_cast<std::uint8_t>(value >> 8 * (high_first ? size - 1 - i : i)));
}

std::size_t RowBytes(const Dump& dump) {
  const bool bitwise = dump.format != kPixels || dump.bits == 1;
  const std::size_t bits = bitwise ? dump.columns + dump.x_offset : dump.columns * dump.bits;
  return (bits + dump.pad - 1) / dump.pad * dump.pad / 8;
}

// One plane: each unit is a number whose bits are pixels.
void PutPlane(const Dump& dump, unsigned bit, Bytes& bytes) {
  for (std::size_t y = 0; y < dump.rows; ++y)
    for (std::size_t unit = 0; unit < RowBytes(dump) * 8 / dump.unit; ++unit) {
      std::uint32_t number = 0;
      for (std::size_t i = 0; i < dump.unit; ++i) {
        const std::size_t place = unit * dump.unit + i;
        if (place < dump.x_offset || place >= dump.x_offset + dump.columns) continue;
        const std::uint32_t set = Value(dump, place - dump.x_offset, y) >> bit & 1;
        number |= set << (dump.high_bit_first ? dump.unit - 1 - i : i);
      }
      Put(bytes, number, dump.unit / 8, dump.high_byte_first);
    }
}

void PutPixels(const Dump& dump, Bytes& bytes) {
  for (std::size_t y = 0; y < dump.rows; ++y) {
    const std::size_t start = bytes.size();
    for (std::size_t x = 0; x < dump.columns; ++x) {
      if (dump.bits >= 8) {
        Put(bytes, Value(dump, x, y), dump.bits / 8, dump.high_byte_first);
        continue;
      }
      if (x % 2 == 0) bytes.push_back(0);
      const bool high = (x % 2 == 0) == dump.high_byte_first;
      bytes.back() |= static_cast<std::uint8_t>(Value(dump, x, y) << (high ? 4 : 0));
    }
    bytes.resize(start + RowBytes(dump), 0x5a);
  }
}

Bytes FileOf(const Dump& dump) {
  Bytes bytes;
  const std::string name = "a window";
  const auto put = [&](std::uint32_t value) { Put(bytes, value, 4, !dump.little_endian_header); };
  for (const std::uint32_t field : {static_cast<std::uint32_t>(101 + name.size()),
                                    7u,
                                    dump.format,
                                    dump.depth,
                                    dump.columns,
                                    dump.rows,
                                    dump.x_offset,
                                    dump.high_byte_first ? 1u : 0u,
                                    dump.unit,
                                    dump.high_bit_first ? 1u : 0u,
                                    dump.pad,
                                    dump.bits,
                                    static_cast<std::uint32_t>(RowBytes(dump)),
                                    dump.visual,
                                    dump.masks[0],
                                    dump.masks[1],
                                    dump.masks[2],
                                    8u,
                                    static_cast<std::uint32_t>(dump.colors.size()),
                                    static_cast<std::uint32_t>(dump.colors.size()),
                                    dump.columns,
                                    dump.rows,
                                    0u,
                                    0u,
                                    0u})
    put(field);
  bytes.insert(bytes.end(), name.begin(), name.end());
  bytes.push_back(0);
  for (std::uint32_t i = 0; i < dump.colors.size(); ++i) {
    put(i);
    for (const std::uint16_t sample : dump.colors[i])
      Put(bytes, sample, 2, !dump.little_endian_header);
    bytes.insert(bytes.end(), {7, 0});
  }
  if (dump.format == kPixels && dump.bits > 1) {
    PutPixels(dump, bytes);
  } else {
    for (unsigned plane = dump.depth; plane-- > 0;) PutPlane(dump, plane, bytes);
  }
  return bytes;
}

std::uint16_t Expected(const Dump& dump, std::uint32_t value, std::size_t channel) {
  if (dump.visual < kTrueColor) {
    if (!dump.colors.empty()) return AtOurDepth(dump.colors[value][channel]);
    const double most = static_cast<double>(1u << dump.depth) - 1;
    return AtOurDepth(static_cast<std::uint16_t>(65535.0 * value / most + 0.5));
  }
  std::uint32_t mask = dump.masks[channel];
  while ((mask & 1) == 0) {
    mask >>= 1;
    value >>= 1;
  }
  value &= mask;
  if (dump.visual == kDirectColor && !dump.colors.empty())
    return AtOurDepth(dump.colors[value][channel]);
  return AtOurDepth(static_cast<std::uint16_t>(65535.0 * value / mask + 0.5));
}

void CheckDump(const Dump& dump) {
  SCOPED_TRACE(std::to_string(dump.format) + " depth " + std::to_string(dump.depth) + " bits " +
               std::to_string(dump.bits) + " unit " + std::to_string(dump.unit) + " visual " +
               std::to_string(dump.visual) + (dump.high_byte_first ? " M" : " L") +
               (dump.high_bit_first ? "M" : "L"));
  Exception exception;
  const ImageHandle image = ReadBytes("XWD", FileOf(dump), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  ASSERT_EQ(image->columns, dump.columns);
  ASSERT_EQ(image->rows, dump.rows);
  EXPECT_EQ(Attribute(image.get(), "comment"), "a window");
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i % 4 == 3) continue;
    const std::size_t pixel = i / 4;
    const std::uint32_t value = Value(dump, pixel % dump.columns, pixel / dump.columns);
    const int difference = int{samples[i]} - int{Expected(dump, value, i % 4)};
    ASSERT_LE(std::abs(difference), QuantumDepth == 8 ? 257 : 0) << i;
  }
}

std::vector<std::array<std::uint16_t, 3>> SomeColors(std::size_t count) {
  std::vector<std::array<std::uint16_t, 3>> colors;
  for (std::size_t i = 0; i < count; ++i)
    colors.push_back({static_cast<std::uint16_t>(i * 31337), static_cast<std::uint16_t>(i * 777),
                      static_cast<std::uint16_t>(65535 - i * 99)});
  return colors;
}

template <class Check>
void ForEachOrder(Dump dump, const Check& check) {
  for (const bool bytes : {false, true})
    for (const bool bits : {false, true})
      for (const bool header : {false, true}) {
        dump.high_byte_first = bytes;
        dump.high_bit_first = bits;
        dump.little_endian_header = header;
        check(dump);
      }
}

TEST(Xwd, Bits) {
  for (const std::uint32_t unit : {8u, 16u, 32u})
    for (const std::uint32_t offset : {0u, 3u, 9u}) {
      Dump dump{.format = kBitmap, .depth = 1, .bits = 1, .visual = kStaticGray};
      dump.unit = unit;
      dump.x_offset = offset;
      ForEachOrder(dump, CheckDump);
      dump.format = kPixels;
      dump.colors = SomeColors(2);
      ForEachOrder(dump, CheckDump);
    }
}

TEST(Xwd, Planes) {
  for (const std::uint32_t depth : {1u, 3u, 8u}) {
    Dump dump{.format = kPlanes, .depth = depth, .bits = 1};
    dump.colors = SomeColors(std::size_t{1} << depth);
    ForEachOrder(dump, CheckDump);
  }
  Dump dump{.format = kPlanes, .depth = 24, .bits = 1, .visual = kTrueColor};
  dump.masks[0] = 0xff0000;
  dump.masks[1] = 0xff00;
  dump.masks[2] = 0xff;
  ForEachOrder(dump, CheckDump);
}

TEST(Xwd, Indexes) {
  Dump four{.depth = 4, .bits = 4};
  four.colors = SomeColors(16);
  ForEachOrder(four, CheckDump);
  Dump eight{.depth = 8, .bits = 8};
  eight.colors = SomeColors(256);
  ForEachOrder(eight, CheckDump);
  eight.colors.clear();
  eight.visual = kStaticGray;
  ForEachOrder(eight, CheckDump);
  Dump twelve{.depth = 12, .bits = 16};
  twelve.colors = SomeColors(4096);
  ForEachOrder(twelve, CheckDump);
}

TEST(Xwd, Colors) {
  struct Masks {
    std::uint32_t depth, bits, red, green, blue;
  };
  for (const Masks& masks : {Masks{15, 16, 0x7c00, 0x3e0, 0x1f},
                             {16, 16, 0xf800, 0x7e0, 0x1f},
                             {24, 24, 0xff, 0xff00, 0xff0000},
                             {24, 32, 0xff0000, 0xff00, 0xff},
                             {8, 8, 0xe0, 0x1c, 3},
                             {30, 32, 0x3ff00000, 0xffc00, 0x3ff},
                             {32, 32, 0xff000000, 0xff0000, 0xff00}}) {
    Dump dump{.depth = masks.depth, .bits = masks.bits, .visual = kTrueColor};
    dump.masks[0] = masks.red;
    dump.masks[1] = masks.green;
    dump.masks[2] = masks.blue;
    ForEachOrder(dump, CheckDump);
    dump.colors = SomeColors(1024);  // of no meaning here
    CheckDump(dump);
    dump.visual = kDirectColor;
    CheckDump(dump);
    dump.colors.clear();
    CheckDump(dump);
  }
}

// Of pnmtoxwd, with a bitmap whose zeros are white by its colours.
TEST(Xwd, OfNetpbm) {
  const char* const hex =
      "0000006a0000000700000002000000010000000b0000000200000000000000010000000800000001000000080000"
      "00"
      "0100000002000000000000000000000000000000000000000100000002000000020000000b000000020000000000"
      "00"
      "000000000000742e70626d0000000000ffffffffffff0700000000010000000000000700b3a04c40";
  Bytes bytes;
  for (const char* digit = hex; *digit != '\0'; digit += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(digit, 2), nullptr, 16)));
  Exception exception;
  const ImageHandle image = ReadBytes("", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_STREQ(image->magick, "XWD");
  std::string drawn;
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) drawn += samples[i] == 0 ? '1' : '0';
  EXPECT_EQ(drawn, "1011001110101001100010");
}

const FormatCase kXwd{"XWD", false};

TEST(Xwd, RoundTripAndGm) {
  for (const Kind& kind : KindsOf(kXwd)) {
    CheckRoundTrip(kXwd, kind);
    if (HaveGm() && kind.columns <= 17) CheckWithGm(kXwd, kind);
  }
  CheckCancel(kXwd);
}

TEST(Xwd, DamageDoesNoHarm) {
  Dump planes{.format = kPlanes, .depth = 3, .bits = 1};
  planes.colors = SomeColors(8);
  Dump direct{.depth = 16, .bits = 16, .visual = kDirectColor};
  direct.masks[0] = 0xf800;
  direct.masks[1] = 0x7e0;
  direct.masks[2] = 0x1f;
  direct.colors = SomeColors(64);
  for (const Dump& dump : {planes, direct, Dump{.depth = 8, .visual = kStaticGray}}) {
    CheckDamage("XWD", FileOf(dump));
    CheckLimit("XWD", FileOf(dump));
  }
}

TEST(Xwd, BadFilesFailWithAReason) {
  const auto expect = [](const Dump& dump, std::size_t at, std::uint8_t value, const char* reason) {
    Bytes bytes = FileOf(dump);
    if (at < bytes.size()) bytes[at] = value;
    Exception exception;
    EXPECT_FALSE(ReadBytes("XWD", bytes, exception)) << at;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  };
  Dump dump{};
  dump.colors = SomeColors(256);
  expect(dump, 7, 8, "version");
  expect(dump, 11, 3, "header");  // format
  expect(dump, 47, 9, "header");  // bits of a pixel
  expect(dump, 51, 1, "header");  // bytes of a row
  expect(dump, 55, 6, "header");  // visual
  expect(dump, 20, 1, "limit");   // rows
  expect(dump, 22, 9, "end-of-file");
  dump.visual = kTrueColor;
  expect(dump, 1 << 20, 0, "header");  // no masks
}

}  // namespace
}  // namespace lodestone::coders::test
