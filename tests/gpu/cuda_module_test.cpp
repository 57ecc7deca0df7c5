// The module cuda.so in the program, with a libcuda whose kernels compute nothing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/utilities/process.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;

class CudaModule : public testing::Test {
 protected:
  void SetUp() override {
    if (ProgramPath().empty()) GTEST_SKIP() << "no program";
    WriteFile(folder_ / "in.ppm", SamplePpm(200, 160));
  }
  // With that many devices.
  ProcessResult Lodestone(const std::string& devices, Words words) {
    const std::string build = std::getenv("LODESTONE_BUILD_DIR");
    const char* const libraries = std::getenv("LD_LIBRARY_PATH");
    words.insert(
        words.begin(),
        {"env", "LODESTONE_TEST_CUDA_DEVICES=" + devices,
         "LD_LIBRARY_PATH=" + build + "/tests/gpu:" + (libraries ? libraries : ""),
         "MAGICK_OCL_DEVICE=CUDA", "XDG_CACHE_HOME=" + folder_.path().string(), ProgramPath()});
    return RunProcess(words, folder_.path());
  }

  TemporaryFolder folder_;
};

TEST_F(CudaModule, ListsItsDevicesAndWhereTheyAre) {
  const ProcessResult result = Lodestone("2", {"devices", "-json"});
  const Json listed = Json::parse(result.out, nullptr, false);
  std::string places;
  for (const Json& device : listed["devices"]) {
    if (device["accelerator"] != "cuda") continue;
    EXPECT_EQ(true, device["usable"]) << device;
    places +=
        device["name"].get<std::string>() + " " + device["hardware"].get<std::string>() + "\n";
  }
  EXPECT_EQ("CUDA:GPU:Fake pci:0000:3b:00.0\nCUDA:GPU:Fake#2 pci:0000:3c:00.0\n", places);
}

TEST_F(CudaModule, WithoutADeviceGivesOneReasonAndAHint) {
  const ProcessResult result = Lodestone("0", {"devices"});
  EXPECT_NE(std::string::npos, result.out.find("NVIDIA's driver reports no device")) << result.out;
  EXPECT_NE(std::string::npos, result.out.find("nvidia-smi")) << result.out;
}

TEST_F(CudaModule, ADeviceThatComputesWrongIsNotUsed) {
  const Words require = {"convert",   "in.ppm", "-accelerate", "require", "-accelerate-log",
                         "log.jsonl", "-scale", "50%",         "out.ppm"};
  EXPECT_NE(0, Lodestone("1", require).status);
  const Json event = Json::parse(ReadFile(folder_ / "log.jsonl"), nullptr, false);
  EXPECT_EQ("CUDA:GPU:Fake", event["declined_by"]) << event;
  EXPECT_EQ("self-test-failed", event["reason"]) << event;
  EXPECT_EQ(0, Lodestone("1", {"convert", "in.ppm", "-scale", "50%", "auto.ppm"}).status);
  EXPECT_EQ(0, Lodestone("0", {"convert", "in.ppm", "-scale", "50%", "cpu.ppm"}).status);
  EXPECT_EQ(ReadFile(folder_ / "cpu.ppm"), ReadFile(folder_ / "auto.ppm"));
}

}  // namespace
}  // namespace lodestone::test
