// JPEG scans for tests, decoded by a device and by the CPU.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/operation_table.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/frame.hpp"
#include "tests/gpu/transfers.hpp"
#include "tests/support/jpeg_files.hpp"

namespace lodestone::accel::gpu::testing {

using namespace test::jpeg;
using kernels::JpegFrame;
using kernels::QuantumSample;

inline constexpr uint32_t kDenominators[] = {1, 2, 4, 8};
inline constexpr QuantumSample kUnwritten = 12345 % kernels::kQuantumMax;
inline constexpr MagickAccelerateDecoded kUntold = {12345, 6789};

// A file to decode, and what becomes of it.
class Decoding {
 public:
  // False: the markers are not those of a file that is decoded here.
  bool Read(const Bytes& file, uint32_t denominator) {
    std::span<const uint8_t> scan;
    if (kernels::ReadJpegFrame(file, frame_, scan) != nullptr || scan.empty()) return false;
    frame_.denominator = denominator;
    scan_.assign(scan.begin(), scan.end());
    return true;
  }

  MagickAccelerateWork Into(std::vector<QuantumSample>& pixels,
                            MagickAccelerateDecoded* decoded = nullptr) const {
    const kernels::JpegLayout layout = kernels::LayOutJpeg(frame_, 1);
    MagickAccelerateWork work{};
    work.struct_size = sizeof(work);
    work.operation = MagickAccelerateDecode;
    work.quantum_depth = LS_QUANTUM_DEPTH;
    work.channels = frame_.components == 1 ? MagickAccelerateGrey : MagickAccelerateOpaque;
    work.jpeg = &frame_;
    work.decoded = decoded;
    const auto bytes = static_cast<uint32_t>(scan_.size());
    work.source = {const_cast<uint8_t*>(scan_.data()), bytes, 1, bytes, 0, nullptr, 0};
    const size_t row_bytes = size_t{layout.columns} * ResultPixelBytes(work);
    pixels.assign(row_bytes * layout.rows / sizeof(QuantumSample) + kGuard, kUnwritten);
    work.destination = {pixels.data(), layout.columns, layout.rows, row_bytes, 0, nullptr, 0};
    return work;
  }

  // Null: refused.
  static std::optional<std::vector<QuantumSample>> Finished(std::vector<QuantumSample> pixels,
                                                            bool is_done) {
    EXPECT_TRUE(std::all_of(pixels.end() - kGuard, pixels.end(),
                            [](QuantumSample sample) { return sample == kUnwritten; }));
    if (!is_done) return std::nullopt;
    return pixels;
  }

 private:
  static constexpr std::ptrdiff_t kGuard = 64;

  JpegFrame frame_;
  std::vector<uint8_t> scan_;
};

// What is told of the pixels is so.
inline void ExpectTold(const MagickAccelerateWork& work, const QuantumSample* pixels) {
  const size_t columns = work.destination.columns, rows = work.destination.rows;
  const size_t samples = ResultPixelBytes(work) / sizeof(QuantumSample);
  uint32_t plain = 0, hard = 0;
  for (size_t y = 0; y < rows; y += std::max<size_t>(rows / 64, 1))
    for (size_t x = 0; x + 1 < columns; ++x) {
      const QuantumSample* const pixel = pixels + (y * columns + x) * samples;
      int most = 0;
      for (size_t s = 0; s < std::min<size_t>(samples, 3); ++s)
        most = std::max(most, std::abs(pixel[samples + s] - pixel[s]));
      plain += most <= int{kernels::kQuantumMax} / 255;
      hard += most >= 64 * int{kernels::kQuantumMax} / 255;
    }
  EXPECT_EQ(plain, work.decoded->plain) << columns << 'x' << rows;
  EXPECT_EQ(hard, work.decoded->hard) << columns << 'x' << rows;
}

class OpenClJpeg : public GpuTransfers {
 protected:
  using Pixels = std::optional<std::vector<QuantumSample>>;

  void SetUp() override {
    GpuTransfers::SetUp();
    if (facts_.handle) device_ = Make({});
  }

  Pixels OnDevice(const Decoding& decoding) {
    std::vector<QuantumSample> pixels;
    MagickAccelerateDecoded decoded = kUntold;
    const MagickAccelerateWork work = decoding.Into(pixels, &decoded);
    MagickAccelerateParts parts{};
    reason_.clear();
    try {
      PlanAndRun(*device_, work, &parts);
      ExpectTold(work, pixels.data());
    } catch (const Problem& problem) {
      EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined) << problem.detail();
      EXPECT_EQ(problem.reason(), MagickAccelerateUnsupported) << problem.detail();
      reason_ = problem.detail();
    }
    return Decoding::Finished(std::move(pixels), reason_.empty());
  }

  static Pixels OnCpu(const Decoding& decoding) {
    std::vector<QuantumSample> pixels;
    MagickAccelerateDecoded decoded = kUntold;
    const MagickAccelerateWork work = decoding.Into(pixels, &decoded);
    const bool is_done = Cpu().Run(work).done();
    if (is_done) ExpectTold(work, pixels.data());
    return Decoding::Finished(std::move(pixels), is_done);
  }

  void ExpectSame(const Bytes& file) {
    for (const uint32_t denominator : kDenominators) {
      SCOPED_TRACE(denominator);
      Decoding decoding;
      ASSERT_TRUE(decoding.Read(file, denominator));
      const Pixels expected = OnCpu(decoding), actual = OnDevice(decoding);
      ASSERT_TRUE(expected);
      ASSERT_TRUE(actual) << reason_;
      ASSERT_TRUE(*expected == *actual);
    }
  }

  void ExpectRefused(const Bytes& file, const std::string& reason) {
    Decoding decoding;
    ASSERT_TRUE(decoding.Read(file, 1));
    EXPECT_FALSE(OnDevice(decoding));
    EXPECT_EQ(reason_, reason);
  }

  std::unique_ptr<Device> device_;
  std::string reason_;  // for a refusal
};

// Of several groups of subsequences.
inline Settings Large(Settings settings) {
  settings.columns = 701;
  settings.rows = 499;
  settings.quality = 97;
  return settings;
}

}  // namespace lodestone::accel::gpu::testing
