// The log of a command about images that stay on a device.
#include <cstdint>
#include <algorithm>
#include <string>

#include "tests/plugin/example_process.hpp"

namespace lodestone::test {
namespace {

class ResidentTest : public ExampleProcess {
 protected:
  const Words chain_{"-magnify", "-sample", "37x91!", "-magnify"};

  void ExpectThePixelsOfTheCpu() {
    const std::string device = ReadFile(folder_ / "out.ppm");
    ASSERT_EQ(0, Convert("off", chain_, "processor.ppm").status);
    EXPECT_EQ(ReadFile(folder_ / "processor.ppm"), device);
  }
  std::uint64_t Sum(const char* field) const {
    std::uint64_t sum = 0;
    for (const Json& event : events_) sum += event.at(field).get<std::uint64_t>();
    return sum;
  }
};

TEST_F(ResidentTest, AChainMovesItsFirstAndLastImageOnly) {
  ASSERT_EQ(0, Convert("require", chain_).status);
  ASSERT_EQ(4u, events_.size());
  EXPECT_LT(0u, events_[0]["bytes_up"].get<std::uint64_t>());
  for (const int i : {1, 2}) {
    EXPECT_EQ(1, events_[i]["resident"]);
    EXPECT_EQ(0, events_[i]["bytes_up"]);
    EXPECT_EQ(0, events_[i]["bytes_down"]);
  }
  EXPECT_EQ("download", events_[3]["operation"]);
  EXPECT_EQ(Sum("bytes_down"), events_[3]["bytes_down"].get<std::uint64_t>());
  ExpectThePixelsOfTheCpu();
}

TEST_F(ResidentTest, ADeviceThatKeepsNothingMovesEverything) {
  Set("BUFFERS=off");
  ASSERT_EQ(0, Convert("require", chain_).status);
  ASSERT_EQ(3u, events_.size());
  for (const Json& event : events_) {
    EXPECT_EQ(0, event["resident"]);
    EXPECT_LT(0u, event["bytes_up"].get<std::uint64_t>());
    EXPECT_LT(0u, event["bytes_down"].get<std::uint64_t>());
  }
  ExpectThePixelsOfTheCpu();
}

TEST_F(ResidentTest, AnyAmountOfDeviceMemoryWillDo) {
  for (const char* bytes : {"1000", "20000", "60000", "200000"}) {
    ClearSettings();
    Set(std::string("MEMORY=") + bytes);
    ASSERT_EQ(0, Convert("require", chain_).status) << bytes;
    ExpectThePixelsOfTheCpu();
  }
}

TEST_F(ResidentTest, PixelsThatDoNotComeBackAreAnErrorAndNoFile) {
  Set("FAIL=read");
  // Self-tests transfer their pixels as part of the run.
  const ProcessResult result = Convert("require", chain_);
  EXPECT_EQ(1, result.status);
  EXPECT_NE(std::string::npos, result.err.find("cannot be read back")) << result.err;
  EXPECT_NE(std::string::npos, result.err.find("because it was asked to")) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.ppm"));
}

}  // namespace
}  // namespace lodestone::test
