// lodestone devices -build: one of the processes that build the programs of devices together.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/temporary_cache.hpp"
#include "tests/utilities/device_cli_test.hpp"

namespace lodestone::test {
namespace {

std::size_t ProgramsIn(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().extension() == ".bin") ++count;
  return count;
}

class BuildingTest : public DeviceCliTest {
 protected:
  Json Device() {
    const Json listed = ParseOutput({"devices", "-json"});
    for (const Json& device : listed["devices"])
      if (device["type"] == "CPU" && device["usable"] == true) return device;
    return {};
  }

  const TemporaryCache cache_;
};

// Two at once leave the warm-up nothing to compile, and do not test.
TEST_F(BuildingTest, IsWhatAWarmUpLoads) {
  std::vector<ProcessResult> results(2);
  std::vector<std::thread> threads;
  for (ProcessResult& result : results)
    threads.emplace_back([&] { result = Lodestone({"devices", "-build", "1"}); });
  for (std::thread& thread : threads) thread.join();
  for (const ProcessResult& result : results) EXPECT_EQ(0, result.status) << result.err;
  const std::size_t programs = ProgramsIn(cache_.path());
  EXPECT_EQ("not run", Device()["self_test"]);
  const Json warmed = ParseOutput({"devices", "-warm", "-json"});
  for (const Json& device : warmed["devices"]) {
    if (device["type"] != "CPU") continue;
    EXPECT_EQ("passed", device["self_test"]);
    EXPECT_EQ(0, device["compile_ns"]);
    EXPECT_GT(device["load_ns"], 0);
  }
  EXPECT_EQ(programs, ProgramsIn(cache_.path()));
}

TEST_F(BuildingTest, TakesANumberOfProcesses) {
  for (const char* count : {"0", "-1", "a", "2x", "1/2"}) {
    const ProcessResult result = Lodestone({"devices", "-build", count});
    EXPECT_EQ(1, result.status) << count;
    EXPECT_NE(std::string::npos, result.err.find("Not a number of processes")) << result.err;
  }
  EXPECT_EQ(1, Lodestone({"devices", "-build"}).status);
  EXPECT_EQ(1, Lodestone({"devices", "-build", ""}).status);
  EXPECT_EQ(0u, ProgramsIn(cache_.path()));
}

TEST_F(BuildingTest, OtherProcessesBuildForAWarmUp) {
  setenv("OMP_NUM_THREADS", "2", 1);
  const Json warmed = ParseOutput({"devices", "-warm", "-json"});
  unsetenv("OMP_NUM_THREADS");
  for (const Json& device : warmed["devices"]) {
    if (device["type"] != "CPU") continue;
    EXPECT_EQ("passed", device["self_test"]);
    EXPECT_GT(device["load_ns"], 0) << "another process has built some of them";
  }
}

}  // namespace
}  // namespace lodestone::test
