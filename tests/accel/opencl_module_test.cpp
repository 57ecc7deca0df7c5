// The module through its function table, and what its devices decline.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "accel/opencl/call/device.hpp"
#include "tests/accel/opencl_oracle.hpp"

extern "C" const MagickAcceleratePlugin* MagickAcceleratePluginEntry(uint32_t host_abi);

namespace lodestone::accel::opencl::testing {
namespace {

const MagickAcceleratePlugin& Plugin() {
  return *MagickAcceleratePluginEntry(MAGICK_ACCELERATE_ABI);
}

constexpr MagickAccelerateHost kHost = {sizeof(MagickAccelerateHost),
                                        MAGICK_ACCELERATE_ABI,
                                        "test",
                                        "",
                                        "no cache in this test",
                                        nullptr};

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

// 0 after exiting with open work: neither the driver nor the module may fail at exit.
void ExitWithoutClosing() {
  void* state = nullptr;
  MagickAccelerateParts parts{};
  char hint[256];
  if (!Plugin().open(&kHost, &state, &parts, hint)) ::_exit(2);
  if (Plugin().warm_up(state, 0, 16, 0, &parts) != MagickAccelerateDone) ::_exit(3);
  std::exit(0);
}

TEST(OpenClModuleDeathTest, ExitWithoutClosing) {
  if (DiscoverDevices().devices.empty()) GTEST_SKIP() << "no OpenCL device";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ExitWithoutClosing(), ::testing::ExitedWithCode(0), "");
}

// Needs a device; work is a small resize that the oracle has already computed.
class OpenClDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (DiscoverDevices().devices.empty()) GTEST_SKIP() << "no OpenCL device";
    MagickAccelerateParts parts{};
    char hint[256];
    ASSERT_EQ(Plugin().open(&kHost, &state_, &parts, hint), 1) << parts.detail;
    source_.Fill(random_);
    work_ = {MagickAccelerateResize,           16,
             MagickAccelerateWeighted,         false,
             FilterAxis(40, 30, 3.0, random_), FilterAxis(300, 200, 2.0, random_)};
    expected_ = Oracle(work_, source_);
  }
  void TearDown() override {
    if (state_) Plugin().close(state_);
  }

  MagickAccelerateOutcome Run(const MagickAccelerateWork& work) {
    parts_ = {};
    return Plugin().run(state_, 0, &work, &parts_);
  }

  std::mt19937 random_{5};
  void* state_ = nullptr;
  TestImage source_{16, 40, 300, 0, 0};
  TestImage result_{16, 30, 200, 0, 0};
  TestWork work_;
  std::vector<unsigned> expected_;
  MagickAccelerateParts parts_{};
};

TEST_F(OpenClDevice, DescribesItself) {
  ASSERT_GE(Plugin().device_count(state_), 1u);
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
  EXPECT_EQ(info.problem[0] == '\0', info.remedy[0] == '\0');
  EXPECT_EQ(info.ready, 7u) << "the host's own field";
}

TEST_F(OpenClDevice, ADeviceThatIsNotThere) {
  MagickAccelerateParts parts{};
  EXPECT_EQ(Plugin().warm_up(state_, 99, 16, 0, &parts), MagickAccelerateDeclined);
  EXPECT_EQ(parts.reason, MagickAccelerateNoDevice);
  MagickAccelerateDeviceInfo info{};
  Plugin().describe(state_, 99, &info);
  EXPECT_EQ(info.usable, 0u);
  EXPECT_STRNE(info.problem, "");
}

TEST_F(OpenClDevice, ReportsItsParts) {
  MagickAccelerateParts warm{};
  ASSERT_EQ(Plugin().warm_up(state_, 0, 16, 0, &warm), MagickAccelerateDone) << warm.detail;
  EXPECT_GT(warm.compile_ns, 0u);
  MagickAccelerateParts again{};
  ASSERT_EQ(Plugin().warm_up(state_, 0, 16, 0, &again), MagickAccelerateDone);
  EXPECT_EQ(again.compile_ns, 0u);
  ASSERT_EQ(Run(work_.View(source_, result_)), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  EXPECT_STREQ(parts_.kernels, "ResizeAcrossFilter");
  EXPECT_EQ(parts_.compile_ns, 0u);
  EXPECT_GT(parts_.kernel_ns, 0u);
  EXPECT_GT(parts_.bytes_up, 0u);
  EXPECT_EQ(parts_.reason, MagickAccelerateNoReason);
  const MagickAccelerateWork work = work_.View(source_, result_);
  MagickAccelerateEstimate estimate{};
  estimate.struct_size = sizeof(estimate);
  ASSERT_EQ(Plugin().estimate(state_, 0, &work, &estimate), 1);
  EXPECT_GT(estimate.kernel_ns, 0u);
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
        if (Plugin().run(state_, 0, &work, &parts) != MagickAccelerateDone) ++mismatches[i];
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
  EXPECT_GT(monitor.calls, 2u) << "also between bands";
}

TEST_F(OpenClDevice, StopsWhenTheMonitorSaysSo) {
  for (unsigned stop_at = 1; stop_at <= 4; ++stop_at) {
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
    EXPECT_EQ(Plugin().supports(state_, 0, &work, &parts), MagickAccelerateDeclined);
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

// The module again, with settings in the environment.
class OpenClCopyingDevice : public OpenClDevice {
 protected:
  void SetUp() override {
    ::setenv("MAGICK_OCL_ZERO_COPY", "off", 1);
    OpenClDevice::SetUp();
    ::unsetenv("MAGICK_OCL_ZERO_COPY");
  }
};

// 0 when every function that could reach the driver declines.
int UseInForkedChild(void* state, const MagickAccelerateWork& work, MagickAccelerateBuffer* buffer,
                     const void* memory) {
  MagickAccelerateParts parts{};
  MagickAccelerateBuffer* other = nullptr;
  ::alarm(20);
  if (static_cast<const char*>(memory)[5] != 'x') return 1;
  if (Plugin().run(state, 0, &work, &parts) != MagickAccelerateDeclined) return 2;
  if (parts.reason != MagickAccelerateForked) return 3;
  if (Plugin().buffer_create(state, 0, 100, &other, &parts) != MagickAccelerateDeclined) return 4;
  if (Plugin().host_acquire(state, 0, 100)) return 5;
  Plugin().buffer_release(state, 0, buffer);
  Plugin().host_release(state, 0, const_cast<void*>(memory));
  Plugin().close(state);
  return 0;
}

TEST_F(OpenClCopyingDevice, AForkedChildReadsPixelsAndNothingElse) {
  const size_t from_bytes = 40 * 300 * 8;
  const MagickAccelerateWork work = work_.View(source_, result_);
  ASSERT_EQ(Run(work), MagickAccelerateDone) << parts_.detail;
  MagickAccelerateBuffer* buffer = nullptr;
  ASSERT_EQ(Plugin().buffer_create(state_, 0, from_bytes, &buffer, &parts_), MagickAccelerateDone);
  auto* const memory = static_cast<char*>(Plugin().host_acquire(state_, 0, 8 << 20));
  ASSERT_NE(memory, nullptr);
  memory[5] = 'x';
  const pid_t child = ::fork();
  if (child == 0) {
    const int result = UseInForkedChild(state_, work, buffer, memory);
    memory[5] = 'y';
    ::_exit(result);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(memory[5], 'x') << "the child has a copy";
  EXPECT_EQ(Run(work), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  Plugin().buffer_release(state_, 0, buffer);
  Plugin().host_release(state_, 0, memory);
}

TEST_F(OpenClCopyingDevice, KeepsImages) {
  MagickAccelerateBuffer* buffer = nullptr;
  const size_t to_bytes = 30 * 200 * 8;
  ASSERT_EQ(Plugin().buffer_create(state_, 0, to_bytes, &buffer, &parts_), MagickAccelerateDone);
  MagickAccelerateWork work = work_.View(source_, result_);
  work.destination.buffer = buffer;
  work.destination.data = nullptr;
  ASSERT_EQ(Run(work), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(parts_.bytes_down, 0u);
  MagickAcceleratePixels pixels = result_.View();
  pixels.buffer = buffer;
  ASSERT_EQ(Plugin().buffer_read(state_, 0, &pixels, &parts_), MagickAccelerateDone);
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  Plugin().buffer_release(state_, 0, buffer);
  EXPECT_EQ(Plugin().buffer_create(state_, 0, UINT64_MAX, &buffer, &parts_),
            MagickAccelerateDeclined);
  EXPECT_EQ(parts_.reason, MagickAccelerateTooLarge);
  EXPECT_EQ(buffer, nullptr);
}

TEST_F(OpenClCopyingDevice, NamesItsVariants) {
  const MagickAccelerateWork work = work_.View(source_, result_);
  const unsigned count = Plugin().variant_count(state_, 0, &work);
  ASSERT_GE(count, 1u);
  for (unsigned variant = 1; variant <= count; ++variant) {
    EXPECT_STRNE(Plugin().variant_name(state_, 0, &work, variant), "");
  }
}

}  // namespace
}  // namespace lodestone::accel::opencl::testing
