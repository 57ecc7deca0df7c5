// Every program of this quantum depth on the first usable device, by the works with which the
// library tests a device before it trusts it: for scripts/driver-test, which runs it with drivers
// that take long, or find faults themselves.
//
// LODESTONE_TEST_MOST_PIXELS: works on larger sources are left out, but not all of a kind.
// LODESTONE_TEST_SECONDS: how long a kind may take, its program included.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "accel/trials/self_test.hpp"
#include "tests/gpu/run.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

uint64_t Setting(const char* name, uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::vector<WorkKind> AllKinds() {
  std::vector<WorkKind> kinds;
  for (const OperationTraits& operation : Operations())
    for (const WorkKind& kind : KindsOf(operation)) kinds.push_back(kind);
  return kinds;
}

// Programs are kept in memory alone.
Device* TheDevice() {
  static auto& cache = *new ProgramCache("", "");
  static Device* const device = []() -> Device* {
    for (const DeviceFacts& facts : DiscoverDevices().devices)
      if (facts.problem.empty()) return new Device(facts, "driver suite", cache);
    return nullptr;
  }();
  return device;
}

std::string TestName(const ::testing::TestParamInfo<WorkKind>& kind) {
  std::string name = NameOf(kind.param);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class Drivers : public ::testing::TestWithParam<WorkKind> {};

TEST_P(Drivers, ComputeAsTheCpu) {
  Device* const device = TheDevice();
  ASSERT_TRUE(device) << DiscoverDevices().problem;
  const uint64_t most_pixels = Setting("LODESTONE_TEST_MOST_PIXELS", UINT64_MAX);
  const uint64_t most_seconds = Setting("LODESTONE_TEST_SECONDS", UINT64_MAX);
  const auto begin = std::chrono::steady_clock::now();
  unsigned done = 0;
  const auto run = [&](const MagickAccelerateWork& work) {
    Attempt attempt;
    try {
      PlanAndRun(*device, work, &attempt.parts);
      ++done;
    } catch (const Problem& problem) {
      return lodestone::accel::Failed(problem.reason(), problem.detail());
    }
    return attempt;
  };
  const Attempt left_out = lodestone::accel::Declined(MagickAccelerateUnsupported, "large");
  uint64_t least_pixels = UINT64_MAX;
  const auto run_up_to = [&](uint64_t pixels) {
    return SelfTest(GetParam(),
                    [&, pixels](const MagickAccelerateWork& work) {
                      const uint64_t here = uint64_t{work.source.columns} * work.source.rows;
                      least_pixels = std::min(least_pixels, here);
                      return here > pixels ? left_out : run(work);
                    })
        .problem;
  };
  EXPECT_EQ("", run_up_to(most_pixels));
  if (done == 0) EXPECT_EQ("", run_up_to(least_pixels));
  EXPECT_GT(done, 0u);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_LE(took.count(), double(most_seconds));
}

INSTANTIATE_TEST_SUITE_P(Kinds, Drivers, ::testing::ValuesIn(AllKinds()), TestName);

}  // namespace
}  // namespace lodestone::accel::gpu::testing
