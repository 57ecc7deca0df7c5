// JPEG scans decoded by a device against the CPU: bit equality, nothing written outside the
// destination, and no damaged scan that the CPU refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/gpu/jpeg_scans.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

TEST_F(OpenClJpeg, EverySampling) {
  for (const int across : {1, 2, 4})
    for (const int down : {1, 2, 4}) {
      SCOPED_TRACE(::testing::Message() << across << 'x' << down);
      if (across * down > 8) continue;  // more than ten blocks
      ExpectSame(Made({.across = across, .down = down}));
      ExpectSame(
          Made({.columns = 131, .rows = 70, .across = across, .down = down, .optimized = true}));
    }
}

TEST_F(OpenClJpeg, EverySize) {
  for (unsigned columns = 1; columns <= 40; ++columns) {
    const unsigned rows = columns * 23 % 41;
    SCOPED_TRACE(::testing::Message() << columns << 'x' << rows);
    for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 2}})
      ExpectSame(Made({.columns = columns, .rows = rows, .across = across, .down = down}));
    ExpectSame(Made({.columns = columns, .rows = rows, .components = 1}));
  }
}

// Of rows at some distance, if there are many, and of plain areas and hard edges.
TEST_F(OpenClJpeg, LooksOfImages) {
  for (const unsigned rows : {1, 63, 64, 127, 128, 129, 333})
    for (const int components : {1, 3})
      for (const Content content : {Content::kGraphics, Content::kBoard, Content::kFlat})
        ExpectSame(Made({.columns = 150,
                         .rows = rows,
                         .components = components,
                         .quality = 99,
                         .content = content}));
}

// Pixels of the other depth are the same samples.
TEST_F(OpenClJpeg, EitherDepth) {
  using Other = std::conditional_t<LS_QUANTUM_DEPTH == 8, uint16_t, uint8_t>;
  for (const unsigned columns : {37, 64, 68})
    for (const int components : {1, 3}) {
      SCOPED_TRACE(::testing::Message() << columns << ' ' << components);
      Decoding decoding;
      ASSERT_TRUE(decoding.Read(Made({.columns = columns, .components = components}), 1));
      std::vector<QuantumSample> pixels;
      MagickAccelerateDecoded own{}, other{};
      MagickAccelerateWork work = decoding.Into(pixels, &own);
      Cpu().Run(work);
      work.decoded = &other;
      std::vector<Other> others(pixels.size());
      work.quantum_depth = 24 - LS_QUANTUM_DEPTH;
      work.destination.data = others.data();
      work.destination.stride_bytes = size_t{columns} * ResultPixelBytes(work);
      MagickAccelerateParts parts{};
      PlanAndRun(*device_, work, &parts);
      EXPECT_EQ(own.plain, other.plain);
      EXPECT_EQ(own.hard, other.hard);
      const Pixels expected = OnCpu(decoding);
      ASSERT_TRUE(expected);
      const auto byte = [](auto sample) { return sample / (decltype(sample)(~0u) / 255); };
      const size_t samples = size_t{columns} * work.destination.rows * SamplesOf(work.channels);
      for (size_t i = 0; i < samples; ++i) ASSERT_EQ(byte((*expected)[i]), byte(others[i])) << i;
    }
}

TEST_F(OpenClJpeg, EveryQuality) {
  for (const int quality : {1, 50, 75, 95, 100})
    for (const Content content :
         {Content::kPhotograph, Content::kNoise, Content::kFlat, Content::kGraphics}) {
      SCOPED_TRACE(::testing::Message() << quality << ' ' << int(content));
      ExpectSame(Made({.quality = quality, .content = content}));
    }
}

TEST_F(OpenClJpeg, ColorsAreKeptAsTheyAre) {
  ExpectSame(Made({.across = 1, .down = 1, .space = JCS_RGB}));
}

TEST_F(OpenClJpeg, InGroups) {
  for (const bool optimized : {false, true}) {
    SCOPED_TRACE(optimized);
    ExpectSame(Made(Large({.optimized = optimized})));
    ExpectSame(Made(Large({.components = 1, .optimized = optimized})));
    ExpectSame(Made(Large({.across = 1, .down = 1, .optimized = optimized})));
    ExpectSame(Made(
        {.columns = 1203, .rows = 901, .optimized = optimized, .content = Content::kGraphics}));
  }
}

TEST_F(OpenClJpeg, RestartIntervals) {
  for (const unsigned interval : {1, 2, 7, 44, 100, 1000}) {
    SCOPED_TRACE(interval);
    ExpectSame(Made({.interval = interval}));
    ExpectSame(Made(Large({.interval = interval})));
    ExpectSame(Made(Large({.across = 2, .down = 1, .interval = interval, .optimized = true})));
  }
}

// Where a decoder that begins wrong may go on so for ever.
TEST_F(OpenClJpeg, PlainAreas) {
  for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 2}})
    for (const int quality : {50, 100})
      for (const bool optimized : {false, true}) {
        SCOPED_TRACE(::testing::Message() << across << 'x' << down << ' ' << quality << optimized);
        ExpectSame(Made({.columns = 1501,
                         .rows = 1203,
                         .across = across,
                         .down = down,
                         .quality = quality,
                         .optimized = optimized,
                         .content = Content::kFlat}));
      }
  ExpectSame(Made({.columns = 3001, .rows = 1203, .components = 1, .content = Content::kFlat}));
}

// Blocks of which nearly all coefficients have a code keep a wrong count of them for long.
TEST_F(OpenClJpeg, NoiseIsRefusedOrTheSame) {
  for (const auto& [across, down] : {std::pair{1, 1}, {2, 2}})
    for (const int quality : {80, 90, 100}) {
      SCOPED_TRACE(::testing::Message() << across << 'x' << down << ' ' << quality);
      Settings settings = Large({.across = across, .down = down, .content = Content::kNoise});
      settings.quality = quality;
      Decoding decoding;
      ASSERT_TRUE(decoding.Read(Made(settings), 1));
      const Pixels actual = OnDevice(decoding);
      if (actual)
        ASSERT_TRUE(*actual == *OnCpu(decoding));
      else
        EXPECT_EQ(reason_, "too plain to synchronize");
    }
}

// What the device refuses is left to the CPU; the rest is the same.
TEST_F(OpenClJpeg, DamagedFiles) {
  std::mt19937 random(1);
  size_t same = 0, left = 0, more = 0;
  const std::vector<Bytes> files = {Made({}), Made({.interval = 3}), Made(Large({})),
                                    Made(Large({.interval = 20}))};
  for (unsigned round = 0; round < 600; ++round) {
    Bytes file = files[round % files.size()];
    for (unsigned i = random() % 3; i < 3; ++i)
      file[random() % file.size()] = static_cast<uint8_t>(random() % 3 ? random() : 0xFF);
    if (random() % 8 == 0) file.resize(random() % file.size());
    Decoding decoding;
    if (!decoding.Read(file, kDenominators[random() % 4])) continue;
    const Pixels expected = OnCpu(decoding), actual = OnDevice(decoding);
    if (!actual) {
      ++left;
      if (expected) ++more;
      continue;
    }
    ++same;
    ASSERT_TRUE(expected) << round;
    ASSERT_TRUE(*expected == *actual) << round;
  }
  EXPECT_GT(same, 20u);
  EXPECT_GT(left, 100u);
  EXPECT_LT(more, 5u);
}

TEST_F(OpenClJpeg, SaysWhyItRefuses) {
  const Bytes file = Made({.interval = 3});
  const auto restart = [](Bytes& damaged, unsigned number) {
    const uint8_t marker[] = {0xFF, static_cast<uint8_t>(0xD0 + number)};
    return std::search(damaged.begin(), damaged.end(), marker, marker + 2);
  };
  Bytes damaged = file;
  damaged.resize(damaged.size() - 2);
  ExpectRefused(damaged, "the end is missing");
  damaged = file;
  restart(damaged, 1)[1] = 0xD2;
  ExpectRefused(damaged, "unusual marker in the scan");
  damaged = file;
  *(damaged.end() - 1) = 0xDC;
  ExpectRefused(damaged, "unusual marker in the scan");
  damaged = file;
  damaged.erase(restart(damaged, 3), damaged.end() - 2);
  ExpectRefused(damaged, "restart markers are missing");
  damaged = file;
  const uint8_t more[] = {0xFF, 0xD4};
  damaged.insert(damaged.end() - 2, more, more + 2);
  ExpectRefused(damaged, "too many restart markers");
  damaged = file;
  damaged.insert(restart(damaged, 1), 3, 0x55);
  ExpectRefused(damaged, "damaged data");
  ExpectSame(file);
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
