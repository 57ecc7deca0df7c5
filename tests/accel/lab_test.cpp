// What passes from the laboratories of modules to the program.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "tests/support/fake_accelerator.hpp"
#include "tests/support/fake_device.hpp"

namespace lodestone::accel {
namespace {

using testing_support::Fake;
using testing_support::FakeMachinePlugin;
using testing_support::FakePlugin;

struct SeenRecord {
  MagickAccelerateLabRecord raw;
  std::string device, experiment, variant, baseline, detail, source;
};

class Lab : public testing::Test {
 protected:
  void SetUp() override {
    MagickAccelerateShutdown();
    Fake().Reset();
    MagickAccelerateSelectDevice("fake");
    Registry::Get().Add(FakePlugin());
  }
  void TearDown() override {
    Fake().lab.clear();
    MagickAccelerateSelectDevice(nullptr);
    MagickAccelerateShutdown();
  }

  static MagickAccelerateLabRecord Finding(const char* variant, std::uint64_t ns) {
    MagickAccelerateLabRecord record{};
    record.struct_size = sizeof record;
    record.experiment = "fake";
    record.variant = variant;
    record.ns = ns;
    record.done = 0.5;
    return record;
  }

  unsigned Do() { return MagickAccelerateLab(nullptr, Record, this); }

  static int Record(const MagickAccelerateLabRecord* record, void* context) {
    auto& test = *static_cast<Lab*>(context);
    test.seen_.push_back({*record, record->device, record->experiment, record->variant,
                          record->baseline, record->detail, record->published_source});
    return test.seen_.size() < test.stop_after_ ? 1 : 0;
  }

  std::vector<SeenRecord> seen_;
  std::size_t stop_after_ = 100;
};

TEST_F(Lab, WhatIsWrongHasNoTime) {
  Fake().lab = {Finding("right", 70), Finding("wrong", 50)};
  Fake().lab[1].wrong = 1;
  EXPECT_EQ(1u, Do());
  ASSERT_EQ(2u, seen_.size());
  EXPECT_EQ(70u, seen_[0].raw.ns);
  EXPECT_EQ(0u, seen_[0].raw.wrong);
  EXPECT_EQ(0u, seen_[1].raw.ns);
  EXPECT_EQ(1u, seen_[1].raw.wrong);
  for (const SeenRecord& seen : seen_) {
    EXPECT_EQ("Fake:GPU:Zero", seen.device);
    EXPECT_EQ("fake", seen.experiment);
    EXPECT_EQ("", seen.baseline) << "of a module that left it NULL";
    EXPECT_EQ(0.5, seen.raw.done);
  }
}

TEST_F(Lab, AModuleOfAnOlderHeaderKnowsLess) {
  Fake().lab = {Finding("older", 70)};
  Fake().lab[0].struct_size = offsetof(MagickAccelerateLabRecord, done);
  EXPECT_EQ(1u, Do());
  ASSERT_EQ(1u, seen_.size());
  EXPECT_EQ(70u, seen_[0].raw.ns);
  EXPECT_EQ(0, seen_[0].raw.done);
  EXPECT_EQ(sizeof(MagickAccelerateLabRecord), seen_[0].raw.struct_size);
}

TEST_F(Lab, StopsWhenItIsTold) {
  Fake().lab.assign(5, Finding("one of many", 70));
  stop_after_ = 2;
  EXPECT_EQ(0u, Do());
  EXPECT_EQ(2u, seen_.size());
}

TEST_F(Lab, EveryDeviceHasItsShare) {
  testing_support::Machine().devices = 2;
  MagickAccelerateSelectDevice("GPU");
  Registry::Get().Add(FakeMachinePlugin());
  Fake().lab = {Finding("one", 70)};
  EXPECT_EQ(1u, Do());
  ASSERT_EQ(3u, seen_.size());
  double before = 0;
  unsigned refusals = 0;
  for (const SeenRecord& seen : seen_) {
    EXPECT_GT(seen.raw.done, before);
    EXPECT_LE(seen.raw.done, 1.0001);
    before = seen.raw.done;
    if (seen.device == "Fake:GPU:Zero") continue;
    ++refusals;
    EXPECT_EQ(MagickAccelerateDeclined, seen.raw.outcome);
    EXPECT_EQ(MagickAccelerateUnsupported, seen.raw.reason);
    EXPECT_EQ("the accelerator has no laboratory", seen.detail);
    EXPECT_EQ("", seen.experiment);
  }
  EXPECT_EQ(2u, refusals);
}

TEST_F(Lab, NothingIsSelected) {
  MagickAccelerateSelectDevice("OFF");
  EXPECT_EQ(0u, Do());
  EXPECT_TRUE(seen_.empty());
}

TEST_F(Lab, NobodyNeedsToListen) {
  Fake().lab = {Finding("one", 70)};
  EXPECT_EQ(1u, MagickAccelerateLab(nullptr, nullptr, nullptr));
}

}  // namespace
}  // namespace lodestone::accel
