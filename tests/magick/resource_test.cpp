// Limits, progress reports and stop watches.
#include <gtest/gtest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/thread_pool.hpp"
#include "magick/api.h"
#include "magick/core/blob/blob_input.hpp"
#include "magick/core/blob/blob_output.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/core/resources/resource_defaults.hpp"
#include "tests/magick/support.hpp"

namespace lodestone {
namespace {

using namespace test;
using test::LimitScope;

constexpr ResourceType kAllResources[] = {DiskResource,   FileResource,   MapResource,
                                          MemoryResource, PixelsResource, ThreadsResource,
                                          WidthResource,  HeightResource, ReadResource};

TEST(ResourceTest, DefaultsAreFiniteAndRoomy) {
  for (const ResourceType type : kAllResources) {
    EXPECT_GT(GetMagickResourceLimit(type), 0) << type;
    EXPECT_LT(GetMagickResourceLimit(type), magick_int64_t{1} << 60) << type;
  }
  EXPECT_GE(GetMagickResourceLimit(WidthResource), 100000);
  EXPECT_GE(GetMagickResourceLimit(HeightResource), 100000);
  EXPECT_GE(GetMagickResourceLimit(PixelsResource), 500000000);
  EXPECT_LE(GetMagickResourceLimit(MemoryResource), MachineMemory());
}

TEST(ResourceTest, SumsAreBounded) {
  const LimitScope scope(FileResource, GetMagickResource(FileResource) + 10);
  EXPECT_EQ(MagickPass, AcquireMagickResource(FileResource, 6));
  EXPECT_EQ(MagickFail, AcquireMagickResource(FileResource, 5));
  EXPECT_EQ(MagickPass, AcquireMagickResource(FileResource, 4));
  EXPECT_EQ(MagickFail, AcquireMagickResource(FileResource, UINT64_MAX));
  LiberateMagickResource(FileResource, 10);
  EXPECT_EQ(MagickPass, AcquireMagickResource(FileResource, 10));
  LiberateMagickResource(FileResource, 10);
}

TEST(ResourceTest, OthersLimitEachRequest) {
  const LimitScope scope(WidthResource, 1000);
  EXPECT_EQ(MagickPass, AcquireMagickResource(WidthResource, 1000));
  EXPECT_EQ(MagickPass, AcquireMagickResource(WidthResource, 1000));
  EXPECT_EQ(MagickFail, AcquireMagickResource(WidthResource, 1001));
  EXPECT_EQ(0, GetMagickResource(WidthResource));
}

TEST(ResourceTest, RefusesWhatMakesNoSense) {
  EXPECT_EQ(MagickFail, SetMagickResourceLimit(UndefinedResource, 5));
  EXPECT_EQ(MagickFail, SetMagickResourceLimit(static_cast<ResourceType>(77), 5));
  EXPECT_EQ(MagickFail, SetMagickResourceLimit(WidthResource, -1));
  EXPECT_EQ(MagickFail, SetMagickResourceLimit(ThreadsResource, 0));
  EXPECT_EQ(MagickFail, AcquireMagickResource(UndefinedResource, 1));
  EXPECT_EQ(0, GetMagickResourceLimit(UndefinedResource));
}

TEST(ResourceTest, ThreadsLimitThePool) {
  const LimitScope scope(ThreadsResource, 1);
  EXPECT_EQ(1U, accel::ThreadLimit());
}

TEST(ResourceTest, ManyThreadsNeverExceedTheLimit) {
  const magick_int64_t base = GetMagickResource(MapResource);
  const LimitScope scope(MapResource, base + 3);
  std::atomic<int> most{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; i++) {
        if (AcquireMagickResource(MapResource, 1) == MagickFail) continue;
        const int used = static_cast<int>(GetMagickResource(MapResource) - base);
        int before = most.load();
        while (used > before && !most.compare_exchange_weak(before, used)) {
        }
        LiberateMagickResource(MapResource, 1);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(most.load(), 3);
  EXPECT_EQ(base, GetMagickResource(MapResource));
}

TEST(ResourceTest, ListsEveryLimit) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(nullptr, file);
  Exception exception;
  EXPECT_EQ(MagickPass, ListMagickResourceInfo(file, exception));
  std::rewind(file);
  std::string text(4096, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  for (const char* part : {"MAGICK_LIMIT_DISK", "MAGICK_LIMIT_READ", "MAGICK_LIMIT_WRITE",
                           "OMP_NUM_THREADS", "Width:"}) {
    EXPECT_NE(std::string::npos, text.find(part)) << text;
  }
}

// The environment is read once, so this needs a separate process.
TEST(ResourceTest, ReadsTheEnvironment) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    setenv("MAGICK_LIMIT_WIDTH", "12k", 1);
    setenv("MAGICK_LIMIT_DISK", "3TiB", 1);
    setenv("MAGICK_LIMIT_PIXELS", "unlimited", 1);
    execl("/proc/self/exe", "unit_magick", "--gtest_filter=ResourceChildTest.*",
          "--gtest_also_run_disabled_tests", "--gtest_output=", nullptr);
    _exit(99);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
}

// Run only by name, from the test above.
TEST(ResourceChildTest, DISABLED_SeesTheLimits) {
  EXPECT_EQ(12 * 1024, GetMagickResourceLimit(WidthResource));
  EXPECT_EQ(magick_int64_t{3} << 40, GetMagickResourceLimit(DiskResource));
  EXPECT_EQ(INT64_MAX, GetMagickResourceLimit(PixelsResource));
}

// One variable with a value; what InitializeMagickEx says about it, in a process of its own.
void ExpectRefusedLimit(const char* variable, const char* value) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    setenv(variable, value, 1);
    execl("/proc/self/exe", "unit_magick", "--gtest_filter=RefusedLimitChildTest.*",
          "--gtest_also_run_disabled_tests", "--gtest_output=", nullptr);
    _exit(99);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status) << variable << "=" << value;
}

// Run only by name, from the test below.
TEST(RefusedLimitChildTest, DISABLED_IsReported) {
  Exception exception;
  EXPECT_EQ(MagickPass, InitializeMagickEx("program", 0, exception));
  EXPECT_EQ(OptionError, exception.severity());
  EXPECT_NE(std::string::npos, exception.text().find("MAGICK_LIMIT_MEMORY=")) << exception.text();
  EXPECT_LT(GetMagickResourceLimit(MemoryResource), magick_int64_t{1} << 60) << "the default";
}

TEST(ResourceTest, LimitsThatMeanNothingAreReported) {
  for (const char* value : {"99999999999999999999", "9999e", "much", "", "-5", "12 apples", "1GBx"})
    ExpectRefusedLimit("MAGICK_LIMIT_MEMORY", value);
}

// Pixels beyond the limits for memory and maps are on the disk, within the limit for files.
TEST(ResourceTest, PixelsGoToTheDiskBeyondTheOtherLimits) {
  const magick_int64_t files = GetMagickResource(FileResource);
  const LimitScope memory(MemoryResource, GetMagickResource(MemoryResource) + 10000);
  const LimitScope map(MapResource, GetMagickResource(MapResource) + 10000);
  Exception exception;
  {
    const ImagePtr image = test::Counting(200, 100);
    EXPECT_EQ(files + 1, GetMagickResource(FileResource));
    EXPECT_EQ(200, test::RedAt(image.get(), 199, 0));
    const LimitScope no_more(FileResource, files + 1);
    const ImagePtr copy(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    EXPECT_EQ(nullptr, GetImagePixelsEx(copy.get(), 0, 0, 200, 100, exception));
    EXPECT_EQ(ResourceLimitError, exception.severity());
  }
  EXPECT_EQ(files, GetMagickResource(FileResource));
}

std::atomic<int> reports{0};
std::atomic<int> reports_at_once{0};
std::atomic<bool> overlapped{false};

MagickPassFail Count(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  if (reports_at_once.fetch_add(1) != 0) overlapped = true;
  reports++;
  std::this_thread::yield();
  reports_at_once--;
  return MagickPass;
}

MagickPassFail Cancel(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

MagickPassFail ReportAgain(const char* text, const magick_int64_t quantum,
                           const magick_uint64_t span, ExceptionInfo* exception) {
  reports++;
  return MagickMonitor(text, quantum, span, exception);
}

class MonitorTest : public ::testing::Test {
 protected:
  void SetUp() override { reports = 0; }
  void TearDown() override { SetMonitorHandler(nullptr); }
};

TEST_F(MonitorTest, NobodyThereIsFine) {
  Exception exception;
  EXPECT_EQ(MagickPass, MagickMonitorFormatted(1, 2, exception, "%d", 3));
}

TEST_F(MonitorTest, OneReportAtATime) {
  EXPECT_EQ(nullptr, SetMonitorHandler(Count));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([] {
      Exception exception;
      for (int i = 0; i < 500; i++) MagickMonitorFormatted(i, 500, exception, "step %d", i);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(2000, reports.load());
  EXPECT_FALSE(overlapped.load());
  EXPECT_EQ(Count, SetMonitorHandler(nullptr));
}

TEST_F(MonitorTest, CancellingLeavesAReason) {
  SetMonitorHandler(Cancel);
  Exception exception;
  EXPECT_EQ(MagickFail, MagickMonitorFormatted(1, 2, exception, "[%s] Work...", "file"));
  EXPECT_EQ(MonitorError, exception.severity());
  EXPECT_NE(std::string::npos, exception.text().find("[file] Work..."));
}

TEST_F(MonitorTest, HandlerMayReportItself) {
  SetMonitorHandler(ReportAgain);
  Exception exception;
  EXPECT_EQ(MagickPass, MagickMonitorFormatted(1, 2, exception, "x"));
  EXPECT_EQ(1, reports.load());
}

// A stream and a named pipe that nobody writes to.
TEST_F(MonitorTest, CancelsWaitingForInput) {
  SetMonitorHandler(Cancel);
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  FILE* stream = fdopen(ends[0], "r");
  const auto from_stream = BlobInput::FromStream(stream);
  EXPECT_FALSE(from_stream->Require(1));
  EXPECT_EQ(EINTR, from_stream->error());
  std::fclose(stream);
  close(ends[1]);
  const test::TemporaryFolder folder;
  const std::string name = folder / "pipe";
  ASSERT_EQ(0, mkfifo(name.c_str(), 0600));
  const auto from_file = BlobInput::OpenFile(name.c_str());
  ASSERT_NE(nullptr, from_file);
  EXPECT_FALSE(from_file->Require(1));
  EXPECT_EQ(EINTR, from_file->error());
}

// A stream, and a named pipe that nobody reads.
TEST_F(MonitorTest, CancelsWaitingForReaders) {
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  const int room = fcntl(ends[1], F_SETPIPE_SZ, 4096);
  FILE* stream = fdopen(ends[1], "w");
  SetMonitorHandler(Cancel);
  const auto to_stream = OutputToStream(stream);
  const std::string bytes(static_cast<std::size_t>(room) + 100'000, 'x');
  EXPECT_TRUE(to_stream->Write(bytes.data(), bytes.size()) != bytes.size() || !to_stream->Commit());
  EXPECT_EQ(EINTR, errno);
  const test::TemporaryFolder folder;
  const std::string name = folder / "pipe";
  ASSERT_EQ(0, mkfifo(name.c_str(), 0600));
  Exception exception;
  EXPECT_EQ(nullptr, OutputToFile(name.c_str(), exception));
  EXPECT_EQ(FileOpenError, exception.severity());
  std::fclose(stream);
  close(ends[0]);
}

TEST(ProgressTest, AboutAHundredTicksAndTheLast) {
  for (magick_uint64_t span : {1ULL, 50ULL, 101ULL, 1000ULL, 123457ULL}) {
    magick_uint64_t ticks = 0;
    for (magick_uint64_t i = 0; i < span; i++) {
      ticks += QuantumTick(static_cast<magick_int64_t>(i), span) ? 1 : 0;
    }
    EXPECT_GE(ticks, std::min<magick_uint64_t>(span, 100));
    EXPECT_LE(ticks, 204U);
    EXPECT_TRUE(QuantumTick(static_cast<magick_int64_t>(span - 1), span));
  }
}

TEST(TimerTest, MeasuresAndGoesOn) {
  TimerInfo timer;
  GetTimerInfo(&timer);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double first = GetElapsedTime(&timer);
  EXPECT_GE(first, 0.02);
  EXPECT_EQ(StoppedTimerState, timer.state);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(first, GetElapsedTime(&timer)) << "stopped";
  EXPECT_EQ(1U, ContinueTimer(&timer));
  EXPECT_GE(GetElapsedTime(&timer), 0.04) << "as if never stopped";
  EXPECT_GE(GetUserTime(&timer), 0.0);
  ResetTimer(&timer);
  EXPECT_EQ(0.0, GetElapsedTime(&timer));
  StartTimer(&timer, MagickTrue);
  EXPECT_LT(GetElapsedTime(&timer), 5.0);
  EXPECT_LT(GetTimerResolution(), 0.1);
  TimerInfo never{};
  EXPECT_EQ(0U, ContinueTimer(&never));
  EXPECT_EQ(0.0, GetElapsedTime(&never));
}

}  // namespace
}  // namespace lodestone
