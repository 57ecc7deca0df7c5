// A module as a third party could write it, built against the public headers alone, runs, declines,
// fails and gives wrong results; the event log records the consequences.
#include "tests/plugin/example_process.hpp"

namespace lodestone::test {
namespace {

using ExampleTest = ExampleProcess;

TEST_F(ExampleTest, IsFoundAndDescribed) {
  const Json devices = Devices();
  ASSERT_EQ(1u, devices.size());
  EXPECT_EQ("example", devices[0]["accelerator"]);
  EXPECT_EQ("Example:Other:Device 1", devices[0]["name"]);
  EXPECT_EQ("1.0", devices[0]["driver"]);
  EXPECT_EQ("not run", devices[0]["self_test"]);
  EXPECT_EQ(true, devices[0]["usable"]);
  EXPECT_EQ(false, devices[0]["ready"]);
}

TEST_F(ExampleTest, WarmsUpAndPassesItsSelfTests) {
  const Json devices = Devices({"-warm"});
  ASSERT_EQ(1u, devices.size());
  EXPECT_EQ("passed", devices[0]["self_test"]);
  EXPECT_EQ(true, devices[0]["ready"]);
}

TEST_F(ExampleTest, DoesTheWorkWithTheSamePixels) {
  const std::pair<Words, std::string> cases[] = {{{"-magnify"}, "ExampleMagnify"},
                                                 {{"-sample", "37x91!"}, "ExampleSample"}};
  for (const auto& [operation, kernel] : cases) {
    const ProcessResult result = Convert("require", operation, "device.ppm");
    ASSERT_EQ(0, result.status) << result.err;
    ASSERT_FALSE(events_.empty());
    EXPECT_EQ("example", events_[0]["accelerator"]);
    EXPECT_EQ("Example:Other:Device 1", events_[0]["device"]);
    EXPECT_EQ(kernel, events_[0]["kernels"]);
    ASSERT_EQ(0, Convert("off", operation, "processor.ppm").status);
    EXPECT_EQ("cpu", events_.at(0)["accelerator"]);
    EXPECT_EQ(ReadFile(folder_ / "processor.ppm"), ReadFile(folder_ / "device.ppm"));
  }
}

TEST_F(ExampleTest, WhatItDeclinesIsAnErrorOnlyWhenADeviceIsRequired) {
  EXPECT_EQ(1, Convert("require", {"-resize", "50%"}).status);
  ASSERT_EQ(1u, events_.size());
  EXPECT_EQ("declined", events_[0]["outcome"]);
  EXPECT_EQ("unsupported", events_[0]["reason"]);
  EXPECT_EQ("the example can only magnify and sample", events_[0]["detail"]);
  EXPECT_EQ("Example:Other:Device 1", events_[0]["declined_by"]);
  EXPECT_EQ(0, Convert("auto", {"-resize", "50%"}).status);
  EXPECT_EQ("cpu", events_.at(0)["accelerator"]);
}

TEST_F(ExampleTest, WrongPixelsAreFoundBeforeAnyWorkIsDone) {
  Set("SPOIL=1");
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  ASSERT_EQ(1u, events_.size());
  EXPECT_EQ("self-test-failed", events_[0]["reason"]);
  const Json devices = Devices({"-warm"});
  const std::string verdict = devices[0]["self_test"];
  EXPECT_NE(std::string::npos, verdict.find("magnify: sample 0 of pixel 0,0 is ")) << verdict;
}

TEST_F(ExampleTest, FailuresCarryTheirReason) {
  for (const char* where : {"prepare", "run"}) {
    ClearSettings();
    Set(std::string("FAIL=") + where);
    EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
    ASSERT_EQ(1u, events_.size());
    const std::string detail = events_[0]["detail"];
    EXPECT_NE(std::string::npos, detail.find("because it was asked to")) << where << detail;
  }
}

TEST_F(ExampleTest, SeveralDevicesAreToldApartAndChosenByName) {
  Set("DEVICES=3");
  Set("TYPE=GPU");
  EXPECT_EQ(3u, Devices().size());
  SetVariable("MAGICK_OCL_DEVICE=device 2");
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_EQ("Example:GPU:Device 2", events_.at(0)["device"]);
}

}  // namespace
}  // namespace lodestone::test
