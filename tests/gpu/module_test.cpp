// The module through its function table, and what its devices decline.
#include <gtest/gtest.h>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "accel/gpu/call/device.hpp"
#include "tests/gpu/module.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

TEST(OpenClModule, ServesItsAbiOnly) {
  EXPECT_EQ(MagickAcceleratePluginEntry(MAGICK_ACCELERATE_ABI + 1), nullptr);
  EXPECT_EQ(MagickAcceleratePluginEntry(MAGICK_ACCELERATE_ABI - 1), nullptr);
  ASSERT_NE(MagickAcceleratePluginEntry(MAGICK_ACCELERATE_ABI), nullptr);
  EXPECT_STREQ(Plugin().name, "opencl");
}

// 0 if opening reports the right problem without a registered vendor.
int OpenWithoutVendors() {
  std::string empty = ::testing::TempDir() + "no_vendors_XXXXXX";
  if (!::mkdtemp(empty.data())) return 2;
  ::setenv("OCL_ICD_VENDORS", empty.c_str(), 1);
  void* state = nullptr;
  MagickAccelerateParts parts{};
  char hint[256];
  const bool good = Plugin().open(&kHost, &state, &parts, hint) == 0 && !state &&
                    parts.reason == MagickAccelerateNoDevice &&
                    std::string(parts.detail) == "no OpenCL platform is installed" &&
                    std::strstr(hint, "pocl-opencl-icd");
  std::filesystem::remove_all(empty);
  return good ? 0 : 1;
}

// The loader reads the list of vendors once, so this needs a separate process.
TEST(OpenClModuleDeathTest, NoVendorIsOneReasonAndOneHint) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(::_exit(OpenWithoutVendors()), ::testing::ExitedWithCode(0), "");
}

// 0 if devices of PoCL are found through a library with the name of NVIDIA's driver.
int OpenWithUnnamedDriver() {
  const std::string build = std::getenv("LODESTONE_BUILD_DIR");
  std::string empty = ::testing::TempDir() + "no_vendors_XXXXXX";
  if (!::mkdtemp(empty.data())) return 2;
  for (const char* name : {"OCL_ICD_VENDORS", "OCL_ICD_FILENAMES"}) ::unsetenv(name);
  ::setenv("OPENCL_VENDOR_PATH", empty.c_str(), 1);
  const bool none = DiscoverDevices().devices.empty();
  // The name is then that of a library which is there.
  if (!::dlopen((build + "/tests/gpu/libnvidia-opencl.so.1").c_str(), RTLD_NOW)) return 3;
  ::setenv("OCL_ICD_FILENAMES", "libother.so:libnvidia-opencl.so.1", 1);
  const Discovery found = DiscoverDevices();
  ::setenv("OCL_ICD_FILENAMES", "libother.so", 1);
  const bool others = DiscoverDevices().devices.empty();
  ::unsetenv("OCL_ICD_FILENAMES");
  const bool unnamed = !DiscoverDevices().devices.empty();
  ::setenv("OCL_ICD_VENDORS", empty.c_str(), 1);
  const bool named = others && unnamed && DiscoverDevices().devices.empty();
  std::filesystem::remove_all(empty);
  if (!none || !named || found.devices.empty()) return 1;
  return OpenContext(found.devices.front())->MakeQueue(false)->Finish() ? 0 : 4;
}

TEST(OpenClModuleDeathTest, NvidiasDriverIsFoundWhereNoFileNamesIt) {
  std::ifstream named("/etc/OpenCL/vendors/pocl.icd");
  std::string driver;
  if (!std::getline(named, driver)) GTEST_SKIP() << "no file names PoCL";
  if (::dlopen("libnvidia-opencl.so.1", RTLD_LAZY)) GTEST_SKIP() << "NVIDIA's driver is here";
  ::setenv("LODESTONE_TEST_DRIVER", driver.c_str(), 1);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(::_exit(OpenWithUnnamedDriver()), ::testing::ExitedWithCode(0), "");
  ::unsetenv("LODESTONE_TEST_DRIVER");
}

TEST(OpenClModule, AMemoryLimitThatIsNoneIsAProblem) {
  if (DiscoverDevices().devices.empty()) GTEST_SKIP() << "no OpenCL device";
  ::setenv("MAGICK_OCL_MEMORY_LIMIT", "much", 1);
  void* state = nullptr;
  MagickAccelerateParts parts{};
  char hint[256];
  EXPECT_EQ(Plugin().open(&kHost, &state, &parts, hint), 0u);
  ::unsetenv("MAGICK_OCL_MEMORY_LIMIT");
  EXPECT_STREQ(parts.detail, "MAGICK_OCL_MEMORY_LIMIT is no number of bytes: much");
  EXPECT_NE(std::strstr(hint, "512M"), nullptr) << hint;
}

// 0 after exiting with open work: neither the driver nor the module may fail at exit.
void ExitWithoutClosing() {
  void* state = nullptr;
  MagickAccelerateParts parts{};
  char hint[256];
  if (!Plugin().open(&kHost, &state, &parts, hint)) ::_exit(2);
  if (Plugin().prepare(state, 0, &kEverything, &parts) != MagickAccelerateDone) ::_exit(3);
  std::exit(0);
}

TEST(OpenClModuleDeathTest, ExitWithoutClosing) {
  if (DiscoverDevices().devices.empty()) GTEST_SKIP() << "no OpenCL device";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ExitWithoutClosing(), ::testing::ExitedWithCode(0), "");
}

TEST_F(OpenClDevice, DescribesItself) {
  MagickAccelerateDeviceInfo info;
  std::memset(&info, 0x7F, sizeof(info));
  info.struct_size = sizeof(info);
  info.ready = 7;
  Plugin().describe(state_, 0, &info);
  EXPECT_STREQ(info.accelerator, "opencl");
  const std::string name = info.name;
  EXPECT_EQ(name.find(std::string(info.platform) + ":"), 0u) << name;
  EXPECT_EQ(std::count(name.begin(), name.end(), ':') >= 2, true) << name;
  const std::string type = info.type == MagickAccelerateTypeGPU   ? ":GPU:"
                           : info.type == MagickAccelerateTypeCPU ? ":CPU:"
                                                                  : ":ACCELERATOR:";
  EXPECT_NE(name.find(type), std::string::npos) << name;
  EXPECT_STRNE(info.driver, "");
  EXPECT_GT(info.memory_bytes, 0u);
  EXPECT_GT(info.local_memory_bytes, 0u);
  EXPECT_GT(info.compute_units, 0u);
  EXPECT_STREQ(info.cache, "in memory only: no cache in this test");
  EXPECT_EQ(info.usable, info.problem[0] == '\0' ? 1u : 0u);
  EXPECT_EQ(info.problem[0] == '\0', info.hint[0] == '\0');
  EXPECT_EQ(info.ready, 7u) << "the host's own field";
}

TEST_F(OpenClDevice, ADeviceThatIsNotThere) {
  MagickAccelerateParts parts{};
  EXPECT_EQ(Plugin().prepare(state_, 99, &kEverything, &parts), MagickAccelerateDeclined);
  EXPECT_EQ(parts.reason, MagickAccelerateNoDevice);
  MagickAccelerateDeviceInfo info{};
  Plugin().describe(state_, 99, &info);
  EXPECT_EQ(info.usable, 0u);
  EXPECT_STRNE(info.problem, "");
}

TEST_F(OpenClDevice, ReportsItsParts) {
  MagickAccelerateParts warm{};
  ASSERT_EQ(Plugin().prepare(state_, 0, &kEverything, &warm), MagickAccelerateDone) << warm.detail;
  EXPECT_GT(warm.compile_ns, 0u);
  MagickAccelerateParts again{};
  ASSERT_EQ(Plugin().prepare(state_, 0, &kEverything, &again), MagickAccelerateDone);
  EXPECT_EQ(again.compile_ns, 0u);
  ASSERT_EQ(Run(work_.View(source_, result_), true), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  EXPECT_EQ(std::string(parts_.kernels).rfind("ResizeAcross", 0), 0u) << parts_.kernels;
  EXPECT_EQ(parts_.compile_ns, 0u);
  EXPECT_GT(parts_.kernel_ns, 0u);
  EXPECT_GT(parts_.bytes_up, 0u);
  EXPECT_EQ(parts_.reason, MagickAccelerateNoReason);
  const MagickAccelerateWork work = work_.View(source_, result_);
  const OwnedPlan plan = PlanOf(state_, work, parts_);
  ASSERT_TRUE(plan) << parts_.detail;
  EXPECT_GT(plan->estimate.kernel_ns, 0u);
}

TEST_F(OpenClDevice, MeasuresNoTimesThatNobodyWants) {
  ASSERT_EQ(Run(work_.View(source_, result_)), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  for (const uint64_t ns :
       {parts_.upload_ns, parts_.kernel_ns, parts_.download_ns, parts_.queue_ns})
    EXPECT_EQ(ns, 0u);
}

// Regardless of the order in the library's own plans.
TEST_F(OpenClDevice, TheWorkItemSaysWhichPassComesFirst) {
  work_.operation = MagickAccelerateScale;
  for (const bool vertical_first : {true, false}) {
    work_.vertical_first = vertical_first;
    ASSERT_EQ(Run(work_.View(source_, result_)), MagickAccelerateDone) << parts_.detail;
    EXPECT_STREQ(parts_.kernels, vertical_first ? "ScaleFilter" : "ScaleAcrossFilter");
    EXPECT_EQ(Mismatches(Oracle(work_, source_), result_), 0u);
  }
}

TEST_F(OpenClDevice, ManyThreadsOnOneImage) {
  std::vector<std::thread> threads;
  std::vector<size_t> mismatches(4, 1);
  for (size_t i = 0; i < mismatches.size(); ++i) {
    threads.emplace_back([&, i] {
      mismatches[i] = 0;
      for (int round = 0; round < 10; ++round) {
        TestImage result(16, 30, 200, 0, 0);
        MagickAccelerateParts parts{};
        const MagickAccelerateWork work = work_.View(source_, result);
        if (PlanAndRun(state_, work, parts) != MagickAccelerateDone) ++mismatches[i];
        mismatches[i] += Mismatches(expected_, result);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(mismatches, std::vector<size_t>(4, 0));
}

struct Monitor {
  uint64_t last = 0, span = 0;
  unsigned calls = 0, stop_at = UINT32_MAX;
  static int Call(void* context, uint64_t done, uint64_t span) {
    auto* monitor = static_cast<Monitor*>(context);
    EXPECT_GE(done, monitor->last);
    monitor->last = done;
    monitor->span = span;
    return ++monitor->calls < monitor->stop_at;
  }
};

TEST_F(OpenClDevice, TellsTheMonitor) {
  Monitor monitor;
  MagickAccelerateWork work = work_.View(source_, result_);
  work.progress = Monitor::Call;
  work.progress_context = &monitor;
  ASSERT_EQ(Run(work), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  EXPECT_EQ(monitor.last, 200u);
  EXPECT_EQ(monitor.span, 200u);
  EXPECT_EQ(monitor.calls, 2u) << "at the ends, as so small an image is one strip";
}

TEST_F(OpenClDevice, StopsWhenTheMonitorSaysSo) {
  for (unsigned stop_at = 1; stop_at <= 2; ++stop_at) {
    Monitor monitor;
    monitor.stop_at = stop_at;
    MagickAccelerateWork work = work_.View(source_, result_);
    work.progress = Monitor::Call;
    work.progress_context = &monitor;
    EXPECT_EQ(Run(work), stop_at == 1 ? MagickAccelerateDeclined : MagickAccelerateFailed);
    EXPECT_EQ(parts_.reason, MagickAccelerateCancelled);
    EXPECT_EQ(monitor.calls, stop_at);
  }
  EXPECT_EQ(Run(work_.View(source_, result_)), MagickAccelerateDone) << "and goes on afterwards";
}

TEST_F(OpenClDevice, DeclinesWhatItDoesNotKnow) {
  const MagickAccelerateWork good = work_.View(source_, result_);
  std::vector<MagickAccelerateWork> works(7, good);
  works[0].operation = static_cast<MagickAccelerateOperation>(99);
  works[1].quantum_depth = 32;
  works[2].source.columns -= 1;
  works[3].destination.rows = 0;
  works[4].source.stride_bytes = 8;
  works[5].source.data = nullptr;
  works[6].struct_size -= 8;
  for (const MagickAccelerateWork& work : works) {
    EXPECT_EQ(Run(work), MagickAccelerateDeclined);
    EXPECT_EQ(parts_.reason, MagickAccelerateUnsupported);
    EXPECT_STRNE(parts_.detail, "");
    if (!work.source.data) continue;  // the pixels' address need not be known before
    MagickAccelerateParts parts{};
    EXPECT_FALSE(PlanOf(state_, work, parts));
    EXPECT_EQ(parts.reason, MagickAccelerateUnsupported);
    EXPECT_STRNE(parts.detail, "");
  }
}

TEST_F(OpenClDevice, DeclinesTablesThatPointOutside) {
  for (int which = 0; which < 4; ++which) {
    TestWork work = work_;
    if (which == 0) work.horizontal.count.back() += 1;
    if (which == 1) work.vertical.first.back() = 300;
    if (which == 2) work.vertical.offset.front() = 1u << 31;
    if (which == 3) work.horizontal.count.front() = 0;
    EXPECT_EQ(Run(work.View(source_, result_)), MagickAccelerateDeclined);
    EXPECT_EQ(parts_.reason, MagickAccelerateUnsupported);
  }
}

TEST_F(OpenClDevice, DeclinesWhatDoesNotFit) {
  DeviceOptions options;
  options.share = SharePolicy::kNever;
  options.allocation_limit_bytes = 300;  // a row of the source has 320 bytes
  ProgramCache cache("", "");
  Device device(DiscoverDevices().devices[0], "test", cache, options);
  try {
    static_cast<void>(device.Plan(work_.View(source_, result_)));
    FAIL() << "accepted";
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
    EXPECT_EQ(problem.reason(), MagickAccelerateTooLarge);
    EXPECT_NE(problem.detail().find("300 at a time"), std::string::npos) << problem.detail();
  }
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
