// Rows of file samples to pixels and back.

#include "coders/common/samples.hpp"

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

constexpr Channels kAll[] = {Channels::kGray,  Channels::kGrayAlpha, Channels::kRgb,
                             Channels::kRgba,  Channels::kCmyk,      Channels::kCmyka,
                             Channels::kRed,   Channels::kGreen,     Channels::kBlue,
                             Channels::kAlpha, Channels::kBlack};

TEST(Samples, EveryLayoutComesBack) {
  std::mt19937 random(1);
  for (const Channels channels : kAll) {
    for (const unsigned bytes : {1u, 2u}) {
      for (const bool little : {false, true}) {
        for (const std::size_t count : kSizes) {
          const SampleFormat format{channels, bytes, little};
          Bytes source(count * format.PixelBytes());
          for (std::size_t i = 0; i < source.size(); ++i) {
            source[i] = static_cast<std::uint8_t>(random());
            // At Q8 only samples that are multiples of 257 survive.
            if (bytes == 2 && QuantumDepth == 8 && i % 2 == 1) source[i] = source[i - 1];
          }
          std::vector<PixelPacket> pixels(count);
          std::vector<IndexPacket> indexes(count);
          ImportRow(format, source.data(), count, pixels.data(), indexes.data(), nullptr);
          Bytes again(source.size());
          ExportRow(format, pixels.data(), indexes.data(), count, true, again.data());
          ASSERT_TRUE(source == again) << static_cast<int>(channels) << " " << bytes;
        }
      }
    }
  }
}

TEST(Samples, PlanesLeaveOtherChannelsAlone) {
  PixelPacket pixel = {};
  pixel.red = 1;
  pixel.green = 2;
  pixel.blue = 3;
  pixel.opacity = 4;
  const std::uint8_t value = 255;
  ImportRow({Channels::kGreen, 1, false}, &value, 1, &pixel, {}, nullptr);
  EXPECT_EQ(pixel.red, 1u);
  EXPECT_EQ(pixel.green, MaxRGB);
  EXPECT_EQ(pixel.blue, 3u);
  EXPECT_EQ(pixel.opacity, 4u);
}

TEST(Samples, TablesRoundToNearest) {
  const SampleTable table = MakeSampleTable(1000);
  ASSERT_EQ(table.size(), 1001u);
  EXPECT_EQ(table[0], 0u);
  EXPECT_EQ(table[1000], MaxRGB);
  EXPECT_EQ(table[500], static_cast<Quantum>(MaxRGBDouble / 2 + 0.5));
  const std::uint8_t beyond[] = {0xff, 0xff};
  PixelPacket pixel = {};
  ImportRow({Channels::kGray, 2, false}, beyond, 1, &pixel, {}, &table);
  EXPECT_EQ(pixel.red, MaxRGB);
}

// One sample per pixel equals each colour of packets of the same row.
TEST(Samples, GraySamplesAreThoseOfPackets) {
  std::mt19937 random(2);
  const SampleTable table = MakeSampleTable(1000);
  for (const SampleFormat& format :
       {SampleFormat{Channels::kGray, 1, false}, SampleFormat{Channels::kGray, 2, false},
        SampleFormat{Channels::kGray, 2, true}}) {
    for (const std::size_t count : kSizes) {
      Bytes source(count * format.bytes);
      for (auto& byte : source) byte = static_cast<std::uint8_t>(random());
      for (const SampleTable* used : {static_cast<const SampleTable*>(nullptr), &table}) {
        std::vector<PixelPacket> pixels(count);
        std::vector<Quantum> samples(count);
        ImportRow(format, source.data(), count, pixels.data(), nullptr, used);
        ImportGraySamples(format, source.data(), count, samples.data(), used);
        for (std::size_t x = 0; x < count; ++x) ASSERT_EQ(pixels[x].green, samples[x]) << x;
        Bytes expected(source.size()), actual(source.size());
        ExportRow(format, pixels.data(), nullptr, count, false, expected.data());
        ExportGraySamples(format, samples.data(), count, actual.data());
        ASSERT_TRUE(expected == actual) << format.bytes << " " << count;
      }
    }
  }
}

TEST(Samples, OpaqueWithoutMatte) {
  PixelPacket pixel = {};
  pixel.opacity = 77;
  std::uint8_t out[4] = {};
  ExportRow({Channels::kRgba, 1, false}, &pixel, nullptr, 1, false, out);
  EXPECT_EQ(out[3], 255u);
}

TEST(Samples, NarrowingIsScaleQuantumToChar) {
  std::vector<Quantum> quanta(MaxRGB + 1);
  for (unsigned v = 0; v <= MaxRGB; ++v) quanta[v] = static_cast<Quantum>(v);
  Bytes bytes(quanta.size());
  NarrowQuanta(quanta.data(), quanta.size(), bytes.data());
  for (unsigned v = 0; v <= MaxRGB; ++v) ASSERT_EQ(bytes[v], ScaleQuantumToChar(quanta[v])) << v;
}

TEST(Samples, WideningComesBack) {
  for (const std::size_t count : kSizes) {
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
    std::vector<Quantum> quanta(count + 1, Quantum{3});
    WidenBytes(bytes.data(), count, quanta.data());
    EXPECT_EQ(quanta[count], 3u);
    EXPECT_EQ(quanta[count - 1], ScaleCharToQuantum(bytes[count - 1]));
    Bytes again(count);
    NarrowQuanta(quanta.data(), count, again.data());
    EXPECT_TRUE(bytes == again);
  }
}

TEST(Samples, ShortsRoundToNearestAtEightBits) {
  if (QuantumDepth != 8) GTEST_SKIP() << "16-bit samples are kept";
  for (unsigned value = 0; value <= 65535; ++value) {
    ASSERT_EQ(QuantumFromShort(value), static_cast<unsigned>(value / 257.0 + 0.5)) << value;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
