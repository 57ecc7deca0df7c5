// Bulk work on a device that takes its time.
#include <algorithm>
#include <cstdint>

#include "tests/plugin/example_process.hpp"

namespace lodestone::test {
namespace {

// The most magnifications that were under way at once.
int MostAtOnce(const std::string& log) {
  struct Change {
    std::uint64_t ns;
    int by;
  };
  std::vector<Change> changes;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const Json event = Json::parse(line);
    if (event["operation"] != "magnify") continue;
    EXPECT_EQ("example", event["accelerator"]) << line;
    const std::uint64_t end = event["unix_time_ns"];
    changes.push_back({end - event["actual_ns"].get<std::uint64_t>(), 1});
    changes.push_back({end, -1});
  }
  std::ranges::sort(changes, {}, [](const Change& each) { return std::pair(each.ns, each.by); });
  int now = 0, most = 0;
  for (const Change& change : changes) most = std::max(most, now += change.by);
  return most;
}

class BulkWaits : public ExampleProcess {
 protected:
  // The same for 12 files on two threads' worth of CPU.
  int MostAtOnceOn(const std::string& type) {
    constexpr int kFiles = 12;
    std::filesystem::create_directories(folder_ / "in");
    for (int i = 0; i < kFiles; ++i)
      WriteFile(folder_ / ("in/" + std::to_string(i) + ".ppm"), SamplePpm(20 + i, 30));
    Set("TYPE=" + type);
    Set("SLOW_MS=200");
    const ProcessResult result =
        Run({"bulk", "-accelerate", "require", "-accelerate-log", "log.jsonl", "-limit", "threads",
             "2", "-magnify", "-output", "%{base}-out.ppm", "in"});
    EXPECT_EQ(0, result.status) << result.err;
    for (int i = 0; i < kFiles; ++i) EXPECT_TRUE(Exists(std::to_string(i) + "-out.ppm"));
    return MostAtOnce(ReadFile(folder_ / "log.jsonl"));
  }
};

// Threads that wait for a device leave the CPUs to others.
TEST_F(BulkWaits, MoreFilesThanThreadsAreOnADevice) {
  EXPECT_GE(MostAtOnceOn("GPU"), 4);
}

TEST_F(BulkWaits, NotIfTheDeviceIsTheCpu) {
  EXPECT_LE(MostAtOnceOn("CPU"), 2);
}

}  // namespace
}  // namespace lodestone::test
