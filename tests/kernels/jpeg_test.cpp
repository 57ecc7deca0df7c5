// Baseline JPEG files decoded by this library's own code against libjpeg-turbo, sample for sample.
#include <gtest/gtest.h>

#include <algorithm>
#include <csetjmp>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "kernels/jpeg/color.hpp"
#include "kernels/jpeg/decode.hpp"
#include "kernels/jpeg/entropy.hpp"
#include "tests/kernels/every_target.hpp"
#include "tests/support/jpeg_files.hpp"

namespace lodestone::kernels {
namespace {

using namespace test::jpeg;
using test::OnEveryTarget;

constexpr std::uint32_t kDenominators[] = {1, 2, 4, 8};

struct Picture {
  std::uint32_t columns = 0, rows = 0;
  std::size_t samples = 0;  // of a pixel
  Bytes bytes;              // red, green, blue
  bool operator==(const Picture&) const = default;
};

// Null: libjpeg refuses the file, or warns of its data.
std::optional<Picture> Reference(const Bytes& file, std::uint32_t denominator) {
  LibJpeg lib;
  jpeg_decompress_struct info{};
  info.err = &lib.errors;
  info.client_data = &lib;
  Picture picture;
  if (setjmp(lib.jump) != 0) {
    jpeg_destroy_decompress(&info);
    return std::nullopt;
  }
  jpeg_create_decompress(&info);
  info.client_data = &lib;
  jpeg_mem_src(&info, file.data(), file.size());
  jpeg_read_header(&info, TRUE);
  lib.errors.num_warnings = 0;  // the coder leaves the header to libjpeg anyway
  info.scale_denom = denominator;
  jpeg_start_decompress(&info);
  picture = {info.output_width, info.output_height, std::size_t(info.output_components), {}};
  picture.bytes.resize(std::size_t{picture.columns} * picture.rows * picture.samples);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = picture.bytes.data() +
                   std::size_t{info.output_scanline} * picture.columns * picture.samples;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  const bool warned = lib.errors.num_warnings != 0;
  jpeg_destroy_decompress(&info);
  if (warned) return std::nullopt;
  return picture;
}

Picture FromPixels(const JpegFrame& frame, const JpegLayout& layout,
                   const std::vector<QuantumSample>& pixels) {
  Picture picture{layout.columns, layout.rows, frame.components == 1 ? std::size_t{1} : 3, {}};
  const auto add = [&](QuantumSample sample) {
    EXPECT_EQ(sample % (kQuantumMax / 255), 0);
    picture.bytes.push_back(static_cast<std::uint8_t>(sample / (kQuantumMax / 255)));
  };
  if (frame.components == 1) {
    for (const QuantumSample sample : pixels) add(sample);
    return picture;
  }
  constexpr bool kLittle = std::endian::native == std::endian::little;
  for (std::size_t i = 0; i < pixels.size(); i += kChannels) {
    add(pixels[i + (kLittle ? 2 : 0)]);
    add(pixels[i + 1]);
    add(pixels[i + (kLittle ? 0 : 2)]);
    EXPECT_EQ(pixels[i + 3], 0);
  }
  return picture;
}

// Null with a reason: libjpeg has to decode it.
std::optional<Picture> Decoded(const Bytes& file, std::uint32_t denominator, std::string& reason) {
  JpegFrame frame;
  std::span<const std::uint8_t> scan;
  if (const char* why = ReadJpegFrame(file, frame, scan)) return reason = why, std::nullopt;
  frame.denominator = denominator;
  const JpegLayout layout = LayOutForDecoding(frame);
  const std::size_t samples = frame.components == 1 ? 1 : kChannels;
  constexpr QuantumSample kUnwritten = 12345 % kQuantumMax;
  std::vector<QuantumSample> pixels(std::size_t{layout.columns} * layout.rows * samples + 1,
                                    kUnwritten);
  const DestinationView view = {pixels.data(), layout.columns, layout.rows,
                                layout.columns * samples};
  std::size_t taken = 0;
  const auto take = [&](const JpegSamples& decoded, std::size_t first, std::size_t last) {
    EXPECT_EQ(first, taken);
    taken = last;
    accel::ParallelBands(last - first, 7, [&](std::size_t begin, std::size_t end) {
      JpegBand(decoded, view, first + begin, first + end);
    });
  };
  if (const char* why = DecodeJpeg(scan, frame, layout, take)) return reason = why, std::nullopt;
  EXPECT_EQ(taken, layout.rows);
  EXPECT_EQ(pixels.back(), kUnwritten);
  pixels.pop_back();
  return FromPixels(frame, layout, pixels);
}

void ExpectSame(const Bytes& file) {
  for (const std::uint32_t denominator : kDenominators) {
    SCOPED_TRACE(denominator);
    const std::optional<Picture> expected = Reference(file, denominator);
    ASSERT_TRUE(expected);
    std::string reason = "none";
    const std::optional<Picture> actual = Decoded(file, denominator, reason);
    ASSERT_TRUE(actual) << reason;
    ASSERT_TRUE(*expected == *actual);
  }
}

// Pieces of a scan are at least 16 KiB, so only larger files have several.
Settings Large(Settings settings) {
  settings.columns = 701;
  settings.rows = 499;
  settings.quality = 97;
  return settings;
}

class OnThreads : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override { accel::SetThreadLimit(GetParam()); }
  void TearDown() override { accel::SetThreadLimit(0); }
};
INSTANTIATE_TEST_SUITE_P(JpegDecoding, OnThreads, testing::Values(1, 2, 5));

TEST(JpegDecoding, EverySampling) {
  for (const int across : {1, 2, 4})
    for (const int down : {1, 2, 4}) {
      SCOPED_TRACE(testing::Message() << across << 'x' << down);
      if (across * down > 8) continue;  // more than ten blocks
      OnEveryTarget([&] { ExpectSame(Made({.across = across, .down = down})); });
    }
}

TEST(JpegDecoding, EverySize) {
  for (unsigned columns = 1; columns <= 35; ++columns)
    for (const unsigned rows : {1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 33}) {
      SCOPED_TRACE(testing::Message() << columns << 'x' << rows);
      for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 2}})
        ExpectSame(Made({.columns = columns, .rows = rows, .across = across, .down = down}));
      ExpectSame(Made({.columns = columns, .rows = rows, .components = 1}));
    }
}

TEST(JpegDecoding, EveryQuality) {
  for (const int quality : {1, 5, 20, 50, 75, 90, 95, 98, 100})
    for (const Content content :
         {Content::kPhotograph, Content::kNoise, Content::kFlat, Content::kGraphics}) {
      SCOPED_TRACE(testing::Message() << quality << ' ' << int(content));
      OnEveryTarget([&] { ExpectSame(Made({.quality = quality, .content = content})); });
    }
}

TEST(JpegDecoding, ColorsAreKeptAsTheyAre) {
  ExpectSame(Made({.across = 1, .down = 1, .space = JCS_RGB}));
}

TEST_P(OnThreads, InPieces) {
  for (const Content content : {Content::kPhotograph, Content::kNoise, Content::kFlat})
    for (const bool optimized : {false, true}) {
      SCOPED_TRACE(testing::Message() << int(content) << ' ' << optimized);
      ExpectSame(Made(Large({.optimized = optimized, .content = content})));
      ExpectSame(Made(Large({.components = 1, .optimized = optimized, .content = content})));
    }
}

TEST_P(OnThreads, RestartIntervals) {
  for (const unsigned interval : {1, 2, 7, 44, 100, 1000}) {
    SCOPED_TRACE(interval);
    ExpectSame(Made({.interval = interval}));
    ExpectSame(Made(Large({.interval = interval})));
    ExpectSame(Made(Large({.across = 2, .down = 1, .interval = interval})));
  }
}

// Where everything repeats itself, no part learns where it stands.
std::vector<Bytes> PlainFiles() {
  const Settings plain{.columns = 3000, .rows = 2000, .content = Content::kFlat};
  std::vector<Bytes> files;
  for (const auto& [across, down] : {std::pair{1, 1}, {2, 2}, {4, 1}})
    for (const bool optimized : {false, true}) {
      Settings settings = plain;
      settings.across = across;
      settings.down = down;
      settings.optimized = optimized;
      files.push_back(Made(settings));
    }
  for (const Content content : {Content::kSpecks, Content::kIslands, Content::kStripes}) {
    Settings settings = plain;
    settings.content = content;
    files.push_back(Made(settings));
    settings.optimized = true;
    files.push_back(Made(settings));
    settings.one_code = true;
    settings.interval = 9001;
    files.push_back(Made(settings));
  }
  files.push_back(Made({.columns = 5000, .rows = 3000, .components = 1, .content = plain.content}));
  return files;
}

TEST_P(OnThreads, PlainAreas) {
  static const std::vector<Bytes> files = PlainFiles();
  for (const Bytes& file : files) {
    SCOPED_TRACE(file.size());
    const std::optional<Picture> expected = Reference(file, 2);
    ASSERT_TRUE(expected);
    std::string reason = "none";
    const std::optional<Picture> actual = Decoded(file, 2, reason);
    ASSERT_TRUE(actual) << reason;
    ASSERT_TRUE(*expected == *actual);
  }
}

// Nor is it decoded: later the records of the blocks become copies of those before.
TEST(JpegDecoding, PlainAreasAreNotDecoded) {
  for (const Content content : {Content::kFlat, Content::kStripes}) {
    const Bytes file = Made({.columns = 3008, .rows = 2000, .optimized = true, .content = content});
    JpegFrame frame;
    std::span<const std::uint8_t> data;
    ASSERT_EQ(ReadJpegFrame(file, frame, data), nullptr);
    JpegScan scan;
    ASSERT_EQ(ReadJpegScan(data, frame, scan), nullptr);
    JpegEntropy entropy;
    ASSERT_EQ(entropy.Prepare(frame, scan), nullptr);
    const std::size_t limit = scan.begins.back(), begin = limit / 3 + 1, end = 2 * begin;
    JpegPart first, second;
    first.Decode(entropy, 0, begin, limit, false);
    second.Decode(entropy, begin, end, limit, true);
    EXPECT_TRUE(first.has_runs());
    if (first.ContinueInto(second)) continue;
    second.Resume(first);
    EXPECT_TRUE(second.has_runs());
    EXPECT_GE(second.end_bit(), end * 8);
  }
}

// Those that repeat others are counted as well.
TEST_P(OnThreads, TooManyPlainBlocks) {
  for (const unsigned interval : {0u, 500u}) {
    Bytes file =
        Made({.columns = 32000, .rows = 16, .interval = interval, .content = Content::kFlat});
    const auto set = [&](std::uint8_t marker, std::size_t at, unsigned number) {
      const std::uint8_t bytes[] = {0xFF, marker};
      const auto segment = std::search(file.begin(), file.end(), bytes, bytes + 2);
      segment[at] = static_cast<std::uint8_t>(number >> 8);
      segment[at + 1] = static_cast<std::uint8_t>(number);
    };
    set(0xC0, 7, 31936);  // four MCUs less
    if (interval != 0) set(0xDD, 4, 499);
    std::string reason;
    EXPECT_FALSE(Decoded(file, 1, reason));
    EXPECT_EQ(reason, "damaged data");
  }
}

// What libjpeg refuses or warns about is left to it; the rest is the same.
TEST_P(OnThreads, DamagedFiles) {
  std::mt19937 random(GetParam());
  std::size_t same = 0, left = 0;
  const std::vector<Bytes> files = {Made({}), Made({.interval = 3}),
                                    Made(Large({.content = Content::kPhotograph})),
                                    Made(Large({.interval = 20}))};
  for (unsigned round = 0; round < 400; ++round) {
    Bytes file = files[round % files.size()];
    for (unsigned i = random() % 3; i < 3; ++i)
      file[random() % file.size()] = static_cast<std::uint8_t>(random() % 3 ? random() : 0xFF);
    if (random() % 8 == 0) file.resize(random() % file.size());
    const std::uint32_t denominator = kDenominators[random() % 4];
    std::string reason;
    const std::optional<Picture> actual = Decoded(file, denominator, reason);
    if (!actual) {
      ++left;
      continue;
    }
    ++same;
    const std::optional<Picture> expected = Reference(file, denominator);
    ASSERT_TRUE(expected) << round;
    ASSERT_TRUE(*expected == *actual) << round;
  }
  EXPECT_GT(same, 20u);
  EXPECT_GT(left, 100u);
}

TEST(JpegDecoding, SaysWhyItIsLeftToLibJpeg) {
  JpegFrame frame;
  std::span<const std::uint8_t> scan;
  EXPECT_STREQ(ReadJpegFrame(Bytes{1, 2, 3, 4}, frame, scan), "no JPEG");
  Bytes file = Made({});
  const auto frame_at = [&] {
    const std::uint8_t marker[] = {0xFF, 0xC0};
    return std::search(file.begin(), file.end(), marker, marker + 2) + 1;
  };
  *frame_at() = 0xC2;
  frame = {};
  EXPECT_STREQ(ReadJpegFrame(file, frame, scan), "progressive");
  *std::find(file.begin() + 100, file.end(), 0xC2) = 0xC9;
  frame = {};
  EXPECT_STREQ(ReadJpegFrame(file, frame, scan), "not baseline");
  file.resize(10);
  frame = {};
  EXPECT_STREQ(ReadJpegFrame(file, frame, scan), "a marker is cut off");
  std::string reason;
  file = Made({});
  file.resize(file.size() - 2);
  EXPECT_FALSE(Decoded(file, 1, reason));
  EXPECT_EQ(reason, "the end is missing");
  file = Made({.interval = 3});  // with four markers
  for (unsigned i = 4; i < 100'000; ++i) {
    const std::uint8_t restart[] = {0xFF, static_cast<std::uint8_t>(0xD0 + i % 8)};
    file.insert(file.end() - 2, std::begin(restart), std::end(restart));
  }
  EXPECT_FALSE(Decoded(file, 1, reason));
  EXPECT_EQ(reason, "too many restart markers");
}

// Newer libjpegs refuse what others add up to numbers of more than 32 bits.
TEST(JpegDecoding, SumsOfDifferences) {
  std::string reason;
  for (const unsigned side : {8, 100, 801}) {
    const Bytes file = Brightening(side);
    const std::optional<Picture> expected = Reference(file, 8), actual = Decoded(file, 8, reason);
    ASSERT_TRUE(expected && actual) << reason;
    EXPECT_TRUE(*expected == *actual);
  }
  EXPECT_FALSE(Decoded(Brightening(2160), 8, reason));
  EXPECT_EQ(reason, "damaged data");
}

// One that no component has yet is not the same as one without codes.
TEST(JpegDecoding, CodesWithoutSymbols) {
  Bytes file = Made({});
  Bytes empty = {0xFF, 0xC4, 0, 19, 0};  // the code of the first component's differences
  empty.resize(21);
  const std::uint8_t scan[] = {0xFF, 0xDA};
  file.insert(std::search(file.begin(), file.end(), scan, scan + 2), empty.begin(), empty.end());
  EXPECT_FALSE(Reference(file, 1));
  std::string reason;
  EXPECT_FALSE(Decoded(file, 1, reason));
  EXPECT_EQ(reason, "wrong Huffman table");
}

// libjpeg refuses the code that is ones alone, even if no symbol of the data has it.
TEST(JpegDecoding, CodesOfOnesAlone) {
  for (const std::uint8_t kind : {0, 0x10}) {
    SCOPED_TRACE(int(kind));
    Bytes file = Made({});
    const std::uint8_t start[] = {0xFF, 0xC4, 0, std::uint8_t(kind == 0 ? 31 : 181), kind};
    const auto at = std::search(file.begin(), file.end(), std::begin(start), std::end(start));
    ASSERT_NE(at, file.end());
    const std::size_t end = std::size_t(at - file.begin()) + 2 + at[3];
    const std::size_t longest = kind == 0 ? 9 : 16;
    ++at[3];
    ++at[std::ptrdiff_t(std::size(start) - 1 + longest)];
    file.insert(file.begin() + std::ptrdiff_t(end), 11);
    EXPECT_FALSE(Reference(file, 1));
    std::string reason;
    EXPECT_FALSE(Decoded(file, 1, reason));
    EXPECT_EQ(reason, "wrong Huffman table");
  }
}

}  // namespace
}  // namespace lodestone::kernels
