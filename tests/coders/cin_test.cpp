// Cineon: built field by field, as written, and gm.

#include <bit>
#include <cmath>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

void Put(Bytes& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

std::uint32_t Get(const Bytes& bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
}

struct Form {
  unsigned channels = 3, bits = 10;
  std::uint8_t packing = 5;
  std::uint32_t line_padding = 0xffffffff;
};

Bytes HeaderOf(const Form& form, std::uint32_t columns, std::uint32_t rows) {
  Bytes bytes(2048);
  Put(bytes, 0, 0x802a5fd7);
  Put(bytes, 4, 2048);
  Put(bytes, 8, 1024);
  Put(bytes, 12, 1024);
  bytes[192] = 1;  // from right to left
  bytes[193] = static_cast<std::uint8_t>(form.channels);
  for (unsigned i = 0; i < form.channels; ++i) {
    bytes[196 + 28 * i + 2] = static_cast<std::uint8_t>(form.bits);
    Put(bytes, 196 + 28 * i + 4, columns);
    Put(bytes, 196 + 28 * i + 8, rows);
  }
  for (std::size_t i = 0; i < 8; ++i)
    Put(bytes, 420 + 4 * i, std::bit_cast<std::uint32_t>(HUGE_VALF));
  bytes[681] = form.packing;
  Put(bytes, 684, form.line_padding);
  return bytes;
}

ImageHandle ReadCodes(const Bytes& bytes, Exception& exception) {
  Info info("CIN:");
  info.Define("cineon:colorspace=RGB");
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

std::uint16_t Level(unsigned code, unsigned bits) {
  return AtOurDepth(static_cast<std::uint16_t>(65535.0 * code / ((1u << bits) - 1) + 0.5));
}

TEST(Cin, WordsOfThreeSamples) {
  for (const std::uint8_t packing : {5, 6}) {
    Bytes bytes = HeaderOf({3, 10, packing}, 2, 1);
    bytes.resize(2048 + 8);
    const unsigned shift = packing == 5 ? 2 : 0;
    Put(bytes, 2048, (1023u << 20 | 512u << 10 | 1u) << shift);
    Put(bytes, 2052, (0u << 20 | 100u << 10 | 685u) << shift);
    Exception exception;
    const ImageHandle image = ReadCodes(bytes, exception);
    ASSERT_TRUE(image) << exception.Text();
    std::vector<std::uint16_t> expected;
    for (const unsigned code : {1023u, 512u, 1u, 1023u, 0u, 100u, 685u, 1023u})
      expected.push_back(Level(code, 10));
    EXPECT_TRUE(Rgba16(image.get()) == expected);
    EXPECT_EQ(image->orientation, TopRightOrientation);
  }
}

// A row of one channel begins with a new word, and may be followed by other bytes.
TEST(Cin, OneChannel) {
  Bytes bytes = HeaderOf({1, 10, 5, 3}, 4, 2);
  bytes.resize(2048 + 2 * 8 + 3);
  const unsigned codes[] = {10, 200, 1000, 77, 5, 6, 7, 1023};
  for (std::size_t y = 0; y < 2; ++y) {
    Put(bytes, 2048 + 11 * y, codes[4 * y] << 22 | codes[4 * y + 1] << 12 | codes[4 * y + 2] << 2);
    Put(bytes, 2052 + 11 * y, codes[4 * y + 3] << 22);
  }
  Exception exception;
  const ImageHandle image = ReadCodes(bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(samples[4 * i], Level(codes[i], 10)) << i;
    EXPECT_EQ(samples[4 * i + 2], samples[4 * i]);
  }
}

TEST(Cin, BytesAndShorts) {
  for (const unsigned bits : {8u, 16u}) {
    Bytes bytes = HeaderOf({3, bits, 0}, 2, 1);
    for (const unsigned value : {1u, 2u, 3u, 200u, 201u, 255u}) {
      if (bits == 16) bytes.push_back(static_cast<std::uint8_t>(value ^ 0x55));
      bytes.push_back(static_cast<std::uint8_t>(value));
    }
    bytes.resize(bytes.size() + 2);
    Exception exception;
    const ImageHandle image = ReadCodes(bytes, exception);
    ASSERT_TRUE(image) << exception.Text();
    const std::vector<std::uint16_t> samples = Rgba16(image.get());
    EXPECT_EQ(samples[0], Level(bits == 8 ? 1 : 0x5401, bits));
    EXPECT_EQ(samples[6], Level(bits == 8 ? 255 : 0xaaff, bits));
  }
}

TEST(Cin, Metadata) {
  const ImageHandle image = MakeTestImage({9, 4, 8});
  image->orientation = LeftBottomOrientation;
  image->chromaticity.white_point = {0.25, 0.5, 0};
  SetImageAttribute(image.get(), "DPX:file.filename", "reel.cin");
  SetImageAttribute(image.get(), "DPX:file.creation.datetime", "2001:02:03:04:05:06CET");
  SetImageAttribute(image.get(), "DPX:source.x-offset", "-7");
  SetImageAttribute(image.get(), "DPX:source.device.gamma", "1.75");
  SetImageAttribute(image.get(), "DPX:mp.frame.position", "12345");
  SetImageAttribute(image.get(), "DPX:mp.slate.info", "take two");
  const Bytes user = RandomBytes(77, 3);
  SetImageProfile(image.get(), "CINEONUSERDATA", user.data(), user.size());
  Exception exception;
  const Bytes bytes = WriteAs({"CIN", false}, image);
  EXPECT_EQ(Get(bytes, 4), 2048u + 77);
  EXPECT_EQ(Get(bytes, 20), bytes.size());
  const ImageHandle again = ReadBytes("", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_STREQ(again->magick, "CIN");
  EXPECT_EQ(again->orientation, LeftBottomOrientation);
  EXPECT_EQ(again->colorspace, CineonLogRGBColorspace);
  EXPECT_EQ(again->chromaticity.white_point.x, 0.25);
  EXPECT_EQ(again->chromaticity.white_point.y, 0.5);
  EXPECT_EQ(Attribute(again.get(), "document"), "reel.cin");
  EXPECT_EQ(Attribute(again.get(), "timestamp"), "2001:02:03:04:05:06CET");
  EXPECT_EQ(Attribute(again.get(), "DPX:source.x-offset"), "-7");
  EXPECT_EQ(Attribute(again.get(), "DPX:source.y-offset"), "");
  EXPECT_EQ(Attribute(again.get(), "DPX:source.device.gamma"), "1.75");
  EXPECT_EQ(Attribute(again.get(), "DPX:source.device.pitch.x"), "");
  EXPECT_EQ(Attribute(again.get(), "DPX:mp.frame.position"), "12345");
  EXPECT_EQ(Attribute(again.get(), "DPX:mp.slate.info"), "take two");
  EXPECT_EQ(Attribute(again.get(), "DPX:mp.count"), "");
  EXPECT_TRUE(Profile(again.get(), "CINEONUSERDATA") == user);
}

// gm's codes are as good as ours where a code is rounded; it reads 1023 as 65472.
TEST(Cin, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeTestImage({47, 31, 8});
  WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
  RunGm("convert " + folder.File("a.png") + " CIN:" + folder.File("theirs.cin"));
  const Bytes theirs = ReadWholeFile(folder.File("theirs.cin"));
  const Bytes ours = WriteAs({"CIN", false}, image);
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t at = 2048; at < ours.size(); at += 4)
    for (const unsigned shift : {2u, 12u, 22u}) {
      const auto code = [&](const Bytes& bytes) { return int(Get(bytes, at) >> shift & 1023); };
      ASSERT_LE(std::abs(code(ours) - code(theirs)), QuantumDepth == 8 ? 5 : 1) << at;
    }
  for (const std::string name : {"theirs.cin", "ours.cin"}) {
    if (name == "ours.cin") WriteWholeFile(folder.File(name), ours);
    const std::vector<std::uint16_t> codes =
        GmRgba16("-define cineon:colorspace=RGB " + folder.File(name));
    const Bytes bytes = ReadWholeFile(folder.File(name));
    EXPECT_LE(MostApart(Rgba16(ReadCodes(bytes, exception).get()), codes),
              QuantumDepth == 8 ? 257 : 64);
  }
}

TEST(Cin, DamageDoesNoHarm) {
  for (const Form& form : {Form{1, 10, 5, 3}, Form{3, 8, 0}, Form{3, 10, 5}}) {
    Bytes bytes = HeaderOf(form, 5, 4);
    bytes.resize(bytes.size() + 100);
    CheckDamage("CIN", bytes);
    CheckLimit("CIN", bytes);
  }
  CheckCancel({"CIN", false});
}

TEST(Cin, BadFilesFailWithAReason) {
  const auto expect = [](const Form& form, std::size_t length, const char* reason) {
    Bytes bytes = HeaderOf(form, 5, 4);
    bytes.resize(length);
    Exception exception;
    EXPECT_FALSE(ReadBytes("CIN", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  };
  expect({3, 10, 5}, 2048 + 79, "end-of-file");
  expect({3, 12, 5}, 4000, "storage");
  expect({2, 10, 5}, 4000, "storage");
  expect({9, 10, 5}, 4000, "header");
  expect({0, 10, 5}, 4000, "header");
  expect({3, 10, 5}, 700, "end-of-file");
}

}  // namespace
}  // namespace lodestone::coders::test
