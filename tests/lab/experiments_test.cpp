// The lab's experiments on real devices, and the CPU's reference results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lab/host.hpp"
#include "lab/run.hpp"
#include "tests/gpu/opencl_faults.hpp"

namespace lodestone::lab {
namespace {

using accel::gpu::DiscoverDevices;
using accel::gpu::testing::Fault;

constexpr const char* kExperiments[] = {
    "gaussian-11", "precision",       "gaussian-3",     "copy",         "hoisted-call",
    "table",       "independent-ifs", "grouped-switch", "convolution-5"};

TEST(LabHost, MirrorsWithoutTheEdge) {
  EXPECT_EQ((std::vector<int32_t>{3, 2, 1, 0, 1, 2, 3, 2, 1, 0}), MirrorTable(4, 3, 3));
  EXPECT_EQ((std::vector<int32_t>{0, 0, 0, 0}), MirrorTable(1, 2, 1));
  EXPECT_EQ((std::vector<int32_t>{0, 1, 0, 1, 0, 1, 0}), MirrorTable(2, 2, 3));
}

TEST(LabHost, AnImpulseShowsTheTaps) {
  Plane source(23, 1);
  source.pixels[11] = 255;
  const Plane across = Gaussian11Across(source);
  const int taps[] = {1, 4, 8, 16, 32, 134, 32, 16, 8, 4, 1};
  for (int i = 0; i < 11; ++i) EXPECT_EQ((255 * taps[i] + 128) / 256, across.pixels[6 + i]) << i;
  EXPECT_EQ(0, across.pixels[5]);
  EXPECT_EQ(0, across.pixels[17]);
  Plane upright(1, 23);
  upright.pixels = source.pixels;
  EXPECT_EQ(across.pixels, Gaussian11Down(upright).pixels);
}

TEST(LabHost, TheFilterInCIsTheDefinition) {
  const int weights[] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
  for (unsigned columns : {1u, 2u, 3u, 17u})
    for (unsigned rows : {1u, 2u, 5u}) {
      const Plane source = Noise(columns, rows);
      Plane result(columns, rows);
      Gaussian3InC(source, result);
      EXPECT_EQ(ConvolvePlainly(source, weights, 3, 4).pixels, result.pixels)
          << columns << " x " << rows;
    }
}

class LabExperiments : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const DeviceFacts& facts : DiscoverDevices().devices)
      if (facts.problem.empty()) facts_ = facts;
    if (!facts_.handle) GTEST_SKIP() << "no usable OpenCL device";
  }

  unsigned Do(unsigned columns, unsigned rows, const char* experiment = "",
              DeviceOptions options = {}) {
    return DoOn({facts_}, {columns, rows, experiment}, options);
  }

  unsigned DoOn(const std::vector<DeviceFacts>& devices, const Request& request,
                DeviceOptions options = {}) {
    seen_.clear();
    return RunOn(devices, options, *cache_, request, [&](const Record& record) {
      seen_.push_back(record);
      return seen_.size() < stop_after_;
    });
  }

  // Everything is correct, or has a reason why this device cannot do it.
  void ExpectRight() {
    for (const Record& seen : seen_) {
      const std::string what = seen.experiment + ": " + seen.variant + ": " + seen.detail;
      EXPECT_FALSE(seen.wrong) << what;
      EXPECT_EQ(facts_.stable_name, seen.device);
      if (seen.outcome == MagickAccelerateDone) {
        EXPECT_GT(seen.ns, 0u) << what;
        EXPECT_EQ("", seen.detail);
        EXPECT_LE(seen.error, seen.variant == "half precision" ? 1u : 0u) << what;
      } else {
        EXPECT_EQ(MagickAccelerateDeclined, seen.outcome) << what;
        EXPECT_EQ(MagickAccelerateUnsupported, seen.reason) << what;
        EXPECT_EQ(0u, seen.ns);
      }
    }
  }

  DeviceFacts facts_;
  std::unique_ptr<ProgramCache> cache_ =
      std::make_unique<ProgramCache>("", "no cache in this test");
  std::vector<Record> seen_;
  size_t stop_after_ = 100'000;
};

TEST_F(LabExperiments, EveryExperimentIsThereAndRight) {
  EXPECT_EQ(1u, Do(83, 37));
  ExpectRight();
  std::set<std::string> experiments;
  std::map<std::string, std::set<std::string>> variants;
  double done = 0;
  for (const Record& seen : seen_) {
    experiments.insert(seen.experiment);
    variants[seen.experiment].insert(seen.variant);
    if (!seen.baseline.empty()) {
      EXPECT_EQ(1u, variants[seen.experiment].count(seen.baseline)) << "comes before";
    }
    EXPECT_GE(seen.done_share, done);
    done = seen.done_share;
  }
  EXPECT_LT(done, 1);
  EXPECT_EQ(std::set<std::string>(std::begin(kExperiments), std::end(kExperiments)), experiments);
  EXPECT_EQ(8u, variants["gaussian-11"].size());
  for (const auto& [experiment, each] : variants) EXPECT_GE(each.size(), 2u) << experiment;
}

TEST_F(LabExperiments, EveryWidthAndBorder) {
  std::string folder = ::testing::TempDir() + "lab_XXXXXX";
  ASSERT_NE(nullptr, ::mkdtemp(folder.data()));
  cache_ = std::make_unique<ProgramCache>(folder, "");
  for (const char* experiment : {"gaussian-11", "gaussian-3", "convolution-5", "copy"})
    for (const unsigned columns : {1u, 3u, 15u, 16u, 17u, 31u, 129u})
      for (const unsigned rows : {1u, 6u}) {
        SCOPED_TRACE(std::to_string(columns) + " x " + std::to_string(rows));
        Do(columns, rows, experiment);
        EXPECT_FALSE(seen_.empty());
        ExpectRight();
      }
  std::filesystem::remove_all(folder);
}

TEST_F(LabExperiments, GroupsGoFromTheRuntimesToTheLargest) {
  Do(40, 40, "gaussian-11");
  std::map<std::string, std::vector<unsigned>> items;
  for (const Record& seen : seen_)
    items[seen.variant].push_back(seen.group_columns * seen.group_rows);
  for (const auto& [variant, sizes] : items) {
    EXPECT_EQ(0u, sizes.front()) << variant;
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end())) << variant;
    EXPECT_GT(sizes.back() * 2, std::min<size_t>(facts_.group_items, 128)) << variant;
  }
}

TEST_F(LabExperiments, StopsWhenItIsTold) {
  stop_after_ = 3;
  EXPECT_EQ(0u, DoOn({facts_, facts_}, {20, 20, ""}));
  EXPECT_EQ(3u, seen_.size());
}

TEST_F(LabExperiments, RequestsThatMakeNoSense) {
  for (const auto& [columns, experiment] :
       std::map<unsigned, const char*>{{20, "alchemy"}, {100'000, "copy"}}) {
    EXPECT_EQ(0u, Do(columns, 20, experiment));
    ASSERT_EQ(1u, seen_.size()) << experiment;
    EXPECT_EQ(MagickAccelerateDeclined, seen_[0].outcome);
    EXPECT_NE("", seen_[0].detail);
    EXPECT_EQ("", seen_[0].variant);
  }
}

TEST_F(LabExperiments, EveryDeviceHasItsShare) {
  DeviceFacts broken = facts_;
  broken.stable_name = "Broken:GPU:Device";
  broken.problem = "it is broken";
  broken.hint = "repair it";
  EXPECT_EQ(1u, DoOn({broken, facts_}, {20, 20, "copy"}));
  ASSERT_LE(5u, seen_.size());
  EXPECT_EQ("Broken:GPU:Device", seen_[0].device);
  EXPECT_EQ(MagickAccelerateDeclined, seen_[0].outcome);
  EXPECT_EQ(MagickAccelerateNoDevice, seen_[0].reason);
  EXPECT_EQ("it is broken; repair it", seen_[0].detail);
  EXPECT_EQ("", seen_[0].experiment);
  EXPECT_EQ(0.5, seen_[0].done_share);
  double done = 0.5;
  seen_.erase(seen_.begin());
  for (const Record& seen : seen_) {
    EXPECT_GT(seen.done_share, done);
    done = seen.done_share;
  }
  EXPECT_LE(done, 1);
  ExpectRight();
}

TEST_F(LabExperiments, ADeviceThatDoesNotOpenHasAReason) {
  const Fault fault("clCreateContext", 1, CL_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(0u, Do(20, 20, "copy"));
  EXPECT_TRUE(fault.struck());
  ASSERT_EQ(1u, seen_.size());
  EXPECT_EQ(MagickAccelerateFailed, seen_[0].outcome);
  EXPECT_NE(std::string::npos, seen_[0].detail.find("clCreateContext")) << seen_[0].detail;
}

TEST_F(LabExperiments, TheSelectionCounts) {
  ASSERT_EQ(1, MagickAccelerateSelectDevice(facts_.stable_name.c_str()));
  const Selection one = SelectDevices();
  ASSERT_EQ(1u, one.devices.size());
  EXPECT_EQ(facts_.stable_name, one.devices[0].stable_name);
  for (const char* nothing : {"OFF", "no such device"}) {
    MagickAccelerateSelectDevice(nothing);
    const Selection none = SelectDevices();
    EXPECT_TRUE(none.devices.empty());
    EXPECT_NE(std::string::npos, none.problem.find(facts_.stable_name)) << none.problem;
  }
  MagickAccelerateSelectDevice(nullptr);
}

// The device never receives the image, and reports success.
TEST_F(LabExperiments, WrongResultsAreSaidToBeWrong) {
  constexpr unsigned kWritesOfTheCopy = 1;
  const Fault fault("clEnqueueWriteBuffer", kWritesOfTheCopy, CL_SUCCESS);
  Do(64, 64, "copy");
  EXPECT_TRUE(fault.struck());
  ASSERT_FALSE(seen_.empty());
  for (const Record& seen : seen_) {
    EXPECT_TRUE(seen.wrong);
    EXPECT_EQ(0u, seen.ns);
    EXPECT_NE(std::string::npos, seen.detail.find("bytes are wrong")) << seen.detail;
  }
}

// A failure is one record with its reason, and the rest continues.
TEST_F(LabExperiments, FailuresAreNoted) {
  for (const char* call : {"clBuildProgram", "clCreateKernel", "clSetKernelArg",
                           "clEnqueueNDRangeKernel", "clEnqueueFillBuffer"}) {
    SCOPED_TRACE(call);
    const Fault fault(call, 1, CL_OUT_OF_HOST_MEMORY);
    Do(30, 20, "copy");
    EXPECT_TRUE(fault.struck());
    ASSERT_GE(seen_.size(), 4u);
    EXPECT_EQ(MagickAccelerateFailed, seen_[0].outcome);
    EXPECT_NE(std::string::npos, seen_[0].detail.find(call)) << seen_[0].detail;
    EXPECT_EQ(0u, seen_[0].ns);
    seen_.erase(seen_.begin());
    ExpectRight();
  }
}

TEST_F(LabExperiments, LittleMemoryIsAReason) {
  DeviceOptions options;
  options.memory_limit_bytes = 4096;
  Do(200, 200, "gaussian-11", options);
  ASSERT_EQ(1u, seen_.size());
  EXPECT_EQ(MagickAccelerateDeclined, seen_[0].outcome);
  EXPECT_NE("", seen_[0].detail);
  options = {};
  options.local_limit_bytes = 64;
  Do(40, 40, "convolution-5", options);
  unsigned tiles = 0;
  for (const Record& seen : seen_) {
    if (seen.outcome == MagickAccelerateDone) continue;
    ++tiles;
    EXPECT_EQ(MagickAccelerateTooLarge, seen.reason);
    EXPECT_NE(std::string::npos, seen.variant.find("tile"));
  }
  EXPECT_EQ(2u, tiles);
}

}  // namespace
}  // namespace lodestone::lab
