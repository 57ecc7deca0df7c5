#include "base/nested_mutex.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
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

// As in the child of a thread that forked while it held the mutex.
TEST(NestedMutex, OneMadeAnewIgnoresThatItsFormerHolderUnlocksIt) {
  NestedMutex mutex;
  mutex.lock();
  new (&mutex) NestedMutex;
  mutex.unlock();
  mutex.lock();
  mutex.unlock();
  std::thread([&] { const std::lock_guard lock(mutex); }).join();
}

}  // namespace
}  // namespace lodestone
