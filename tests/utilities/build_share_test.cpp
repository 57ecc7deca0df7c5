// lodestone devices -build: one of the processes that build the programs of devices together.
#include <filesystem>
#include <string>

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

class BuildShareTest : public DeviceCliTest {
 protected:
  Json Device() {
    const Json listed = ParseOutput({"devices", "-json"});
    for (const Json& device : listed["devices"])
      if (device["type"] == "CPU" && device["usable"] == true) return device;
    return {};
  }

  const testing_support::TemporaryCache cache_;
};

TEST_F(BuildShareTest, IsStoredAndNotTested) {
  ASSERT_EQ(0, Lodestone({"devices", "-build", "0/40"}).status);
  const std::size_t first = ProgramsIn(cache_.path());
  EXPECT_GT(first, 0u);
  EXPECT_EQ("not run", Device()["self_test"]);
  ASSERT_EQ(0, Lodestone({"devices", "-build", "0/40"}).status);
  EXPECT_EQ(first, ProgramsIn(cache_.path())) << "they are there";
  ASSERT_EQ(0, Lodestone({"devices", "-build", "1/40"}).status);
  EXPECT_GT(ProgramsIn(cache_.path()), first);
}

TEST_F(BuildShareTest, MustBeOneOfAllShares) {
  for (const char* share : {"4/4", "0/0", "a", "1/", "/2", "-1/2", "1/2x", "1", ""}) {
    const ProcessResult result = Lodestone({"devices", "-build", share});
    EXPECT_EQ(1, result.status) << share;
    EXPECT_NE(std::string::npos, result.err.find("Not a share such as 0/4")) << result.err;
  }
  EXPECT_EQ(1, Lodestone({"devices", "-build"}).status);
  EXPECT_EQ(0u, ProgramsIn(cache_.path()));
}

// Two processes have left the warm-up nothing to compile.
TEST_F(BuildShareTest, IsWhatAWarmUpLoads) {
  setenv("OMP_NUM_THREADS", "2", 1);
  const Json warmed = ParseOutput({"devices", "-warm", "-json"});
  unsetenv("OMP_NUM_THREADS");
  for (const Json& device : warmed["devices"]) {
    if (device["type"] != "CPU") continue;
    EXPECT_EQ("passed", device["self_test"]);
    EXPECT_EQ(0, device["compile_ns"]);
    EXPECT_GT(device["load_ns"], 0);
  }
}

}  // namespace
}  // namespace lodestone::test
