// Scans of JPEG files encoded by this library's own code against libjpeg-turbo's, byte for byte.
#include <cstdio>  // jpeglib.h needs FILE

#include <jpeglib.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "kernels/jpeg/encode.hpp"
#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kKeepsAll = std::size_t{1} << 40;

enum class Content { kPhotograph, kNoise, kFlat, kGraphics, kExtremes };
constexpr Content kContents[] = {Content::kPhotograph, Content::kNoise, Content::kFlat,
                                 Content::kGraphics, Content::kExtremes};

struct Settings {
  unsigned columns = 67, rows = 45;
  int components = 3;
  int across = 2, down = 2;  // of the first component
  int second_across = 1, second_down = 1;
  int quality = 85;
  unsigned interval = 0;  // MCUs
  bool optimized = false;
  bool converts = true;
  Content content = Content::kPhotograph;
  unsigned quantum = 0;  // of all tables, instead of the quality's
  std::size_t most_kept = kKeepsAll;
};

unsigned ValueAt(Content content, unsigned x, unsigned y, unsigned c, std::mt19937& random) {
  switch (content) {
    case Content::kPhotograph:
      return (30 + 3 * x + 2 * y * (c + 1) + random() % 24) & 255;
    case Content::kNoise:
      return random() & 255;
    case Content::kFlat:
      return 200;
    case Content::kGraphics:
      return (x / 9 + y / 7) % 2 == 0 ? 255 : 40 * c;
    case Content::kExtremes:
      return random() % 2 * 255;
  }
  return 0;
}

// Packets, or one sample a pixel, which are narrowed to bytes by the encoder.
std::vector<QuantumSample> PixelsOf(const Settings& settings) {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  std::mt19937 random(settings.columns * 31 + settings.rows);
  const unsigned step = kQuantumMax / 255;
  const std::size_t samples = settings.components == 1 ? 1 : kChannels;
  std::vector<QuantumSample> pixels;
  pixels.reserve(settings.columns * settings.rows * samples);
  for (unsigned y = 0; y < settings.rows; ++y) {
    for (unsigned x = 0; x < settings.columns; ++x) {
      for (unsigned c = 0; c < samples; ++c) {
        const unsigned value = ValueAt(settings.content, x, y, kLittle ? 2 - c : c, random) * step;
        const unsigned less = step == 1 ? 0 : random() % 128;
        pixels.push_back(static_cast<QuantumSample>(c == 3          ? random()
                                                    : value >= less ? value - less
                                                                    : value + less));
      }
    }
  }
  return pixels;
}

Bytes Narrowed(const std::vector<QuantumSample>& pixels) {
  Bytes bytes;
  bytes.reserve(pixels.size());
  for (const QuantumSample sample : pixels)
    bytes.push_back(static_cast<std::uint8_t>((sample + kQuantumMax / 510) / (kQuantumMax / 255)));
  return bytes;
}

struct LibJpeg {
  explicit LibJpeg(const Settings& settings) {
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &made, &size);
    info.image_width = settings.columns;
    info.image_height = settings.rows;
    info.input_components = settings.components == 1 ? 1 : 4;
    constexpr bool kLittle = std::endian::native == std::endian::little;
    info.in_color_space = settings.components == 1 ? JCS_GRAYSCALE
                          : kLittle                ? JCS_EXT_BGRX
                                                   : JCS_EXT_RGBX;
    jpeg_set_defaults(&info);
    if (!settings.converts && settings.components == 3) jpeg_set_colorspace(&info, JCS_RGB);
    jpeg_set_quality(&info, settings.quality, TRUE);
    for (JQUANT_TBL* table : info.quant_tbl_ptrs)
      for (unsigned i = 0; settings.quantum != 0 && table != nullptr && i < DCTSIZE2; ++i)
        table->quantval[i] = static_cast<UINT16>(1 + (settings.quantum + 7 * i) % 255);
    info.comp_info[0].h_samp_factor = settings.across;
    info.comp_info[0].v_samp_factor = settings.down;
    if (settings.components == 3) {
      info.comp_info[1].h_samp_factor = settings.second_across;
      info.comp_info[1].v_samp_factor = settings.second_down;
    }
    info.restart_interval = settings.interval;
    info.optimize_coding = settings.optimized ? TRUE : FALSE;
  }
  ~LibJpeg() {
    jpeg_destroy_compress(&info);
    std::free(made);
  }
  jpeg_error_mgr errors;
  jpeg_compress_struct info{};
  unsigned char* made = nullptr;
  unsigned long size = 0;
};

void CopyCode(const JHUFF_TBL& from, LsJpegCode& to) {
  std::copy(std::begin(from.bits), std::end(from.bits), to.counts);
  std::copy(std::begin(from.huffval), std::end(from.huffval), to.symbols);
}

LsJpegEncoding EncodingOf(const Settings& settings) {
  const LibJpeg lib(settings);
  LsJpegEncoding encoding{};
  encoding.columns = settings.columns;
  encoding.rows = settings.rows;
  encoding.components = static_cast<std::uint32_t>(settings.components);
  encoding.converts = settings.converts;
  encoding.interval = settings.interval;
  for (int c = 0; c < settings.components; ++c) {
    const jpeg_component_info& from = lib.info.comp_info[c];
    LsJpegComponent& to = encoding.component[c];
    to.across = settings.components == 1 ? 1 : static_cast<std::uint32_t>(from.h_samp_factor);
    to.down = settings.components == 1 ? 1 : static_cast<std::uint32_t>(from.v_samp_factor);
    to.code = static_cast<std::uint32_t>(from.dc_tbl_no);
    std::copy_n(lib.info.quant_tbl_ptrs[from.quant_tbl_no]->quantval, kJpegBlock, to.quanta);
  }
  for (unsigned i = 0; i < LS_JPEG_CODES; ++i) {
    CopyCode(*lib.info.dc_huff_tbl_ptrs[i], encoding.dc[i]);
    CopyCode(*lib.info.ac_huff_tbl_ptrs[i], encoding.ac[i]);
  }
  return encoding;
}

// The scan, and the tables that libjpeg found.
Bytes Reference(const Settings& settings, const Bytes& bytes, LsJpegEncoding& encoding) {
  LibJpeg lib(settings);
  jpeg_start_compress(&lib.info, TRUE);
  const std::size_t stride = std::size_t{settings.columns} * unsigned(lib.info.input_components);
  while (lib.info.next_scanline < lib.info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(bytes.data() + lib.info.next_scanline * stride);
    jpeg_write_scanlines(&lib.info, &row, 1);
  }
  jpeg_finish_compress(&lib.info);
  for (unsigned i = 0; i < LS_JPEG_CODES; ++i) {
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
              LsJpegEncoding& encoding) {
  const std::size_t samples = settings.components == 1 ? 1 : kChannels;
  JpegEncoder encoder(encoding,
                      {pixels.data(), settings.columns, settings.rows, settings.columns * samples});
  if (settings.optimized) EXPECT_TRUE(encoder.Optimize(settings.most_kept));
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

void ExpectSameCode(const LsJpegCode& expected, const LsJpegCode& actual) {
  std::uint32_t symbols = 0;
  for (unsigned i = 1; i <= 16; ++i) {
    EXPECT_EQ(expected.counts[i], actual.counts[i]) << i;
    symbols += expected.counts[i];
  }
  for (std::uint32_t i = 0; i < symbols; ++i) EXPECT_EQ(expected.symbols[i], actual.symbols[i]);
}

void ExpectSame(const Settings& settings) {
  const std::vector<QuantumSample> pixels = PixelsOf(settings);
  LsJpegEncoding encoding = EncodingOf(settings), expected_encoding = encoding;
  const Bytes expected = Reference(settings, Narrowed(pixels), expected_encoding);
  const Bytes actual = Encoded(settings, pixels, encoding);
  for (unsigned i = 0; i < (settings.components == 1 ? 1 : LS_JPEG_CODES); ++i) {
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

TEST(JpegEncoding, WidestAndHighest) {
  ExpectSameBothWays({.columns = 65500, .rows = 3});
  ExpectSameBothWays({.columns = 3, .rows = 65500});
}

}  // namespace
}  // namespace lodestone::kernels
