// DirectDraw surfaces, hand-made: layouts, blocks by the definitions of Direct3D, faces and levels.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tests/coders/dds_builder.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

using Values = std::vector<unsigned>;

ImageHandle Decoded(const Dds& dds, const std::string& define = "") {
  Info info("DDS:");
  if (!define.empty()) info.Define(define);
  Exception exception;
  const Bytes file = dds.File();
  ImageHandle image(BlobToImage(info.get(), file.data(), file.size(), exception.get()));
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

// Samples as bytes: red, green, blue, alpha.
Values SamplesOf(const Image* image) {
  Values samples;
  if (image == nullptr) return samples;
  for (const std::uint16_t sample : Rgba16(image)) samples.push_back((sample + 128u) / 257);
  return samples;
}
Values SamplesOf(const Dds& dds) {
  return SamplesOf(Decoded(dds).get());
}

TEST(Dds, Masks) {
  constexpr unsigned kRgb = 0x40, kAlpha = 1, kLuminance = 0x20000;
  EXPECT_EQ(SamplesOf(DdsOfMasks(24, kRgb, {0xff0000, 0xff00, 0xff, 0}, 1, {1, 2, 3})),
            (Values{3, 2, 1, 255}));
  EXPECT_EQ(SamplesOf(DdsOfMasks(32, kRgb | kAlpha, {0xff, 0xff00, 0xff0000, 0xff000000}, 1,
                                 {1, 2, 3, 4})),
            (Values{1, 2, 3, 4}));
  EXPECT_EQ(SamplesOf(DdsOfMasks(32, kRgb, {0xff, 0xff00, 0xff0000, 0xff000000}, 1, {1, 2, 3, 4})),
            (Values{1, 2, 3, 255}));
  // 5, 6 and 5 bits reach white.
  EXPECT_EQ(SamplesOf(DdsOfMasks(16, kRgb, {0xf800, 0x7e0, 0x1f, 0}, 2, {0xff, 0xff, 0x01, 0x08})),
            (Values{255, 255, 255, 255, 8, 0, 8, 255}));
  EXPECT_EQ(
      SamplesOf(DdsOfMasks(16, kRgb | kAlpha, {0x7c00, 0x3e0, 0x1f, 0x8000}, 2, {0, 0x80, 31, 0})),
      (Values{0, 0, 0, 255, 0, 0, 255, 0}));
  EXPECT_EQ(SamplesOf(DdsOfMasks(8, kRgb, {0xe0, 0x1c, 3, 0}, 1, {0x20 | 4 | 1})),
            (Values{36, 36, 85, 255}));
  const ImageHandle gray = Decoded(DdsOfMasks(8, kLuminance, {0xff, 0, 0, 0}, 2, {7, 200}));
  EXPECT_EQ(SamplesOf(gray.get()), (Values{7, 7, 7, 255, 200, 200, 200, 255}));
  EXPECT_TRUE(gray->is_grayscale);
  EXPECT_EQ(SamplesOf(DdsOfMasks(16, kLuminance | kAlpha, {0xff, 0, 0, 0xff00}, 1, {7, 9})),
            (Values{7, 7, 7, 9}));
  EXPECT_EQ(SamplesOf(DdsOfMasks(8, 2, {0, 0, 0, 0xff}, 1, {9})), (Values{0, 0, 0, 9}));
}

// Ten bits: the header names red and blue the wrong way round; that of Direct3D 10 has no masks.
TEST(Dds, TenBits) {
  const unsigned pixel = 1023u | 512u << 10 | 1u << 30;
  Bytes data;
  PutLittle(data, pixel);
  EXPECT_EQ(SamplesOf(DdsOfMasks(32, 0x41, {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000}, 1, data)),
            (Values{255, 128, 0, 85}));
  EXPECT_EQ(SamplesOf(DdsOfNumber(24, data, 1, 1)), (Values{255, 128, 0, 85}));
}

TEST(Dds, Palette) {
  Dds dds = DdsOfMasks(8, 0x20, {}, 3, {});
  for (unsigned i = 0; i < 256; ++i) PutBytes(dds.data, {static_cast<std::uint8_t>(i), 1, 2, 0});
  PutBytes(dds.data, {5, 0, 255});
  const ImageHandle image = Decoded(dds);
  EXPECT_EQ(SamplesOf(image.get()), (Values{5, 1, 2, 255, 0, 1, 2, 255, 255, 1, 2, 255}));
  EXPECT_EQ(image->storage_class, PseudoClass);
  dds.data[4 * 5 + 3] = 77;
  EXPECT_EQ(SamplesOf(dds)[3], 77u);
}

Bytes Little(const std::vector<unsigned>& values, unsigned length) {
  Bytes bytes;
  for (const unsigned value : values) PutLittle(bytes, value, length);
  return bytes;
}

TEST(Dds, Shorts) {
  const std::vector<std::uint16_t> samples =
      Rgba16(Decoded(DdsOfNumber(11, Little({0x1234, 0xffff, 1, 0x8000}, 2), 1, 1)).get());
  EXPECT_EQ(samples, (AtOurDepth({0x1234, 0xffff, 1, 0x8000})));
  EXPECT_EQ(SamplesOf(DdsOfNumber(56, Little({0x8080}, 2), 1, 1)), (Values{128, 128, 128, 255}));
  EXPECT_EQ(SamplesOf(DdsOfNumber(35, Little({0x0101, 0x8080}, 2), 1, 1)),
            (Values{1, 128, 0, 255}));
  EXPECT_EQ(SamplesOf(DdsOfNumber(49, {7, 9}, 1, 1)), (Values{7, 9, 0, 255}));
  EXPECT_EQ(SamplesOf(DdsOfNumber(87, {1, 2, 3, 4}, 1, 1)), (Values{3, 2, 1, 4}));
}

unsigned EncodedByte(double light) {
  const double sample =
      light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  return static_cast<unsigned>(std::lround(255 * std::clamp(sample, 0.0, 1.0)));
}

Bytes Floats(const std::vector<float>& values) {
  Bytes bytes;
  for (const float value : values) {
    std::uint32_t word;
    std::memcpy(&word, &value, 4);
    PutLittle(bytes, word);
  }
  return bytes;
}

TEST(Dds, LightBecomesSamples) {
  const unsigned quarter = EncodedByte(0.25);
  EXPECT_EQ(SamplesOf(DdsOfNumber(2, Floats({0.25f, 2, -1, 0.5f}), 1, 1)),
            (Values{quarter, 255, 0, 128}));
  EXPECT_EQ(SamplesOf(DdsOfNumber(6, Floats({0.25f, 1, 0}), 1, 1)), (Values{quarter, 255, 0, 255}));
  EXPECT_EQ(SamplesOf(DdsOfNumber(41, Floats({0.25f}), 1, 1)),
            (Values{quarter, quarter, quarter, 255}));
  const Bytes halves = Little({0x3400, 0x3c00, 0, 0x3800}, 2);
  EXPECT_EQ(SamplesOf(DdsOfNumber(10, halves, 1, 1)), (Values{quarter, 255, 0, 128}));
  Dds old = DdsOfNumber(0, halves, 1, 1);
  old.name = std::string("\x71\0\0\0", 4);
  old.header10.clear();
  EXPECT_EQ(SamplesOf(old), (Values{quarter, 255, 0, 128}));
  const ImageHandle linear = Decoded(DdsOfNumber(10, halves, 1, 1), "dds:linear=true");
  EXPECT_EQ(SamplesOf(linear.get())[0], 64u);
  EXPECT_EQ(linear->gamma, 1.0);
}

TEST(Dds, Premultiplied) {
  Dds dds = DdsOfNumber(28, {50, 100, 0, 128, 9, 9, 9, 0}, 2, 1);
  dds.header10[4] = 2;
  EXPECT_EQ(SamplesOf(dds), (Values{100, 199, 0, 128, 0, 0, 0, 0}));
  dds.header10[4] = 3;  // opaque, whatever alpha says
  EXPECT_EQ(SamplesOf(dds)[3], 255u);
  Dds light = DdsOfNumber(2, Floats({0.125f, 0, 0, 0.5f}), 1, 1);
  light.header10[4] = 2;
  EXPECT_EQ(SamplesOf(light), (Values{EncodedByte(0.25), 0, 0, 128}));
}

// Endpoints, then two bits for each pixel.
Bytes ColorBlock(unsigned first, unsigned second, const Bytes& indexes) {
  Bytes bytes = Little({first, second}, 2);
  PutBytes(bytes, indexes);
  return bytes;
}

// Of a channel with that many steps.
unsigned Part(double first, double second, double share, double most) {
  return static_cast<unsigned>(std::lround(255 * (first * (1 - share) + second * share) / most));
}

TEST(Dds, Bc1) {
  Dds dds;
  dds.data = ColorBlock(20u << 11 | 50u << 5 | 3, 10u << 11 | 7u << 5 | 30, {0xe4, 0, 0, 0});
  Values samples = SamplesOf(dds);
  for (unsigned i = 0; i < 4; ++i) {
    const double share = std::array{0.0, 1.0, 1 / 3.0, 2 / 3.0}[i];
    EXPECT_EQ(samples[4 * i], Part(20, 10, share, 31));
    EXPECT_EQ(samples[4 * i + 1], Part(50, 7, share, 63));
    EXPECT_EQ(samples[4 * i + 2], Part(3, 30, share, 31));
    EXPECT_EQ(samples[4 * i + 3], 255u);
  }
  EXPECT_FALSE(Decoded(dds)->matte);
  dds.data = ColorBlock(10u << 11, 20u << 11, {0xe4, 0, 0, 0});
  samples = SamplesOf(dds);
  EXPECT_EQ(samples[8], Part(10, 20, 0.5, 31));
  EXPECT_EQ(samples[15], 0u);
  EXPECT_TRUE(Decoded(dds)->matte);
  dds.columns = 3;  // the rest of a block is not there
  dds.rows = 2;
  EXPECT_EQ(SamplesOf(dds).size(), 3u * 2 * 4);
}

TEST(Dds, Bc2AndBc3) {
  Dds dds;
  dds.name = "DXT3";
  dds.data = {0x51, 0, 0, 0, 0, 0, 0, 0};
  // Four colours, whatever the order of the endpoints.
  PutBytes(dds.data, ColorBlock(10u << 11, 20u << 11, {0xe4, 0, 0, 0}));
  Values samples = SamplesOf(dds);
  EXPECT_EQ(samples[3], 17u);
  EXPECT_EQ(samples[7], 85u);
  EXPECT_EQ(samples[8], Part(10, 20, 1 / 3.0, 31));
  dds.name = "DXT5";
  dds.data = {200, 30, 0x88, 0xc6, 0xfa, 0, 0, 0};  // indexes 0 to 7
  PutBytes(dds.data, ColorBlock(0, 0, {0, 0, 0, 0}));
  samples = SamplesOf(dds);
  for (unsigned i = 0; i < 8; ++i) {
    const double share = i < 2 ? i : (i - 1) / 7.0;
    EXPECT_EQ(samples[4 * i + 3], Part(200, 30, share, 255)) << i;
  }
  std::swap(dds.data[0], dds.data[1]);
  samples = SamplesOf(dds);
  for (unsigned i = 0; i < 6; ++i) {
    const double share = i < 2 ? i : (i - 1) / 5.0;
    EXPECT_EQ(samples[4 * i + 3], Part(30, 200, share, 255)) << i;
  }
  EXPECT_EQ(samples[4 * 6 + 3], 0u);
  EXPECT_EQ(samples[4 * 7 + 3], 255u);
}

TEST(Dds, Bc4AndBc5) {
  const Bytes ramp = {200, 30, 0x88, 0xc6, 0xfa, 0, 0, 0};
  Dds dds;
  dds.name = "ATI1";
  dds.data = ramp;
  Values samples = SamplesOf(dds);
  EXPECT_EQ((Values(samples.begin(), samples.begin() + 8)),
            (Values{200, 200, 200, 255, 30, 30, 30, 255}));
  EXPECT_TRUE(Decoded(dds)->is_grayscale);
  dds.name = "ATI2";
  PutBytes(dds.data, {1, 2, 0, 0, 0, 0, 0, 0});
  samples = SamplesOf(dds);
  EXPECT_EQ((Values(samples.begin(), samples.begin() + 8)),
            (Values{200, 1, 0, 255, 30, 1, 0, 255}));
  dds.name = "BC4S";  // -127 to 127
  dds.data = {127, 0x80, 0x88, 0xc6, 0xfa, 0, 0, 0};
  samples = SamplesOf(dds);
  EXPECT_EQ(samples[0], 255u);
  EXPECT_EQ(samples[4], 0u);
  EXPECT_EQ(samples[8], Part(254, 0, 1 / 7.0, 254));
}

// Puts bits from the lowest on.
class BitWriter {
 public:
  BitWriter& Put(unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, ++at_)
      bytes_[at_ / 8] = static_cast<std::uint8_t>(bytes_[at_ / 8] | (value >> i & 1) << at_ % 8);
    return *this;
  }
  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_ = Bytes(16);
  unsigned at_ = 0;
};

unsigned Weighted(unsigned a, unsigned b, unsigned weight) {
  return (a * (64 - weight) + b * weight + 32) / 64;
}

TEST(Dds, Bc7) {
  // Mode 6: one group, 7 bits and a low bit, indexes of 4 bits.
  BitWriter six;
  six.Put(1u << 6, 7);
  const unsigned ends[4][2] = {{10, 100}, {20, 90}, {127, 0}, {64, 127}};
  for (const auto& channel : ends) six.Put(channel[0], 7).Put(channel[1], 7);
  six.Put(1, 1).Put(0, 1);  // low bits
  six.Put(3, 3);            // the first has one bit less
  for (unsigned i = 1; i < 16; ++i) six.Put(i, 4);
  const Values samples = SamplesOf(DdsOfNumber(98, six.bytes()));
  const unsigned weights[] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned channel = 0; channel < 4; ++channel)
      EXPECT_EQ(samples[4 * i + channel],
                Weighted(ends[channel][0] * 2 + 1, ends[channel][1] * 2, weights[i == 0 ? 3 : i]))
          << i << " " << channel;
  // Mode 5: alpha has indexes of its own, and is in the place of red here.
  BitWriter five;
  five.Put(1u << 5, 6).Put(1, 2);
  five.Put(0, 7).Put(127, 7).Put(5, 7).Put(5, 7).Put(0, 7).Put(0, 7).Put(40, 8).Put(50, 8);
  five.Put(1, 1).Put(2, 2).Put(0, 28).Put(0, 1).Put(3, 2);
  const Values turned = SamplesOf(DdsOfNumber(98, five.bytes()));
  EXPECT_EQ((Values(turned.begin(), turned.begin() + 8)),
            (Values{40, 10, 0, Weighted(0, 255, 21), 50, 10, 0, Weighted(0, 255, 43)}));
  // Mode 1: two groups, of which partition 13 is the lower half.
  BitWriter one;
  one.Put(1u << 1, 2).Put(13, 6);
  for (const unsigned channel : {0u, 1u, 2u})
    one.Put(channel, 6).Put(channel, 6).Put(63, 6).Put(63, 6);
  one.Put(0, 1).Put(1, 1);
  const Values halves = SamplesOf(DdsOfNumber(98, one.bytes()));
  EXPECT_EQ((Values(halves.begin(), halves.begin() + 4)), (Values{0, 4, 8, 255}));
  EXPECT_EQ((Values(halves.end() - 4, halves.end())), (Values{255, 255, 255, 255}));
  EXPECT_EQ(SamplesOf(DdsOfNumber(98, Bytes(16)))[3], 0u);  // no mode
}

TEST(Dds, Bc6) {
  // Mode 3: one group, 10 bits each. 1023 is the largest half, 496 * 31 / 64 ... is by the formula.
  BitWriter bits;
  bits.Put(3, 5);
  for (const unsigned end : {400u, 300u, 0u, 400u, 450u, 0u}) bits.Put(end, 10);
  bits.Put(0, 3);
  for (unsigned i = 1; i < 16; ++i) bits.Put(i, 4);
  const auto light = [](unsigned value) {
    const unsigned half = value * 31 / 64;
    return std::ldexp(1024 + (half & 1023), static_cast<int>(half >> 10) - 25);
  };
  const auto wide = [](unsigned value) { return value * 64 + 32; };
  const Values samples = SamplesOf(DdsOfNumber(95, bits.bytes()));
  EXPECT_NEAR(samples[0], EncodedByte(light(wide(400))), 1);
  EXPECT_NEAR(samples[1], EncodedByte(light(wide(300))), 1);
  EXPECT_EQ(samples[2], 0u);
  EXPECT_NEAR(samples[4 * 8 + 1], EncodedByte(light(Weighted(wide(300), wide(450), 34))), 1);
  EXPECT_NEAR(samples[4 * 15 + 1], EncodedByte(light(wide(450))), 1);
}

Dds Levels() {
  Dds dds = DdsOfMasks(8, 0x20000, {0xff, 0, 0, 0}, 2, {1, 2, 3, 4, 9});
  dds.rows = 2;
  dds.levels = 2;
  return dds;
}

TEST(Dds, SmallerCopiesAreLeftOutUnlessWanted) {
  EXPECT_EQ(GetImageListLength(Decoded(Levels()).get()), 1u);
  const ImageHandle all = Decoded(Levels(), "dds:skip-mipmaps=false");
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_EQ(all->next->columns, 1u);
  EXPECT_EQ(SamplesOf(all->next)[0], 9u);
}

TEST(Dds, FacesSlicesAndElements) {
  Dds cube = Levels();
  cube.kinds = 0xfe00;
  cube.data.clear();
  for (std::uint8_t face = 0; face < 6; ++face) PutBytes(cube.data, {face, 2, 3, 4, 99});
  const ImageHandle faces = Decoded(cube);
  ASSERT_EQ(GetImageListLength(faces.get()), 6u);
  EXPECT_EQ(SamplesOf(GetImageFromList(faces.get(), 5))[0], 5u);
  Dds volume = Levels();
  volume.kinds = 0x200000;
  volume.depth = 3;
  volume.data = {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 99};
  const ImageHandle slices = Decoded(volume);
  ASSERT_EQ(GetImageListLength(slices.get()), 3u);
  EXPECT_EQ(SamplesOf(GetImageFromList(slices.get(), 2))[0], 3u);
  Dds array = DdsOfNumber(61, {5, 6, 7}, 1, 1);
  array.header10[3] = 3;
  const ImageHandle elements = Decoded(array);
  ASSERT_EQ(GetImageListLength(elements.get()), 3u);
  EXPECT_EQ(SamplesOf(elements->next)[0], 6u);
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("x.dds"), array.File());
  Exception exception;
  const ImageHandle third = Read(folder.File("x.dds[2]"), exception);
  ASSERT_TRUE(third) << exception.Text();
  EXPECT_EQ(GetImageListLength(third.get()), 1u);
  EXPECT_EQ(SamplesOf(third.get())[0], 7u);
}

TEST(Dds, DamageOfEveryLayout) {
  std::mt19937 random(3);
  Bytes data(256);
  for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random());
  for (const unsigned number : {2u, 10u, 11u, 24u, 71u, 74u, 77u, 80u, 84u, 95u, 96u, 98u}) {
    SCOPED_TRACE(number);
    CheckDamage("DDS", DdsOfNumber(number, data).File());
  }
  CheckLimit("DDS", DdsOfNumber(98, data, 8, 8).File());
  Dds palette = DdsOfMasks(8, 0x20, {}, 3, Bytes(1024 + 3));
  CheckDamage("DDS", palette.File());
}

TEST(Dds, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    Dds dds = Levels();
    change(dds);
    return dds.File();
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Dds& d) { d.columns = 0; }), "zero image size"},
      {with([](Dds& d) { d.data.pop_back(); }), ""},
      {with([](Dds& d) { d.data.resize(3); }), "end-of-file"},
      {with([](Dds& d) { d.bits = 12; }), "not supported"},
      {with([](Dds& d) { d.flags = 0x80000; }), "not supported"},
      {with([](Dds& d) { d.flags = 4; }), "not supported"},
      {with([](Dds& d) {
         d.kinds = 0x200000;
         d.depth = 100000;
       }),
       "header"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_EQ(static_cast<bool>(ReadBytes("DDS", bytes, exception)), *reason == '\0') << reason;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
