// The laboratory's experiments on real devices, and the host's results that they are held to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "accel/opencl/call/device.hpp"
#include "lab/host.hpp"
#include "tests/accel/opencl_faults.hpp"

namespace lodestone::accel::opencl::testing {
namespace {

constexpr const char* kExperiments[] = {
    "gaussian-11", "precision",       "gaussian-3",     "copy",         "hoisted-call",
    "table",       "independent-ifs", "grouped-switch", "convolution-5"};

TEST(LabHost, MirrorsWithoutTheEdge) {
  EXPECT_EQ((std::vector<int32_t>{3, 2, 1, 0, 1, 2, 3, 2, 1, 0}), MirrorTable(4, 3, 3));
  EXPECT_EQ((std::vector<int32_t>{0, 0, 0, 0}), MirrorTable(1, 2, 1));
  EXPECT_EQ((std::vector<int32_t>{0, 1, 0, 1, 0, 1, 0}), MirrorTable(2, 2, 3));
}

TEST(LabHost, AnImpulseShowsTheTaps) {
  LabPicture source(23, 1);
  source.pixels[11] = 255;
  const LabPicture across = Gaussian11Across(source);
  const int taps[] = {1, 4, 8, 16, 32, 134, 32, 16, 8, 4, 1};
  for (int i = 0; i < 11; ++i) EXPECT_EQ((255 * taps[i] + 128) / 256, across.pixels[6 + i]) << i;
  EXPECT_EQ(0, across.pixels[5]);
  EXPECT_EQ(0, across.pixels[17]);
  LabPicture upright(1, 23);
  upright.pixels = source.pixels;
  EXPECT_EQ(across.pixels, Gaussian11Down(upright).pixels);
}

TEST(LabHost, TheFilterInCIsTheDefinition) {
  const int weights[] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
  for (unsigned columns : {1u, 2u, 3u, 17u})
    for (unsigned rows : {1u, 2u, 5u}) {
      const LabPicture source = LabNoise(columns, rows);
      LabPicture result(columns, rows);
      Gaussian3InC(source, result);
      EXPECT_EQ(ConvolvePlainly(source, weights, 3, 4).pixels, result.pixels)
          << columns << " x " << rows;
    }
}

struct Seen {
  MagickAccelerateLabRecord raw;
  std::string experiment, variant, baseline, detail;
};

class OpenClLab : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const DeviceFacts& facts : DiscoverDevices().devices)
      if (facts.problem.empty()) facts_ = facts;
    if (!facts_.id) GTEST_SKIP() << "no usable OpenCL device";
  }

  void Do(unsigned columns, unsigned rows, const char* experiment = "",
          DeviceOptions options = {}) {
    seen_.clear();
    Device device(facts_, "test", *cache_, options);
    const MagickAccelerateLabOptions order = {sizeof order, columns, rows, experiment};
    MagickAccelerateParts parts{};
    device.RunLab(order, Record, this, &parts);
  }

  static int Record(const MagickAccelerateLabRecord* record, void* context) {
    auto& test = *static_cast<OpenClLab*>(context);
    test.seen_.push_back(
        {*record, record->experiment, record->variant, record->baseline, record->detail});
    return test.seen_.size() < test.stop_after_ ? 1 : 0;
  }

  // That all is right, or has a reason why this device cannot do it.
  void ExpectRight() {
    for (const Seen& seen : seen_) {
      const std::string what = seen.experiment + ": " + seen.variant + ": " + seen.detail;
      EXPECT_EQ(0u, seen.raw.wrong) << what;
      EXPECT_EQ(sizeof(MagickAccelerateLabRecord), seen.raw.struct_size);
      if (seen.raw.outcome == MagickAccelerateDone) {
        EXPECT_GT(seen.raw.ns, 0u) << what;
        EXPECT_EQ("", seen.detail);
        EXPECT_LE(seen.raw.error, seen.variant == "half precision" ? 1u : 0u) << what;
      } else {
        EXPECT_EQ(MagickAccelerateDeclined, seen.raw.outcome) << what;
        EXPECT_EQ(MagickAccelerateUnsupported, seen.raw.reason) << what;
        EXPECT_EQ(0u, seen.raw.ns);
      }
    }
  }

  DeviceFacts facts_;
  std::unique_ptr<ProgramCache> cache_ =
      std::make_unique<ProgramCache>("", "no cache in this test");
  std::vector<Seen> seen_;
  size_t stop_after_ = 100'000;
};

TEST_F(OpenClLab, EveryExperimentIsThereAndRight) {
  Do(83, 37);
  ExpectRight();
  std::set<std::string> experiments;
  std::map<std::string, std::set<std::string>> variants;
  double done = 0;
  for (const Seen& seen : seen_) {
    experiments.insert(seen.experiment);
    variants[seen.experiment].insert(seen.variant);
    if (!seen.baseline.empty()) {
      EXPECT_EQ(1u, variants[seen.experiment].count(seen.baseline)) << "comes before";
    }
    EXPECT_GE(seen.raw.done, done);
    done = seen.raw.done;
  }
  EXPECT_LT(done, 1);
  EXPECT_EQ(std::set<std::string>(std::begin(kExperiments), std::end(kExperiments)), experiments);
  EXPECT_EQ(8u, variants["gaussian-11"].size());
  for (const auto& [experiment, each] : variants) EXPECT_GE(each.size(), 2u) << experiment;
}

TEST_F(OpenClLab, EveryWidthAndBorder) {
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

TEST_F(OpenClLab, GroupsGoFromTheRuntimesToTheLargest) {
  Do(40, 40, "gaussian-11");
  std::map<std::string, std::vector<unsigned>> items;
  for (const Seen& seen : seen_)
    items[seen.variant].push_back(seen.raw.group_columns * seen.raw.group_rows);
  for (const auto& [variant, sizes] : items) {
    EXPECT_EQ(0u, sizes.front()) << variant;
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end())) << variant;
    EXPECT_GT(sizes.back() * 2, std::min<size_t>(facts_.group_items, 128)) << variant;
  }
}

TEST_F(OpenClLab, StopsWhenItIsTold) {
  stop_after_ = 3;
  try {
    Do(20, 20);
    FAIL() << "it went on";
  } catch (const Problem& problem) {
    EXPECT_EQ(MagickAccelerateCancelled, problem.reason());
    EXPECT_EQ(MagickAccelerateDeclined, problem.outcome());
  }
  EXPECT_EQ(3u, seen_.size());
}

TEST_F(OpenClLab, OrdersThatMakeNoSense) {
  for (const auto& [columns, experiment] :
       std::map<unsigned, const char*>{{20, "alchemy"}, {100'000, "copy"}}) {
    try {
      Do(columns, 20, experiment);
      FAIL() << experiment;
    } catch (const Problem& problem) {
      EXPECT_EQ(MagickAccelerateDeclined, problem.outcome());
    }
    EXPECT_TRUE(seen_.empty());
  }
}

// The device never gets the picture, and says that all went well.
TEST_F(OpenClLab, WrongResultsAreSaidToBeWrong) {
  constexpr unsigned kWritesOfTheCopy = 1;
  const Fault fault("clEnqueueWriteBuffer", kWritesOfTheCopy, CL_SUCCESS);
  Do(64, 64, "copy");
  EXPECT_TRUE(fault.struck());
  ASSERT_FALSE(seen_.empty());
  for (const Seen& seen : seen_) {
    EXPECT_EQ(1u, seen.raw.wrong);
    EXPECT_EQ(0u, seen.raw.ns);
    EXPECT_NE(std::string::npos, seen.detail.find("bytes are wrong")) << seen.detail;
  }
}

// What fails is one record with its reason, and the rest goes on.
TEST_F(OpenClLab, FailuresAreNoted) {
  for (const char* call : {"clBuildProgram", "clCreateKernel", "clSetKernelArg",
                           "clEnqueueNDRangeKernel", "clEnqueueFillBuffer"}) {
    SCOPED_TRACE(call);
    const Fault fault(call, 1, CL_OUT_OF_HOST_MEMORY);
    Do(30, 20, "copy");
    EXPECT_TRUE(fault.struck());
    ASSERT_GE(seen_.size(), 4u);
    EXPECT_EQ(MagickAccelerateFailed, seen_[0].raw.outcome);
    EXPECT_NE(std::string::npos, seen_[0].detail.find(call)) << seen_[0].detail;
    EXPECT_EQ(0u, seen_[0].raw.ns);
    seen_.erase(seen_.begin());
    ExpectRight();
  }
}

TEST_F(OpenClLab, LittleMemoryIsAReason) {
  DeviceOptions options;
  options.memory_limit_bytes = 4096;
  Do(200, 200, "gaussian-11", options);
  ASSERT_EQ(1u, seen_.size());
  EXPECT_EQ(MagickAccelerateDeclined, seen_[0].raw.outcome);
  EXPECT_NE("", seen_[0].detail);
  options = {};
  options.local_limit_bytes = 64;
  Do(40, 40, "convolution-5", options);
  unsigned tiles = 0;
  for (const Seen& seen : seen_) {
    if (seen.raw.outcome == MagickAccelerateDone) continue;
    ++tiles;
    EXPECT_EQ(MagickAccelerateTooLarge, seen.raw.reason);
    EXPECT_NE(std::string::npos, seen.variant.find("tile"));
  }
  EXPECT_EQ(2u, tiles);
}

}  // namespace
}  // namespace lodestone::accel::opencl::testing
