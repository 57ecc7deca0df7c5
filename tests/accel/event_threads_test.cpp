// Handlers and queues with threads and forks.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "accel/events/call_record.hpp"
#include "tests/support/event_queues.hpp"

namespace lodestone::accel {
namespace {

using namespace test;

// With all threads on one CPU, or unrestricted.
class EventThreads : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    ASSERT_EQ(0, sched_getaffinity(0, sizeof before_, &before_));
    if (!GetParam()) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
      if (CPU_ISSET(i, &before_)) CPU_SET(i, &one);
    ASSERT_EQ(0, sched_setaffinity(0, sizeof one, &one));
  }
  void TearDown() override { sched_setaffinity(0, sizeof before_, &before_); }

  static constexpr std::uint64_t kThreads = 6, kRecords = 2000;

  // Each thread's records carry its number in `bytes_up`.
  static void EmitFrom(std::uint64_t thread) {
    for (std::uint64_t i = 0; i < kRecords; ++i) {
      const std::string text = std::to_string(thread) + ":" + std::to_string(i);
      MagickAccelerateEvent event = Numbered(i);
      event.bytes_up = thread;
      event.operation = text.c_str();
      EmitEvent(event);
    }
  }
  static std::vector<std::thread> Emitters() {
    std::vector<std::thread> threads;
    for (std::uint64_t thread = 0; thread < kThreads; ++thread)
      threads.emplace_back(EmitFrom, thread);
    return threads;
  }

 private:
  cpu_set_t before_;
};

// Complete, without duplicates, and those of a thread in order.
struct Ledger {
  std::uint64_t next[8] = {}, records = 0, wrong = 0, sequence = 0;

  void Note(const MagickAccelerateEvent& event) {
    const std::string text = std::to_string(event.bytes_up) + ":" + std::to_string(event.actual_ns);
    wrong += text != event.operation;
    wrong += next[event.bytes_up]++ != event.actual_ns;
    wrong += event.sequence <= sequence;
    sequence = event.sequence;
    ++records;
  }
};

TEST_P(EventThreads, HandlerAndQueuesGetEveryRecordWhole) {
  static Ledger by_handler;
  by_handler = {};
  MagickAccelerateSetEventHandler(
      [](const MagickAccelerateEvent* event, void*) { by_handler.Note(*event); }, nullptr);
  Ledger ledgers[2];
  {
    const Queue queues[2] = {Open(kThreads * kRecords), Open(kThreads * kRecords)};
    std::vector<std::thread> readers;
    for (int i = 0; i < 2; ++i)
      readers.emplace_back([&, i] {
        while (const MagickAccelerateEvent* event = MagickAcceleratePullEvent(queues[i].get(), -1))
          ledgers[i].Note(*event);
      });
    for (std::thread& thread : Emitters()) thread.join();
    for (const Queue& queue : queues) MagickAccelerateStopEventQueue(queue.get());
    for (std::thread& thread : readers) thread.join();
  }
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  for (const Ledger* ledger : {&by_handler, &ledgers[0], &ledgers[1]}) {
    EXPECT_EQ(kThreads * kRecords, ledger->records);
    EXPECT_EQ(0u, ledger->wrong);
  }
}

TEST_P(EventThreads, SeveralReadersShareOneQueue) {
  constexpr int kReaders = 4;
  const Queue queue = Open(50);  // so that some are lost
  std::atomic<std::uint64_t> records{0}, wrong{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i)
    readers.emplace_back([&] {
      std::uint64_t last = 0;
      while (const MagickAccelerateEvent* event = MagickAcceleratePullEvent(queue.get(), -1)) {
        const std::string before = event->operation;
        std::this_thread::yield();  // the others pull meanwhile
        const std::string text =
            std::to_string(event->bytes_up) + ":" + std::to_string(event->actual_ns);
        wrong += before != event->operation || text != before || event->sequence <= last;
        last = event->sequence;
        ++records;
      }
    });
  for (std::thread& thread : Emitters()) thread.join();
  MagickAccelerateStopEventQueue(queue.get());
  for (std::thread& thread : readers) thread.join();
  EXPECT_EQ(0u, wrong);
  EXPECT_EQ(kThreads * kRecords, records + MagickAccelerateLostEvents(queue.get()));
}

TEST_P(EventThreads, ListenersComeAndGoWhileRecordsAreMade) {
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> wrong{0};
  std::vector<std::thread> comers;
  for (int i = 0; i < 2; ++i)
    comers.emplace_back([&] {
      while (!stop) {
        const Queue queue = Open(3);
        std::uint64_t last = 0;
        for (int pulls = 0; pulls < 5; ++pulls) {
          const MagickAccelerateEvent* event = MagickAcceleratePullEvent(queue.get(), 1e-3);
          if (!event) continue;
          wrong += event->sequence <= last;
          last = event->sequence;
        }
      }
    });
  comers.emplace_back([&] {
    while (!stop) {
      std::atomic<int> inside{0};
      MagickAccelerateSetEventHandler(
          [](const MagickAccelerateEvent*, void* context) {
            ++*static_cast<std::atomic<int>*>(context);
          },
          &inside);
      std::this_thread::yield();
      MagickAccelerateSetEventHandler(nullptr, nullptr);
    }
  });
  for (std::thread& thread : Emitters()) thread.join();
  stop = true;
  for (std::thread& thread : comers) thread.join();
  EXPECT_EQ(0u, wrong);
  EXPECT_FALSE(EventsWanted());
}

// A child forked while other threads make records, one of them in a slow handler.
TEST_P(EventThreads, AForkedChildGoesOn) {
  const Queue queue = Open(1 << 20);
  MagickAccelerateSetEventHandler(
      [](const MagickAccelerateEvent* event, void*) {
        if (event->actual_ns % 64 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
      },
      nullptr);
  std::thread reader([&] {
    while (MagickAcceleratePullEvent(queue.get(), -1)) continue;
  });
  std::atomic<bool> stop{false};
  std::vector<std::thread> emitters;
  for (int i = 0; i < 3; ++i)
    emitters.emplace_back([&] {
      while (!stop) EmitNumbers(0, 100);
    });
  bool right = true;
  for (int round = 0; round < 30 && right; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);  // against a lock that is never released
      PullNumbers(queue);
      CallRecord("fork").Emit({});
      const MagickAccelerateEvent* event = MagickAcceleratePullEvent(queue.get(), 5);
      const auto id = static_cast<std::uint64_t>(getpid());
      const bool whole = event && std::string(event->operation) == "fork" && event->process == id &&
                         event->thread == id && !MagickAcceleratePullEvent(queue.get(), 1e-3);
      MagickAccelerateSetEventHandler(nullptr, nullptr);
      MagickAccelerateCloseEventQueue(queue.get());
      _exit(whole ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(child, waitpid(child, &status, 0));
    right = status == 0;
  }
  stop = true;
  for (std::thread& thread : emitters) thread.join();
  MagickAccelerateStopEventQueue(queue.get());
  reader.join();
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  EXPECT_TRUE(right);
}

INSTANTIATE_TEST_SUITE_P(Everywhere, EventThreads, testing::Bool(), [](const auto& pinned) {
  return pinned.param ? "OneProcessor" : "AnyProcessor";
});

TEST(CallRecords, SayWhoMadeThem) {
  const Queue queue = Open();
  std::set<std::uint64_t> expected, seen;
  for (int i = 0; i < 4; ++i) {
    std::thread([&] {
      expected.insert(static_cast<std::uint64_t>(syscall(SYS_gettid)));
      CallRecord("thread").Emit({});
      CallRecord("thread").Emit({});
    }).join();
  }
  while (const MagickAccelerateEvent* event = MagickAcceleratePullEvent(queue.get(), 0)) {
    EXPECT_EQ(static_cast<std::uint64_t>(getpid()), event->process);
    seen.insert(event->thread);
  }
  EXPECT_EQ(expected, seen);
}

}  // namespace
}  // namespace lodestone::accel
