// A process that forks while another thread uses the library for the first time: the child, which
// has that thread's locks but not the thread, does the same work.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/process_id.hpp"
#include "config.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned kSeconds = 20;

bool Work() {
  const ImageInfoPtr info = NewInfo();
  MagickStrlCpy(info->magick, "PGM", MaxTextExtent);
  Exception exception;
  const unsigned char file[] = "P5 2 1 255 ab";
  const ImagePtr image(BlobToImage(info.get(), file, sizeof file - 1, exception));
  const ImagePtr small(image ? ScaleImage(image.get(), 1, 1, exception) : nullptr);
  return small != nullptr;
}

// Run only by name, from the test below, each time in a new process.
TEST(ForkChildTest, DISABLED_ForksDuringTheFirstCall) {
  const char* const microseconds = std::getenv("LODESTONE_TEST_MICROSECONDS");
  ASSERT_NE(nullptr, microseconds);
  std::thread first([] { EXPECT_TRUE(Work()); });
  std::this_thread::sleep_for(std::chrono::microseconds(std::atoi(microseconds)));
  const pid_t child = fork();
  if (child == 0) {
    alarm(kSeconds);
    _exit(Work() ? 0 : 1);
  }
  first.join();
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
}

TEST(Fork, DuringTheFirstCallDoesNotHang) {
#if defined(LS_WITH_ASAN) || defined(LS_WITH_TSAN)
  GTEST_SKIP() << "the sanitizer's own locks may stay locked in the child";
#endif
  for (int i = 0; i < 40; ++i) {
    const pid_t process = fork();
    ASSERT_GE(process, 0);
    if (process == 0) {
      if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(98);
      setenv("LODESTONE_TEST_MICROSECONDS", std::to_string(i * 37).c_str(), 1);
      execl("/proc/self/exe", "unit_magick", "--gtest_filter=ForkChildTest.*",
            "--gtest_also_run_disabled_tests", "--gtest_output=", "--gtest_brief=1", nullptr);
      _exit(99);
    }
    int status = 0;
    ASSERT_EQ(process, waitpid(process, &status, 0));
    EXPECT_EQ(0, status) << "forked after " << i * 37 << " microseconds";
  }
}

// From before the fork, in the child, and in a child of it.
TEST(ProcessId, IsThatOfTheProcess) {
  for (int i = 0; i < 2; ++i) EXPECT_EQ(getpid(), ProcessId());
  const pid_t child = fork();
  if (child == 0) {
    bool same = ProcessId() == getpid() && ProcessId() == getpid();
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(ProcessId() == getpid() ? 0 : 1);
    int status = 1;
    same = waitpid(grandchild, &status, 0) == grandchild && status == 0 && same;
    _exit(same && ProcessId() == getpid() ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_EQ(getpid(), ProcessId());
}

}  // namespace
}  // namespace lodestone::test
