// JPEG scans for tests, encoded by a device and by the CPU: nothing is written outside the room for
// them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/operation_table.hpp"
#include "tests/gpu/transfers.hpp"
#include "tests/support/jpeg_encodings.hpp"

namespace lodestone::accel::gpu::testing {

struct EncodedTestScan {
  std::string refusal;
  std::vector<uint8_t> bytes;
  MagickAccelerateEncoded encoded{};
};

class GpuJpegEncoding : public GpuTransfers {
 protected:
  using Scan = EncodedTestScan;
  static constexpr uint8_t kUnwritten = 0x5A;
  static constexpr size_t kGuard = 64;

  void SetUp() override {
    GpuTransfers::SetUp();
    if (facts_.handle) device_ = Make({});
  }

  struct Source {
    const void* pixels;
    unsigned depth;
  };

  template <class Run>
  static Scan Encoded(const MagickAccelerateEncoding& encoding, Source source, uint32_t room,
                      const Run& run) {
    Scan scan;
    scan.bytes.assign(room + kGuard, kUnwritten);
    MagickAccelerateWork work{};
    work.struct_size = sizeof(work);
    work.operation = MagickAccelerateEncode;
    work.quantum_depth = source.depth;
    work.channels = encoding.components == 1 ? MagickAccelerateGrey : MagickAccelerateOpaque;
    work.source = {const_cast<void*>(source.pixels),
                   encoding.columns,
                   encoding.rows,
                   size_t{encoding.columns} * PixelBytes(work),
                   0,
                   nullptr,
                   0};
    work.destination = {scan.bytes.data(), room, 1, room, 0, nullptr, 0};
    work.encoding = &encoding;
    work.encoded = &scan.encoded;
    scan.refusal = run(work);
    EXPECT_TRUE(std::all_of(scan.bytes.begin() + room, scan.bytes.end(),
                            [](uint8_t byte) { return byte == kUnwritten; }));
    scan.bytes.resize(scan.encoded.bytes);
    return scan;
  }

  Scan OnDevice(const MagickAccelerateEncoding& encoding, Source source, uint32_t room) {
    return Encoded(encoding, source, room, [&](const MagickAccelerateWork& work) {
      MagickAccelerateParts parts{};
      try {
        PlanAndRun(*device_, work, &parts);
      } catch (const Problem& problem) {
        EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined) << problem.detail();
        return problem.detail();
      }
      return std::string();
    });
  }

  static Scan OnCpu(const MagickAccelerateEncoding& encoding, const void* pixels, uint32_t room) {
    return Encoded(encoding, {pixels, kDepth}, room, [](const MagickAccelerateWork& work) {
      const Attempt attempt = Cpu().Run(work);
      return attempt.done() ? std::string() : attempt.parts.detail;
    });
  }

  static void ExpectSame(const Scan& expected, const Scan& actual) {
    ASSERT_EQ(expected.refusal, "");
    ASSERT_EQ(actual.refusal, "");
    ASSERT_EQ(expected.bytes.size(), actual.bytes.size());
    ASSERT_TRUE(expected.bytes == actual.bytes);
    EXPECT_EQ(std::memcmp(&expected.encoded, &actual.encoded, sizeof(actual.encoded)), 0);
  }

  std::unique_ptr<Device> device_;
};

}  // namespace lodestone::accel::gpu::testing
