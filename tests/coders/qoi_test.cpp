// QOI against a plain decoder by the specification (qoiformat.org), and hand-made chunks.

#include <algorithm>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes File(unsigned columns, unsigned rows, unsigned channels, const Bytes& chunks) {
  Bytes bytes = {'q', 'o', 'i', 'f'};
  for (const unsigned size : {columns, rows}) {
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes.push_back(static_cast<std::uint8_t>(size >> shift));
  }
  bytes.push_back(static_cast<std::uint8_t>(channels));
  bytes.push_back(0);
  bytes.insert(bytes.end(), chunks.begin(), chunks.end());
  bytes.insert(bytes.end(), {0, 0, 0, 0, 0, 0, 0, 1});
  return bytes;
}

// Samples of a file, decoded by the letter of the specification.
std::vector<unsigned> Plain(const Bytes& file) {
  const std::size_t columns = file[6] * 256u + file[7], rows = file[10] * 256u + file[11];
  unsigned seen[64][4] = {}, now[4] = {0, 0, 0, 255};
  std::vector<unsigned> out;
  const auto put = [&] { out.insert(out.end(), now, now + 4); };
  std::size_t at = 14;
  while (out.size() < columns * rows * 4) {
    const unsigned chunk = file[at++];
    if (chunk == 0xfe || chunk == 0xff) {
      for (unsigned i = 0; i < (chunk == 0xff ? 4u : 3u); ++i) now[i] = file[at++];
    } else if (chunk >> 6 == 0) {
      std::copy_n(seen[chunk], 4, now);
    } else if (chunk >> 6 == 1) {
      for (int i = 0; i < 3; ++i) now[i] = (now[i] + (chunk >> (4 - 2 * i) & 3) + 254) & 255;
    } else if (chunk >> 6 == 2) {
      const unsigned green = (chunk & 63) + 224, both = file[at++];
      now[0] = (now[0] + green + (both >> 4) + 248) & 255;
      now[1] = (now[1] + green) & 255;
      now[2] = (now[2] + green + (both & 15) + 248) & 255;
    } else {
      for (unsigned i = 0; i < (chunk & 63); ++i) put();
    }
    std::copy_n(now, 4, seen[(now[0] * 3 + now[1] * 5 + now[2] * 7 + now[3] * 11) % 64]);
    put();
  }
  EXPECT_EQ(file.size(), at + 8);
  return out;
}

std::vector<unsigned> Samples(const Image* image) {
  std::vector<unsigned> samples;
  for (const std::uint16_t sample : Rgba16(image)) samples.push_back(sample / 257);
  return samples;
}

TEST(Qoi, Chunks) {
  const Bytes chunks = {0xfe, 10, 20, 30, 0x6b, 0xa5, 0x7c, 0xc1, 0xff, 1, 2, 3, 4, 0x00, 0x35};
  const Bytes file = File(2, 4, 4, chunks);
  Exception exception;
  for (const char* name : {"QOI", ""}) {
    const ImageHandle image = ReadBytes(name, file, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(Samples(image.get()), Plain(file));
    EXPECT_TRUE(image->matte);
    EXPECT_EQ(image->depth, 8u);
  }
}

// Three channels have no alpha, whatever the chunks say.
TEST(Qoi, OpaqueFiles) {
  Exception exception;
  const ImageHandle image = ReadBytes("QOI", File(1, 1, 3, {0xff, 1, 2, 3, 4}), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Samples(image.get()), (std::vector<unsigned>{1, 2, 3, 255}));
}

TEST(Qoi, LinearColors) {
  const ImageHandle image = MakeTestImage({3, 3});
  EXPECT_EQ(WriteAs({"QOI"}, image)[13], 0);
  image->gamma = 1.0;
  const Bytes bytes = WriteAs({"QOI"}, image);
  EXPECT_EQ(bytes[13], 1);
  Exception exception;
  EXPECT_EQ(ReadBytes("QOI", bytes, exception)->gamma, 1.0);
}

const FormatCase kQoi{"QOI"};

TEST(Qoi, RoundTrip) {
  for (const Kind& kind : KindsOf(kQoi)) {
    CheckRoundTrip(kQoi, kind);
    const ImageHandle image = MakeTestImage(kind);
    EXPECT_EQ(Plain(WriteAs(kQoi, image)), Samples(image.get())) << kind.Name();
  }
}

// Neighbours that differ little, and long runs: all kinds of chunks.
TEST(Qoi, SmoothImages) {
  std::mt19937 random(5);
  for (const bool matte : {false, true}) {
    const ImageHandle image = MakeTestImage({301, 40, 8, matte});
    Exception exception;
    PixelPacket* q = SetImagePixelsEx(image.get(), 0, 0, 301, 40, exception.get());
    unsigned value[4] = {128, 128, 128, 200};
    for (std::size_t i = 0; i < 301u * 40; ++i) {
      const unsigned step = i < 1500 ? 0 : i < 6000 ? 2 : 16;
      for (unsigned& v : value) v = (v + random() % (2 * step + 1) + 256 - step) & 255;
      if (i > 2000 && random() % 4 != 0) value[3] = 200;
      q[i].red = ScaleCharToQuantum(value[0]);
      q[i].green = ScaleCharToQuantum(value[1]);
      q[i].blue = ScaleCharToQuantum(value[2]);
      q[i].opacity = matte ? static_cast<Quantum>(MaxRGB - ScaleCharToQuantum(value[3])) : 0;
    }
    SyncImagePixelsEx(image.get(), exception.get());
    const Bytes bytes = WriteAs(kQoi, image);
    EXPECT_EQ(Plain(bytes), Samples(image.get()));
    const ImageHandle again = ReadBytes("QOI", bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(Samples(again.get()), Samples(image.get()));
    CheckDamage("QOI", bytes);
  }
}

TEST(Qoi, BadFilesFailWithAReason) {
  Bytes good = File(2, 1, 3, {0xfe, 1, 2, 3, 0xc0});
  const auto with = [&](std::size_t at, std::uint8_t value) {
    Bytes bytes = good;
    bytes[at] = value;
    return bytes;
  };
  const std::pair<Bytes, const char*> files[] = {
      {with(0, 'Q'), "header"},
      {with(12, 2), "header"},
      {with(13, 2), "header"},
      {with(7, 0), "image size"},
      {Bytes(good.begin(), good.begin() + 17), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("QOI", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Qoi, CanBeCancelled) {
  CheckCancel(kQoi);
}

}  // namespace
}  // namespace lodestone::coders::test
