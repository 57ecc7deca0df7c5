#include "base/thread_pool.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <atomic>
#include <set>
#include <mutex>
#include <thread>
#include <vector>

#include "base/cpu_count.hpp"

namespace lodestone::accel {
namespace {

class ThreadPool : public testing::Test {
 protected:
  void TearDown() override { SetThreadLimit(0); }
};

TEST_F(ThreadPool, BandsCoverEverythingOnce) {
  for (unsigned threads : {1u, 2u, 5u}) {
    SetThreadLimit(threads);
    for (std::size_t count : {0u, 1u, 2u, 7u, 100u, 1001u})
      for (std::size_t grain : {1u, 3u, 64u, 5000u}) {
        std::vector<std::atomic<int>> hits(count);
        ParallelBands(count, grain, [&](std::size_t begin, std::size_t end) {
          EXPECT_LT(begin, end);
          for (std::size_t i = begin; i < end; ++i) ++hits[i];
        });
        for (auto& hit : hits) ASSERT_EQ(1, hit);
      }
  }
}

TEST_F(ThreadPool, ManyCallersShareTheLimit) {
  SetThreadLimit(2);
  std::atomic<int> running{0}, most{0};
  auto body = [&](std::size_t, std::size_t) {
    const int now = ++running;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    --running;
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < 6; ++i) callers.emplace_back([&] { ParallelBands(64, 1, body); });
  for (std::thread& caller : callers) caller.join();
  EXPECT_LE(most, 2);
}

TEST_F(ThreadPool, LimitOfOneStaysOnTheCallersThread) {
  SetThreadLimit(1);
  std::set<std::thread::id> ids;
  ParallelBands(1000, 1, [&](std::size_t, std::size_t) { ids.insert(std::this_thread::get_id()); });
  EXPECT_EQ(std::set<std::thread::id>{std::this_thread::get_id()}, ids);
}

TEST_F(ThreadPool, BackgroundTasksAreAllDone) {
  for (unsigned threads : {2u, 5u}) {
    SetThreadLimit(threads);
    std::atomic<int> done{0};
    {
      BackgroundTasks tasks;
      ASSERT_TRUE(tasks.available());
      for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 20; ++i)
          tasks.Start([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            ++done;
          });
        tasks.Wait();
        EXPECT_EQ(done, 20 * (round + 1));
      }
      tasks.Start([&] { ++done; });
    }
    EXPECT_EQ(done, 61);
  }
}

TEST_F(ThreadPool, BackgroundTasksRunBesideTheCaller) {
  if (AvailableCpus() < 2) GTEST_SKIP() << "one CPU";
  SetThreadLimit(2);
  std::atomic<bool> started{false};
  BackgroundTasks tasks;
  ASSERT_TRUE(tasks.available());
  tasks.Start([&] { started = true; });
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!started && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  EXPECT_TRUE(started);
}

TEST_F(ThreadPool, LimitOfOneHasNoBackgroundTasks) {
  SetThreadLimit(1);
  EXPECT_FALSE(BackgroundTasks().available());
}

TEST(Processors, AffinityIsHonoured) {
  cpu_set_t before;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof before, &before));
  EXPECT_LE(AvailableCpus(), static_cast<unsigned>(CPU_COUNT(&before)));
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &before)) {
      CPU_SET(cpu, &one);
      break;
    }
  ASSERT_EQ(0, sched_setaffinity(0, sizeof one, &one));
  EXPECT_EQ(1u, AvailableCpus());
  ASSERT_EQ(0, sched_setaffinity(0, sizeof before, &before));
}

// Of threads that share, each has its part, as many as they are at the moment.
TEST_F(ThreadPool, SharesOfTheLimit) {
  SetThreadLimit(6);
  {
    const ThreadShare own;
    EXPECT_EQ(ThreadLimit(), 6u);
    std::thread([] {
      const ThreadShare other;
      EXPECT_EQ(ThreadLimit(), 3u);
    }).join();
    EXPECT_EQ(ThreadLimit(), 6u);
    std::thread([] { EXPECT_EQ(ThreadLimit(), 6u) << "without a share"; }).join();
    SetThreadLimit(1);
    std::thread([] {
      const ThreadShare other;
      EXPECT_EQ(ThreadLimit(), 1u);
    }).join();
  }
}

// A share within a share is the same one; while a thread waits for something else, it has none.
TEST_F(ThreadPool, SharesAreLeftToOthersMeanwhile) {
  SetThreadLimit(4);
  const ThreadShare own;
  const ThreadShare same;
  EXPECT_EQ(ThreadLimit(), 4u);
  std::thread([] {
    const ThreadShare other;
    EXPECT_EQ(ThreadLimit(), 2u);
    {
      const ThreadSharePause waits(ThreadSharePause::For::kMemory);
      EXPECT_EQ(ThreadLimit(), 4u) << "without a share";
      std::thread([] {
        const ThreadShare third;
        EXPECT_EQ(ThreadLimit(), 2u);
      }).join();
    }
    EXPECT_EQ(ThreadLimit(), 2u);
  }).join();
  EXPECT_EQ(ThreadLimit(), 4u);
}

// Who waits for a device leaves the CPU to others, but will be back: shares do not grow.
TEST_F(ThreadPool, SharesStayAsLargeWhileDevicesWork) {
  SetThreadLimit(4);
  const ThreadShare own;
  std::thread([] {
    const ThreadShare other;
    const ThreadSharePause waits(ThreadSharePause::For::kDevice);
    EXPECT_EQ(ThreadLimit(), 4u) << "without a share";
    EXPECT_EQ(ThreadPart(), 1.0);
    std::thread([] {
      const ThreadShare third(ThreadShare::When::kWhenFree);
      EXPECT_EQ(ThreadLimit(), 1u);
      EXPECT_EQ(ThreadPart(), 0.25);
    }).join();
  }).join();
  EXPECT_EQ(ThreadLimit(), 4u);
}

TEST_F(ThreadPool, SharesAreWaitedFor) {
  SetThreadLimit(3);
  std::atomic<int> now{0}, most{0}, done{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i)
    threads.emplace_back([&] {
      const ThreadShare share(ThreadShare::When::kWhenFree);
      const int others = now++;
      for (int before = most;
           others + 1 > before && !most.compare_exchange_weak(before, others + 1);)
        ;
      while (most < 3) std::this_thread::yield();
      --now;
      ++done;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 3);
  EXPECT_EQ(done, 12);
}

// Between pieces of work a thread keeps its share, unless others came back meanwhile.
TEST_F(ThreadPool, SharesOverTheLimitMakeWay) {
  SetThreadLimit(1);
  std::atomic<bool> begun{false}, may_end{false};
  ThreadShare own(ThreadShare::When::kWhenFree);
  std::thread other([&] {
    const ThreadShare share(ThreadShare::When::kWhenFree);
    begun = true;
    while (!may_end) std::this_thread::yield();
  });
  for (int i = 0; i < 1000; ++i) own.MakeWay();
  EXPECT_FALSE(begun);
  {
    const ThreadSharePause waits(ThreadSharePause::For::kMemory);
    while (!begun) std::this_thread::yield();
  }
  std::thread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    may_end = true;
  });
  own.MakeWay();
  EXPECT_TRUE(may_end);
  ends.join();
  other.join();
}

// Who comes back from elsewhere does not wait, and those who begin do so until there is room again.
TEST_F(ThreadPool, NobodyWaitsToGoOn) {
  SetThreadLimit(1);
  std::atomic<bool> begun{false};
  std::thread beginner;
  {
    const ThreadShare own(ThreadShare::When::kWhenFree);
    {
      const ThreadSharePause waits(ThreadSharePause::For::kMemory);
      const ThreadShare meanwhile(ThreadShare::When::kWhenFree);
    }
    beginner = std::thread([&] {
      const ThreadShare share(ThreadShare::When::kWhenFree);
      begun = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(begun);
  }
  beginner.join();
  EXPECT_TRUE(begun);
}

}  // namespace
}  // namespace lodestone::accel
