// Shared by the tests of commands that need a device.
#pragma once

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {

// Selects OpenCL's CPU device. Skips where there is none, unless one is required.
class DeviceCliTest : public CliTest {
 protected:
  using Json = nlohmann::json;

  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    setenv("MAGICK_OCL_DEVICE", "CPU", 1);
    const Json listed = ParseOutput({"devices", "-json"});
    for (const Json& device : listed["devices"])
      if (device["type"] == "CPU" && device["usable"] == true) return;
    if (std::getenv("LODESTONE_REQUIRE_OPENCL")) FAIL() << "no OpenCL device found";
    GTEST_SKIP() << "no OpenCL device";
  }
  void TearDown() override { unsetenv("MAGICK_OCL_DEVICE"); }

  // Runs a command that must succeed and reads the JSON that it prints.
  Json ParseOutput(const Words& words) {
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(0, result.status) << result.err;
    const Json json = Json::parse(result.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << result.out;
    return json;
  }
};

}  // namespace lodestone::test
