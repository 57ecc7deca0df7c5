// Shared by the tests of transfers and buffers.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "tests/gpu/oracle.hpp"
#include "tests/gpu/run.hpp"
#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel::gpu::testing {

// All limits small, so that small images take many strips and pieces.
inline DeviceOptions Small() {
  DeviceOptions options;
  options.share = SharePolicy::kNever;
  options.strip_bytes = 4000;
  options.staged_bytes = 1;
  options.slot_bytes = 1000;
  return options;
}

// Of works where it does not matter: what the CPU has, too.
constexpr unsigned kDepth = LS_QUANTUM_DEPTH;
constexpr size_t kPixelBytes = kDepth / 2;

// All depths that the driver has kernels for.
inline std::vector<unsigned> Depths() {
  if (announce_work) return {kDepth};
  return {8, 16};
}

class GpuTransfers : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const DeviceFacts& facts : DiscoverDevices().devices) {
      if (facts.problem.empty()) facts_ = facts;
    }
    if (!facts_.handle) GTEST_SKIP() << "no usable device";
  }

  // Programs are compiled once for all devices of these tests.
  static void SetUpTestSuite() { directory_ = new test::TemporaryCache; }
  static void TearDownTestSuite() {
    delete directory_;
    directory_ = nullptr;
  }

  std::unique_ptr<Device> Make(const DeviceOptions& options) {
    return std::make_unique<Device>(facts_, "transfer test", cache_, options);
  }

  TestWork Work(MagickAccelerateOperation operation, unsigned depth, bool alpha,
                bool vertical_first, uint32_t columns, uint32_t rows, uint32_t to_columns,
                uint32_t to_rows) {
    return {operation,
            depth,
            alpha ? MagickAccelerateWeighted : MagickAccelerateOpaque,
            vertical_first,
            FilterAxis(columns, to_columns, 2.0, random_),
            FilterAxis(rows, to_rows, 2.0, random_)};
  }

  // One call from host to host; the result must equal the oracle's, with nothing else written.
  MagickAccelerateParts Expect(Device& device, const TestWork& work, uint32_t padding = 0,
                               bool timed = false) {
    TestImage source(work.depth, work.horizontal.inputs, work.vertical.inputs, padding, 0);
    source.Fill(random_);
    TestImage result(work.depth, work.horizontal.outputs(), work.vertical.outputs(), padding, 0);
    MagickAccelerateParts parts{};
    parts.timed = timed;
    PlanAndRun(device, work.View(source, result), &parts);
    EXPECT_EQ(Mismatches(Oracle(work, source), result), 0u)
        << work.operation << " depth " << work.depth << " channels " << work.channels
        << " vertical first " << work.vertical_first << " strips " << parts.strips;
    EXPECT_TRUE(result.GuardsIntact());
    return parts;
  }

  static inline test::TemporaryCache* directory_ = nullptr;
  ProgramCache cache_{directory_->path(), ""};
  DeviceFacts facts_;
  std::mt19937 random_{77};
};

}  // namespace lodestone::accel::gpu::testing
