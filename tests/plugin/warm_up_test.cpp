// Devices that get ready while the program runs, and programs that end meanwhile.
#include <cstdlib>
#include <algorithm>
#include <string>

#include "tests/plugin/example_process.hpp"

namespace lodestone::test {
namespace {

class WarmUpTest : public ExampleProcess {
 protected:
  void SetUp() override {
    ExampleProcess::SetUp();
    if (IsSkipped()) return;
    Set("TYPE=GPU");
    Set("TRACE=" + Trace());
  }

  std::string Trace() const { return (folder_ / "trace").string(); }

  // How often the module entered that function.
  std::ptrdiff_t Entered(const std::string& where) {
    std::istringstream lines(ReadFile(Trace()));
    std::ptrdiff_t count = 0;
    for (std::string line; std::getline(lines, line);) count += line == where;
    return count;
  }

  // The program that links the library, with the same settings; killed, with status 124, when it
  // does not end in time.
  ProcessResult RunClient(const std::string& argument, const std::string& another = "") {
    Words words = Command({});
    words.back() = std::string(std::getenv("LODESTONE_BUILD_DIR")) + "/tests/warm_up_client";
    words.push_back(argument);
    if (!another.empty()) words.push_back(another);
    return RunProcess(Limited(words), folder_.path());
  }
  ProcessResult RunLimited(const Words& words) {
    return RunProcess(Limited(Command(words)), folder_.path());
  }
  static Words Limited(Words words) {
    words.insert(words.begin(), {"timeout", "100"});
    return words;
  }

  void EmptyCaches() {
    std::filesystem::remove_all(folder_ / "cache");
    std::filesystem::remove_all(folder_ / "pocl");
    std::filesystem::create_directory(folder_ / "cache");
  }

  // Large enough for the library to consider a device worthwhile.
  ProcessResult LargeConvert() {
    return RunLimited({"convert", "in.ppm", "-accelerate", "auto", "-sample", "3000x3000!",
                       "-magnify", "-sample", "7000x5000!", "-sample", "10x10!", "out.ppm"});
  }
};

TEST_F(WarmUpTest, TheDeviceTakesOverOnceItIsReady) {
  Set("ESTIMATE_NS=1");
  const ProcessResult result = RunClient("device");
  ASSERT_EQ(0, result.status) << result.out << result.err;
  EXPECT_NE(0u, std::stoul(result.out)) << "the CPU did what came before: " << result.out;
}

TEST_F(WarmUpTest, AShortCommandStartsNone) {
  ASSERT_EQ(0, RunLimited({"convert", "in.ppm", "-magnify", "out.ppm"}).status);
  EXPECT_EQ(0, Entered("open"));
}

TEST_F(WarmUpTest, ACommandDoesNotWaitForIt) {
  for (const char* where : {"open", "prepare"}) {
    Set(std::string("HANG=") + where);
    Set("HANG_SECONDS=1000");
    const ProcessResult result = LargeConvert();
    EXPECT_EQ(0, result.status) << where << result.err;
    EXPECT_EQ(1, Entered(where));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out.ppm"));
    std::filesystem::remove(folder_ / "out.ppm");
    std::filesystem::remove(Trace());
  }
}

TEST_F(WarmUpTest, AProgramWaitsForNoMoreThanTheStepItIsAt) {
  Set("HANG=prepare");
  Set("HANG_SECONDS=5");
  const ProcessResult result = RunClient("2000");
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ(1, Entered("prepare")) << "no further step is begun";
}

TEST_F(WarmUpTest, AProgramEndsAlthoughTheDriverHangs) {
  Set("HANG=prepare");
  Set("HANG_SECONDS=1000");
  const ProcessResult result = RunClient("2000");
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ(1, Entered("prepare"));
}

TEST_F(WarmUpTest, AFailedWarmUpLeavesTheCpuAtWork) {
  Set("FAIL=prepare");
  const ProcessResult result = RunClient("2000");
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_NE(std::string::npos, result.out.find(", 0 by a device")) << result.out;
}

TEST_F(WarmUpTest, ProgramsEndWhileAThreadOfTheirsWarmsUp) {
  Set("HANG=prepare");
  Set("HANG_SECONDS=1000");
  const ProcessResult result = RunClient("thread", "200");
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ(1, Entered("prepare"));
}

TEST_F(WarmUpTest, ShutdownWaitsForADriverTenSecondsAtMost) {
  Set("HANG=prepare");
  Set("HANG_SECONDS=1000");
  const ProcessResult result = RunClient("shutdown", "300");
  EXPECT_EQ(0, result.status) << result.err;
  const double seconds = std::stod("0" + result.out);
  EXPECT_GE(seconds, 9.5) << result.out;
  EXPECT_LE(seconds, 40) << "there may be other work for the machine";
}

// A real driver and its compiler, each time with empty caches.
TEST_F(WarmUpTest, ProgramsEndWhileADriverCompiles) {
  const char* needed = std::getenv("LODESTONE_REQUIRE_OPENCL");
  if (!needed || needed[0] == '0') GTEST_SKIP() << "no OpenCL device is required here";
  modules_ = std::string(std::getenv("LODESTONE_BUILD_DIR")) + "/.libs";
  SetVariable("MAGICK_OCL_DEVICE=CPU");
  SetVariable("POCL_CACHE_DIR=" + (folder_ / "pocl").string());
  for (const char* milliseconds : {"100", "200", "400", "700", "1100"}) {
    EmptyCaches();
    const ProcessResult client = RunClient(milliseconds);
    EXPECT_EQ(0, client.status) << milliseconds << client.err;
    EmptyCaches();
    const ProcessResult thread = RunClient("thread", milliseconds);
    EXPECT_EQ(0, thread.status) << milliseconds << thread.err;
    const ProcessResult command = LargeConvert();
    EXPECT_EQ(0, command.status) << command.err;
  }
}

// All cases need all programs, a part of them perhaps few.
TEST_F(WarmUpTest, OtherProcessesBuildForACheckOfConformance) {
  Set("MEMORY=8000000000");
  SetVariable("OMP_NUM_THREADS=3");
  EXPECT_EQ(1, RunLimited({"conform", "-device", "Device 1", "-every", "100"}).status);
  EXPECT_EQ(1, Entered("open"));
  std::filesystem::remove(Trace());
  EXPECT_EQ(1, RunLimited({"conform", "-device", "Device 1"}).status) << "it does but little";
  EXPECT_EQ(3, Entered("open")) << "by itself and two others";
}

}  // namespace
}  // namespace lodestone::test
