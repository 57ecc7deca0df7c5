// Scans of JPEG files encoded by this library's own code against libjpeg-turbo's, byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/thread_pool.hpp"
#include "kernels/jpeg/encode.hpp"
#include "kernels/jpeg/optimal_code.hpp"
#include "tests/kernels/every_target.hpp"
#include "tests/support/jpeg_encodings.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;
using namespace test::encoding;
using Bytes = std::vector<std::uint8_t>;

Bytes Narrowed(const std::vector<QuantumSample>& pixels) {
  Bytes bytes;
  bytes.reserve(pixels.size());
  for (const QuantumSample sample : pixels)
    bytes.push_back(static_cast<std::uint8_t>((sample + kQuantumMax / 510) / (kQuantumMax / 255)));
  return bytes;
}

// The scan, and the tables that libjpeg found.
Bytes Reference(const Settings& settings, const Bytes& bytes, MagickAccelerateEncoding& encoding) {
  LibJpeg lib(settings);
  jpeg_start_compress(&lib.info, TRUE);
  const std::size_t stride = std::size_t{settings.columns} * unsigned(lib.info.input_components);
  while (lib.info.next_scanline < lib.info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(bytes.data() + lib.info.next_scanline * stride);
    jpeg_write_scanlines(&lib.info, &row, 1);
  }
  jpeg_finish_compress(&lib.info);
  for (unsigned i = 0; i < MAGICK_ACCELERATE_JPEG_CODES; ++i) {
    CopyCode(*lib.info.dc_huff_tbl_ptrs[i], encoding.dc[i]);
    CopyCode(*lib.info.ac_huff_tbl_ptrs[i], encoding.ac[i]);
  }
  const std::uint8_t marker[] = {0xFF, 0xDA};
  const unsigned char* const end = lib.made + lib.size;
  const unsigned char* const scan =
      std::search(lib.made, const_cast<unsigned char*>(end), marker, marker + 2) + 2;
  return Bytes(scan + scan[1], end - 2);
}

Bytes Encoded(const Settings& settings, const std::vector<QuantumSample>& pixels,
              MagickAccelerateEncoding& encoding) {
  const std::size_t samples = settings.components == 1 ? 1 : kChannels;
  JpegEncoder encoder(encoding,
                      {pixels.data(), settings.columns, settings.rows, settings.columns * samples});
  if (settings.optimized) {
    EXPECT_TRUE(encoder.Optimize(settings.most_kept));
  }
  Bytes scan;
  std::size_t done = 0;
  encoder.Encode([&](std::span<const std::uint8_t> bytes, std::size_t rows) {
    scan.insert(scan.end(), bytes.begin(), bytes.end());
    EXPECT_GE(rows, done);
    done = rows;
  });
  EXPECT_EQ(done, settings.rows);
  encoding = encoder.encoding();
  return scan;
}

void ExpectSameCode(const MagickAccelerateJpegCode& expected,
                    const MagickAccelerateJpegCode& actual) {
  std::uint32_t symbols = 0;
  for (unsigned i = 1; i <= 16; ++i) {
    EXPECT_EQ(expected.counts[i], actual.counts[i]) << i;
    symbols += expected.counts[i];
  }
  for (std::uint32_t i = 0; i < symbols; ++i) EXPECT_EQ(expected.symbols[i], actual.symbols[i]);
}

void ExpectSame(const Settings& settings) {
  const std::vector<QuantumSample> pixels = PixelsOf(settings);
  MagickAccelerateEncoding encoding = EncodingOf(settings), expected_encoding = encoding;
  const Bytes expected = Reference(settings, Narrowed(pixels), expected_encoding);
  const Bytes actual = Encoded(settings, pixels, encoding);
  for (unsigned i = 0; i < (settings.components == 1 ? 1 : MAGICK_ACCELERATE_JPEG_CODES); ++i) {
    ExpectSameCode(expected_encoding.dc[i], encoding.dc[i]);
    ExpectSameCode(expected_encoding.ac[i], encoding.ac[i]);
  }
  ASSERT_EQ(expected.size(), actual.size());
  ASSERT_TRUE(expected == actual);
}

void ExpectSameBothWays(Settings settings) {
  for (const bool optimized : {false, true}) {
    settings.optimized = optimized;
    SCOPED_TRACE(optimized ? "optimized" : "standard");
    ExpectSame(settings);
  }
}

class EncodingOnThreads : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override { accel::SetThreadLimit(GetParam()); }
  void TearDown() override { accel::SetThreadLimit(0); }
};
INSTANTIATE_TEST_SUITE_P(JpegEncoding, EncodingOnThreads, testing::Values(1, 2, 5));

TEST(JpegEncoding, EverySampling) {
  constexpr int kFactors[] = {1, 2, 3, 4}, kMostBlocks = 10;
  for (const int across : kFactors)
    for (const int down : kFactors)
      for (const auto& [second_across, second_down] :
           {std::pair{1, 1}, {across, 1}, {1, down}, {across * 2, down}, {across, down * 2}}) {
        SCOPED_TRACE(testing::Message()
                     << across << 'x' << down << ',' << second_across << 'x' << second_down);
        if (across * down + second_across * second_down + 1 > kMostBlocks) continue;
        if (std::max(second_across, second_down) > 4) continue;
        Settings settings{.columns = 75,
                          .across = across,
                          .down = down,
                          .second_across = second_across,
                          .second_down = second_down};
        OnEveryTarget([&] { ExpectSameBothWays(settings); });
        settings.content = Content::kExtremes;
        OnEveryTarget([&] { ExpectSameBothWays(settings); });
      }
}

TEST(JpegEncoding, EverySize) {
  for (unsigned columns = 1; columns <= 40; ++columns)
    for (unsigned rows = 1; rows <= 40; rows += columns % 4 == 0 ? 1 : 5) {
      SCOPED_TRACE(testing::Message() << columns << 'x' << rows);
      for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}})
        ExpectSameBothWays({.columns = columns, .rows = rows, .across = across, .down = down});
      ExpectSameBothWays({.columns = columns, .rows = rows, .components = 1});
    }
}

TEST(JpegEncoding, EveryQuality) {
  for (int quality = 1; quality <= 100; ++quality)
    for (const Content content : kContents) {
      SCOPED_TRACE(testing::Message() << quality << ' ' << int(content));
      ExpectSameBothWays({.quality = quality, .content = content});
    }
}

TEST(JpegEncoding, OnEveryInstructionSet) {
  for (const int quality : {1, 50, 75, 95, 100})
    for (const Content content : kContents)
      for (const bool is_grey : {false, true}) {
        SCOPED_TRACE(testing::Message() << quality << ' ' << int(content) << ' ' << is_grey);
        OnEveryTarget([&] {
          ExpectSameBothWays({.columns = 301,
                              .rows = 77,
                              .components = is_grey ? 1 : 3,
                              .quality = quality,
                              .content = content});
        });
      }
}

TEST(JpegEncoding, EveryQuantum) {
  for (unsigned quantum = 1; quantum <= 255; ++quantum) {
    SCOPED_TRACE(quantum);
    for (const Content content : {Content::kNoise, Content::kExtremes})
      ExpectSame({.across = 1, .down = 1, .content = content, .quantum = quantum});
  }
}

TEST(JpegEncoding, ColorsAreKeptAsTheyAre) {
  ExpectSameBothWays({.across = 1, .down = 1, .converts = false});
}

TEST_P(EncodingOnThreads, InPieces) {
  for (const Content content : kContents)
    for (const int quality : {60, 100}) {
      SCOPED_TRACE(testing::Message() << int(content) << ' ' << quality);
      Settings settings{.columns = 3001, .rows = 67, .quality = quality, .content = content};
      ExpectSameBothWays(settings);
      settings.across = settings.down = 1;
      ExpectSameBothWays(settings);
      settings.components = 1;
      ExpectSameBothWays(settings);
    }
}

TEST_P(EncodingOnThreads, RestartIntervals) {
  for (const unsigned interval : {1, 2, 7, 44, 100, 188, 1000}) {
    SCOPED_TRACE(interval);
    ExpectSameBothWays({.interval = interval});
    ExpectSameBothWays({.columns = 3001, .rows = 99, .interval = interval});
    ExpectSameBothWays(
        {.columns = 1999, .rows = 99, .across = 2, .down = 1, .quality = 97, .interval = interval});
    ExpectSameBothWays({.columns = 1999,
                        .rows = 99,
                        .components = 1,
                        .interval = interval,
                        .content = Content::kFlat});
  }
}

// Coefficients that no memory is left for are computed again.
TEST_P(EncodingOnThreads, KeepsAsMuchAsItMay) {
  for (const std::size_t most_kept : {0, 5000, 20000, 60000, 200000})
    ExpectSame(
        {.columns = 3001, .rows = 99, .interval = 50, .optimized = true, .most_kept = most_kept});
}

// No image has none, but a device that has failed may say so.
TEST(JpegEncoding, CountsOfNothing) {
  MagickAccelerateEncoding encoding = EncodingOf({});
  EXPECT_FALSE(OptimizeJpegCodes({}, encoding));
}

// 32 bits count the bytes of a row.
TEST(JpegEncoding, RoomIsLimited) {
  MagickAccelerateEncoding encoding{};
  encoding.components = 3;
  for (MagickAccelerateEncodedComponent& each : encoding.component) each.across = each.down = 1;
  encoding.columns = encoding.rows = 8000;
  EXPECT_GT(JpegRoom(encoding), 3u * 8000 * 8000);
  encoding.columns = encoding.rows = 65500;
  EXPECT_EQ(JpegRoom(encoding), UINT32_MAX);
}

TEST(JpegEncoding, WidestAndHighest) {
  ExpectSameBothWays({.columns = 65500, .rows = 3});
  ExpectSameBothWays({.columns = 3, .rows = 65500});
}

}  // namespace
}  // namespace lodestone::kernels
