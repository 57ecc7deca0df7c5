// Documents of GIMP, hand-made: how pixels are stored.

#include <zlib.h>

#include <algorithm>
#include <cmath>

#include "tests/coders/xcf_support.hpp"

namespace lodestone::coders::test {
namespace {

TEST(XcfStorage, Types) {
  EXPECT_EQ(SamplesOf(Gray()),
            (Values{10, 10, 10, 255, 20, 20, 20, 255, 30, 30, 30, 255, 40, 40, 40, 255}));
  EXPECT_FALSE(Decoded(Gray())->matte);
  EXPECT_TRUE(Decoded(Gray())->is_grayscale);
  Xcf gray = Gray({1, 2, 3, 4, 5, 6, 7, 8});
  gray.layers[0].type = 3;
  gray.layers[0].pixel_bytes = 2;
  EXPECT_EQ(Every(SamplesOf(gray), 1), (Values{1, 3, 5, 7}));
  EXPECT_EQ(Every(SamplesOf(gray), 3), (Values{2, 4, 6, 8}));
  Xcf rgb;
  rgb.layers = {Rgba(2, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})};
  rgb.layers[0].type = 0;
  rgb.layers[0].pixel_bytes = 3;
  EXPECT_EQ(SamplesOf(rgb), (Values{1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255}));
}

TEST(XcfStorage, Palettes) {
  Xcf xcf = Gray({0, 127, 1, 128, 2, 255, 9, 200});
  xcf.version = 1;
  xcf.base = 2;
  xcf.layers[0].type = 5;
  xcf.layers[0].pixel_bytes = 2;
  Bytes colormap = Big(3);
  PutBytes(colormap, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  xcf.properties.push_back({1, colormap});
  const Values expected = {4, 5, 6, 255, 7, 8, 9, 255, 0, 0, 0, 255};
  Values samples = SamplesOf(xcf);
  EXPECT_EQ(samples[3], 0u);
  EXPECT_EQ(Values(samples.begin() + 4, samples.end()), expected);
  // A length that old versions state wrong, and a palette of version 0.
  Bytes file = xcf.File();
  const Bytes length = Big(4 + 9);
  const auto at = std::search(file.begin(), file.end(), length.begin(), length.end());
  at[3] = 4 + 3;
  Exception exception;
  EXPECT_EQ(SamplesOf(ReadBytes("XCF", file, exception).get()), samples);
  xcf.version = 0;
  xcf.properties.back().second = Big(3);
  PutBytes(xcf.properties.back().second, {9, 9, 9});
  EXPECT_EQ(Every(SamplesOf(xcf), 0), (Values{0, 1, 2, 0}));
}

TEST(XcfStorage, RunLengths) {
  Xcf xcf = Gray();
  xcf.properties = {{17, {1}}};
  xcf.layers[0].type = 3;
  xcf.layers[0].pixel_bytes = 2;
  xcf.layers[0].tiles = {{2, 7, 0xff, 9,                        // three of the same, one
                          127, 0, 1, 50, 128, 0, 3, 1, 2, 3}};  // long ones
  const Values samples = SamplesOf(xcf);
  EXPECT_EQ(Every(samples, 0), (Values{7, 7, 7, 9}));
  EXPECT_EQ(Every(samples, 3), (Values{50, 1, 2, 3}));
}

TEST(XcfStorage, Zlib) {
  const Bytes plain = {10, 20, 30, 40};
  uLongf length = compressBound(plain.size());
  Bytes packed(length);
  ASSERT_EQ(compress(packed.data(), &length, plain.data(), plain.size()), Z_OK);
  packed.resize(length);
  Xcf xcf = Gray(packed);
  xcf.properties = {{17, {2}}};
  EXPECT_EQ(Every(SamplesOf(xcf), 0), (Values{10, 20, 30, 40}));
}

// Splits rows of samples into tiles of 64x64 pixels, by the pixel.
std::vector<Bytes> TilesOf(unsigned columns, unsigned rows, unsigned pixel_bytes,
                           const Bytes& samples) {
  const unsigned across = (columns + 63) / 64;
  std::vector<Bytes> tiles(across * ((rows + 63) / 64));
  for (unsigned y = 0; y < rows; ++y)
    for (unsigned x = 0; x < columns; ++x)
      for (unsigned i = 0; i < pixel_bytes; ++i)
        tiles[y / 64 * across + x / 64].push_back(samples[(y * columns + x) * pixel_bytes + i]);
  return tiles;
}

// Over several strips and tiles, at odd places.
TEST(XcfStorage, Tiles) {
  const unsigned columns = 70, rows = 600;
  Bytes samples;
  std::mt19937 random(1);
  for (unsigned i = 0; i < columns * rows; ++i) samples.push_back(random() & 0xff);
  for (const auto& [left, top] : {std::pair(0, 0), {-7, -70}, {13, 33}}) {
    SCOPED_TRACE(left);
    for (const unsigned version : {3u, 11u}) {
      Xcf xcf = Gray();
      xcf.version = version;
      xcf.columns = columns;
      xcf.rows = rows;
      XcfPart& layer = xcf.layers[0];
      layer.columns = columns;
      layer.rows = rows;
      layer.tiles = TilesOf(columns, rows, 1, samples);
      Bytes place = Big(static_cast<std::uint32_t>(left));
      PutBytes(place, Big(static_cast<std::uint32_t>(top)));
      layer.properties = {{15, place}};
      const Values found = SamplesOf(xcf);
      ASSERT_EQ(found.size(), samples.size() * 4);
      for (int y = 0; y < static_cast<int>(rows); ++y)
        for (int x = 0; x < static_cast<int>(columns); ++x) {
          const int from_x = x - left, from_y = y - top;
          const bool there = from_x >= 0 && from_y >= 0 && from_x < static_cast<int>(columns) &&
                             from_y < static_cast<int>(rows);
          const std::size_t at =
              4 * (static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x));
          ASSERT_EQ(found[at + 3], there ? 255u : 0u) << x << " " << y;
          if (!there) continue;
          ASSERT_EQ(found[at], samples[static_cast<std::size_t>(from_y) * columns +
                                       static_cast<std::size_t>(from_x)]);
        }
    }
  }
}

double Encoded(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

// The four samples 0.25, 1, 0 and what is beyond white, by version and code.
Bytes SamplesAs(unsigned bytes, bool floating, bool little_endian) {
  Bytes all;
  for (const double value : {0.25, 1.0, 0.0, 1.5}) {
    const double most = std::pow(2.0, 8 * bytes) - 1;
    Bytes sample = Big(static_cast<std::uint64_t>(std::lround(std::min(value, 1.0) * most)), bytes);
    if (floating && bytes == 2)
      sample = Big(value == 0.25 ? 0x3400 : value == 1 ? 0x3c00 : value == 0 ? 0 : 0x3e00, 2);
    if (floating && bytes == 4) sample = BigNumber(static_cast<float>(value));
    if (floating && bytes == 8) sample = BigNumber(value);
    if (little_endian) std::reverse(sample.begin(), sample.end());
    PutBytes(all, sample);
  }
  return all;
}

TEST(XcfStorage, Precisions) {
  struct Case {
    unsigned version, code, bytes;
    bool floating, linear;
  };
  const Case cases[] = {
      {4, 0, 1, false, false},    {4, 1, 2, false, false},    {4, 2, 4, false, true},
      {4, 3, 2, true, true},      {4, 4, 4, true, true},      {5, 450, 2, true, false},
      {6, 500, 4, true, true},    {7, 250, 2, false, false},  {12, 100, 1, false, true},
      {12, 150, 1, false, false}, {12, 200, 2, false, true},  {12, 250, 2, false, false},
      {12, 300, 4, false, true},  {12, 350, 4, false, false}, {12, 500, 2, true, true},
      {12, 550, 2, true, false},  {13, 600, 4, true, true},   {13, 650, 4, true, false},
      {13, 700, 8, true, true},   {13, 750, 8, true, false}};
  for (const Case& each : cases) {
    SCOPED_TRACE(std::to_string(each.version) + " " + std::to_string(each.code));
    Xcf xcf = Gray(SamplesAs(each.bytes, each.floating, each.version < 12));
    xcf.version = each.version;
    xcf.precision = each.code;
    xcf.layers[0].pixel_bytes = each.bytes;
    const ImageHandle image = Decoded(xcf);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->depth, each.bytes == 1 ? 8u : QuantumDepth);
    const std::vector<std::uint16_t> samples = Rgba16(image.get());
    const double quarter = each.bytes == 1 ? 64.0 / 255 : 0.25;
    const double expected = (each.linear ? Encoded(quarter) : quarter) * 65535;
    EXPECT_NEAR(samples[0], expected, QuantumDepth == 8 ? 129 : 1);
    EXPECT_EQ(samples[4], 65535);
    EXPECT_EQ(samples[8], 0);
    EXPECT_EQ(samples[12], 65535);
  }
}

// The run lengths of deep samples are by bytes of a pixel.
TEST(XcfStorage, RunLengthsOfDeepSamples) {
  Xcf xcf = Gray({0, 0x12, 254, 0x34, 0x56, 255, 0x78, 3, 0xab});
  xcf.version = 12;
  xcf.precision = 250;
  xcf.properties = {{17, {1}}};
  xcf.layers[0].pixel_bytes = 2;
  const std::vector<std::uint16_t> samples = Rgba16(Decoded(xcf).get());
  for (const auto& [pixel, sample] : {std::pair(0, 0x12ab), {1, 0x34ab}, {2, 0x56ab}, {3, 0x78ab}})
    EXPECT_EQ(samples[static_cast<std::size_t>(pixel) * 4],
              AtOurDepth(static_cast<std::uint16_t>(sample)));
}

}  // namespace
}  // namespace lodestone::coders::test
