#include "base/nested_mutex.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace lodestone {
namespace {

TEST(NestedMutex, OthersWaitUntilItsHolderHasUnlockedItAsOftenAsLocked) {
  NestedMutex mutex;
  mutex.lock();
  mutex.lock();
  std::atomic<bool> unlocked{false}, too_early{false};
  std::thread other([&] {
    const std::lock_guard lock(mutex);
    too_early = !unlocked;
  });
  mutex.unlock();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  unlocked = true;
  mutex.unlock();
  other.join();
  EXPECT_FALSE(too_early);
}

TEST(NestedMutex, GuardsWhatIsWrittenUnderIt) {
  constexpr int kTimes = 10000;
  NestedMutex mutex;
  int count = 0;
  const auto work = [&] {
    for (int i = 0; i < kTimes; ++i) {
      const std::lock_guard outer(mutex);
      const std::lock_guard inner(mutex);
      ++count;
    }
  };
  std::thread one(work), two(work);
  one.join();
  two.join();
  EXPECT_EQ(2 * kTimes, count);
}

TEST(NestedMutex, OneLockedBeforeAForkCanBeUnlockedInTheChild) {
  NestedMutex mutex;
  mutex.lock();
  const pid_t child = fork();
  mutex.unlock();
  if (child == 0) {
    alarm(60);
    mutex.lock();
    _exit(0);
  }
  int status = -1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
}

}  // namespace
}  // namespace lodestone
