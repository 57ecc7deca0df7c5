// JPEG scans encoded by a device against the CPU: the same bytes.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "kernels/jpeg/encoded_mcus.hpp"
#include "tests/gpu/jpeg_images.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

using namespace test::encoding;
using kernels::QuantumSample;

class OpenClJpegEncoding : public GpuJpegEncoding {
 protected:
  using GpuJpegEncoding::ExpectSame;

  void ExpectSame(Settings settings) {
    const std::vector<QuantumSample> pixels = PixelsOf(settings);
    for (const bool optimized : {false, true}) {
      SCOPED_TRACE(optimized ? "optimized" : "standard");
      MagickAccelerateEncoding encoding = EncodingOf(settings);
      encoding.optimizes = optimized;
      encoding.most_kept = settings.most_kept;
      // Of any content.
      const auto room = static_cast<uint32_t>(4 * kernels::JpegRoom(encoding));
      ExpectSame(OnCpu(encoding, pixels.data(), room),
                 OnDevice(encoding, {pixels.data(), kDepth}, room));
    }
  }
};

TEST_F(OpenClJpegEncoding, EverySampling) {
  constexpr int kFactors[] = {1, 2, 3, 4}, kMostBlocks = 10;
  for (const int across : kFactors)
    for (const int down : kFactors)
      for (const auto& [second_across, second_down] :
           {std::pair{1, 1}, {across, 1}, {1, down}, {across * 2, down}, {across, down * 2}}) {
        SCOPED_TRACE(::testing::Message()
                     << across << 'x' << down << ',' << second_across << 'x' << second_down);
        if (across * down + second_across * second_down + 1 > kMostBlocks) continue;
        if (std::max(second_across, second_down) > 4) continue;
        ExpectSame({.columns = 75,
                    .across = across,
                    .down = down,
                    .second_across = second_across,
                    .second_down = second_down});
      }
}

TEST_F(OpenClJpegEncoding, EverySize) {
  for (unsigned columns = 1; columns <= 40; ++columns) {
    const unsigned rows = columns * 23 % 41;
    SCOPED_TRACE(::testing::Message() << columns << 'x' << rows);
    for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}})
      ExpectSame({.columns = columns, .rows = rows, .across = across, .down = down});
    ExpectSame({.columns = columns, .rows = rows, .components = 1});
  }
}

TEST_F(OpenClJpegEncoding, EveryQuality) {
  for (const int quality : {1, 50, 75, 95, 100})
    for (const Content content : kContents) {
      SCOPED_TRACE(::testing::Message() << quality << ' ' << int(content));
      ExpectSame({.quality = quality, .content = content});
    }
}

TEST_F(OpenClJpegEncoding, EveryQuantum) {
  for (unsigned quantum = 1; quantum <= 255; quantum += 6) {
    SCOPED_TRACE(quantum);
    ExpectSame({.across = 1, .down = 1, .content = Content::kExtremes, .quantum = quantum});
  }
}

TEST_F(OpenClJpegEncoding, ColorsAreKeptAsTheyAre) {
  ExpectSame({.across = 1, .down = 1, .converts = false});
}

// Of blocks, of numbers that are added up, of bytes.
TEST_F(OpenClJpegEncoding, InGroups) {
  for (const Content content : kContents)
    for (const int quality : {60, 100}) {
      SCOPED_TRACE(::testing::Message() << int(content) << ' ' << quality);
      Settings settings{.columns = 1203, .rows = 901, .quality = quality, .content = content};
      ExpectSame(settings);
      settings.across = settings.down = 1;
      ExpectSame(settings);
      settings.components = 1;
      ExpectSame(settings);
    }
  ExpectSame({.columns = 3001, .rows = 2003, .across = 1, .down = 1, .content = Content::kFlat});
}

TEST_F(OpenClJpegEncoding, RestartIntervals) {
  for (const unsigned interval : {1, 2, 7, 44, 100, 188, 1000}) {
    SCOPED_TRACE(interval);
    ExpectSame({.interval = interval});
    ExpectSame({.columns = 1203, .rows = 599, .interval = interval});
    ExpectSame({.columns = 799,
                .rows = 99,
                .across = 2,
                .down = 1,
                .quality = 100,
                .interval = interval,
                .content = Content::kNoise});
    ExpectSame({.columns = 799,
                .rows = 99,
                .components = 1,
                .interval = interval,
                .content = Content::kFlat});
  }
}

TEST_F(OpenClJpegEncoding, EitherDepth) {
  for (const int components : {1, 3}) {
    const Settings settings{.components = components};
    const std::vector<QuantumSample> pixels = PixelsOf(settings);
    const unsigned step = kernels::kQuantumMax / 255;
    std::vector<uint8_t> narrow;
    std::vector<uint16_t> wide;
    for (const QuantumSample sample : pixels) {
      narrow.push_back(static_cast<uint8_t>((sample + step / 2) / step));
      wide.push_back(static_cast<uint16_t>(narrow.back() * 257));
    }
    MagickAccelerateEncoding encoding = EncodingOf(settings);
    const auto room = static_cast<uint32_t>(kernels::JpegRoom(encoding));
    const Scan expected = OnCpu(encoding, pixels.data(), room);
    ExpectSame(expected, OnDevice(encoding, {narrow.data(), 8}, room));
    ExpectSame(expected, OnDevice(encoding, {wide.data(), 16}, room));
  }
}

// Too little room at any step of the way is refused; enough is enough.
TEST_F(OpenClJpegEncoding, RoomIsObeyed) {
  const Settings settings{.quality = 100, .interval = 3, .content = Content::kNoise};
  const std::vector<QuantumSample> pixels = PixelsOf(settings);
  const MagickAccelerateEncoding encoding = EncodingOf(settings);
  const Scan whole = OnCpu(encoding, pixels.data(), 1 << 20);
  const auto bytes = static_cast<uint32_t>(whole.bytes.size());
  ExpectSame(whole, OnDevice(encoding, {pixels.data(), kDepth}, bytes));
  ExpectSame(whole, OnCpu(encoding, pixels.data(), bytes));
  constexpr char kWhy[] = "the scan does not fit into the room for it";
  for (const uint32_t less : {1u, 10u, 100u, bytes / 2, bytes - 1}) {
    SCOPED_TRACE(less);
    EXPECT_EQ(OnDevice(encoding, {pixels.data(), kDepth}, bytes - less).refusal, kWhy);
    EXPECT_EQ(OnCpu(encoding, pixels.data(), bytes - less).refusal, kWhy);
  }
}

// Only what is written.
TEST_F(OpenClJpegEncoding, DownloadsTheScan) {
  DeviceOptions apart;
  apart.share = SharePolicy::kNever;
  device_ = Make(apart);
  const Settings settings{.columns = 301, .rows = 203};
  const std::vector<QuantumSample> pixels = PixelsOf(settings);
  const MagickAccelerateEncoding encoding = EncodingOf(settings);
  const auto room = static_cast<uint32_t>(kernels::JpegRoom(encoding));
  MagickAccelerateParts parts{};
  const Scan scan =
      Encoded(encoding, {pixels.data(), kDepth}, room, [&](const MagickAccelerateWork& work) {
        PlanAndRun(*device_, work, &parts);
        return std::string();
      });
  ExpectSame(OnCpu(encoding, pixels.data(), room), scan);
  EXPECT_EQ(parts.bytes_down, scan.bytes.size());
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
