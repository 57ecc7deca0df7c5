// What the environment and options say of modes and devices, and what users are told of a mistake.
#include "tests/plugin/example_process.hpp"

namespace lodestone::test {
namespace {

using SelectionTest = ExampleProcess;

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(SelectionTest, ANumberNamesNoDevice) {
  Set("DEVICES=3");
  SetVariable("MAGICK_OCL_DEVICE=2");
  for (const Json& device : Devices()) {
    EXPECT_EQ(false, device["usable"]) << device;
    EXPECT_TRUE(Contains(device["problem"], "\"2\", and a number names no device")) << device;
    EXPECT_TRUE(Contains(device["hint"], "MAGICK_OCL_DEVICE")) << device;
  }
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  EXPECT_TRUE(Contains(events_.at(0)["detail"], "\"2\", and a number names no device"));
}

TEST_F(SelectionTest, OneMeansAnyAndZeroNone) {
  Set("DEVICES=2");
  SetVariable("MAGICK_OCL_DEVICE=1");
  for (const Json& device : Devices()) EXPECT_EQ(true, device["usable"]) << device;
  ClearSettings();
  SetVariable("MAGICK_OCL_DEVICE=0");
  EXPECT_EQ("the device selection is OFF", Devices().at(0)["problem"]);
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  EXPECT_EQ("disabled", events_.at(0)["reason"]);
}

TEST_F(SelectionTest, ADeviceIsNotChosenByThatOfALongerName) {
  Set("DEVICES=12");
  SetVariable("MAGICK_OCL_DEVICE=device 1");
  const Json devices = Devices();
  EXPECT_EQ(1, std::count_if(devices.begin(), devices.end(),
                             [](const Json& device) { return device["usable"] == true; }));
}

TEST_F(SelectionTest, AMisspeltModeOrSwitchIsAnError) {
  for (const char* wrong : {"MAGICK_ACCELERATE=requier", "MAGICK_ACCELERATE_QUARANTINE=of"}) {
    ClearSettings();
    SetVariable(wrong);
    const ProcessResult result = Run({"convert", "in.ppm", "-magnify", "out.ppm"});
    EXPECT_EQ(1, result.status) << wrong;
    EXPECT_TRUE(Contains(result.err, wrong)) << result.err;
    EXPECT_TRUE(Contains(result.err, ", expected ")) << result.err;
    EXPECT_FALSE(Exists("out.ppm"));
  }
}

TEST_F(SelectionTest, OnlyANameOrAllIsForgotten) {
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  for (const char* other : {"", " ", "1", "true", "0", "Dev"}) {
    const ProcessResult result = Run({"devices", "-forget", other});
    EXPECT_EQ(1, result.status) << other;
    EXPECT_TRUE(Contains(result.err, "No such device")) << result.err;
  }
  EXPECT_EQ("passed: magnify (1 of 3 kinds)", Devices().at(0)["self_test"]);
  EXPECT_EQ(0, Run({"devices", "-forget", "device 1"}).status);
  EXPECT_EQ("not run", Devices().at(0)["self_test"]);
}

}  // namespace
}  // namespace lodestone::test
