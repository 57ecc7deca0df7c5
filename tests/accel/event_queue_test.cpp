// Queues of records that the program pulls.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "accel/events/event_queue.hpp"
#include "tests/support/event_queues.hpp"

namespace lodestone::accel {
namespace {

using namespace test;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::uint64_t> Numbers(std::uint64_t from, std::uint64_t to) {
  std::vector<std::uint64_t> numbers;
  for (; from < to; ++from) numbers.push_back(from);
  return numbers;
}

TEST(EventQueue, KeepsStringsOfItsOwn) {
  const Queue queue = Open();
  const std::string strings[] = {
      "operation", "accelerator", std::string(300, 'd'), "", "why, é", "A,B", "host", "item"};
  {
    std::string copies[8];
    for (int i = 0; i < 8; ++i) copies[i] = strings[i];
    MagickAccelerateEvent event = Numbered(7);
    event.operation = copies[0].c_str();
    event.accelerator = copies[1].c_str();
    event.device = copies[2].c_str();
    event.declined_by = copies[3].c_str();
    event.detail = copies[4].c_str();
    event.kernels = copies[5].c_str();
    event.host = copies[6].c_str();
    event.item = copies[7].c_str();
    event.process = 12;
    event.samples = 4;
    EmitEvent(event);
    for (std::string& copy : copies) copy.assign(copy.size(), '#');
  }
  const MagickAccelerateEvent* event = MagickAcceleratePullEvent(queue.get(), 0);
  ASSERT_TRUE(event);
  EXPECT_EQ(strings[0], event->operation);
  EXPECT_EQ(strings[1], event->accelerator);
  EXPECT_EQ(strings[2], event->device);
  EXPECT_EQ(strings[3], event->declined_by);
  EXPECT_EQ(strings[4], event->detail);
  EXPECT_EQ(strings[5], event->kernels);
  EXPECT_EQ(strings[6], event->host);
  EXPECT_EQ(strings[7], event->item);
  EXPECT_EQ(sizeof(MagickAccelerateEvent), event->struct_size);
  EXPECT_EQ(7u, event->actual_ns);
  EXPECT_EQ(12u, event->process);
  EXPECT_EQ(4u, event->samples);
  EXPECT_FALSE(MagickAcceleratePullEvent(queue.get(), 0));
}

TEST(EventQueue, ARecordStaysUntilTheNextPull) {
  const Queue queue = Open();
  MagickAccelerateEvent event = Numbered(1);
  event.operation = "first";
  EmitEvent(event);
  const MagickAccelerateEvent* first = MagickAcceleratePullEvent(queue.get(), 0);
  for (int i = 0; i < 5000; ++i) EmitEvent(Numbered(2));
  EXPECT_STREQ("first", first->operation);
  EXPECT_EQ(1u, first->actual_ns);
}

TEST(EventQueue, ComesInOrderHoweverItGrows) {
  const Queue queue = Open(100000);
  std::uint64_t put = 0, taken = 0;
  for (const std::uint64_t step : {1, 63, 64, 65, 127, 1000, 3, 20000}) {
    EmitNumbers(put, put + step);
    put += step;
    for (std::uint64_t i = 0; i < step / 2; ++i)
      ASSERT_EQ(taken++, MagickAcceleratePullEvent(queue.get(), 0)->actual_ns);
  }
  EXPECT_EQ(Numbers(taken, put), PullNumbers(queue));
  EXPECT_EQ(0u, MagickAccelerateLostEvents(queue.get()));
}

TEST(EventQueue, SequenceNumbersHaveNoGaps) {
  const Queue queue = Open();
  EmitNumbers(0, 3);
  const std::uint64_t first = MagickAcceleratePullEvent(queue.get(), 0)->sequence;
  EXPECT_EQ(first + 1, MagickAcceleratePullEvent(queue.get(), 0)->sequence);
  EXPECT_EQ(first + 2, MagickAcceleratePullEvent(queue.get(), 0)->sequence);
}

TEST(EventQueue, AFullOneLosesWhatComesAndSaysHowMuch) {
  for (const std::uint64_t capacity : {1, 2, 64, 100}) {
    const Queue queue = Open(capacity);
    EmitNumbers(0, capacity + 5);
    EXPECT_EQ(5u, MagickAccelerateLostEvents(queue.get()));
    EXPECT_EQ(0u, MagickAcceleratePullEvent(queue.get(), 0)->actual_ns);
    EmitNumbers(1000, 1002);
    EXPECT_EQ(6u, MagickAccelerateLostEvents(queue.get()));
    std::vector<std::uint64_t> expected = Numbers(1, capacity);
    expected.push_back(1000);
    EXPECT_EQ(expected, PullNumbers(queue)) << capacity;
  }
}

TEST(EventQueue, EachGetsEveryRecord) {
  const Queue small = Open(2), large = Open(), late = Open();
  EmitNumbers(0, 10);
  const Queue last = Open();
  EmitNumbers(10, 11);
  EXPECT_EQ(Numbers(0, 2), PullNumbers(small));
  EXPECT_EQ(9u, MagickAccelerateLostEvents(small.get()));
  EXPECT_EQ(Numbers(0, 11), PullNumbers(large));
  EXPECT_EQ(0u, MagickAccelerateLostEvents(large.get()));
  EXPECT_EQ(Numbers(0, 11), PullNumbers(late));
  EXPECT_EQ(Numbers(10, 11), PullNumbers(last));
}

TEST(EventQueue, RecordsAreMadeOnlyWhileOneIsOpen) {
  EXPECT_FALSE(EventsWanted());
  Queue one = Open(), other = Open();
  EXPECT_TRUE(EventsWanted());
  one.reset();
  EXPECT_TRUE(EventsWanted());
  other.reset();
  EXPECT_FALSE(EventsWanted());
  MagickAccelerateCloseEventQueue(nullptr);
}

TEST(EventQueue, WaitsAsLongAsItIsTold) {
  const Queue queue = Open();
  for (const double seconds : {0.0, -0.0, std::nan("")}) {
    errno = 0;
    EXPECT_FALSE(MagickAcceleratePullEvent(queue.get(), seconds));
    EXPECT_EQ(ETIMEDOUT, errno);
  }
  for (int round = 0; round < 2; ++round) {  // asleep, and polling
    const auto start = Clock::now();
    EXPECT_FALSE(MagickAcceleratePullEvent(queue.get(), 0.05));
    EXPECT_EQ(ETIMEDOUT, errno);
    EXPECT_GE(SecondsSince(start), 0.05);
    EXPECT_LT(SecondsSince(start), 10);
    EmitNumbers(0, 1);
    EXPECT_TRUE(MagickAcceleratePullEvent(queue.get(), 10));
  }
}

// The first record finds the other thread asleep, the next ones find it polling; the one after a
// pause finds it asleep again.
TEST(EventQueue, WhoWaitsGetsARecordSoon) {
  for (const double seconds : {-1.0, 1e300, 60.0}) {
    const Queue queue = Open();
    std::atomic<int> pulled{0};
    std::thread reader([&] {
      while (MagickAcceleratePullEvent(queue.get(), seconds)) ++pulled;
    });
    for (const int pause_ms : {50, 50, 20, 1200}) {
      const int before = pulled;
      std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
      EXPECT_EQ(before, pulled);
      const auto start = Clock::now();
      EmitNumbers(0, 1);
      while (pulled == before && SecondsSince(start) < 2) std::this_thread::yield();
      EXPECT_LT(SecondsSince(start), 1) << pause_ms;
    }
    MagickAccelerateStopEventQueue(queue.get());
    reader.join();
  }
}

TEST(EventQueue, StoppingEndsWaitsAndKeepsWhatIsThere) {
  const Queue queue = Open(), empty = Open();
  EmitNumbers(0, 3);
  PullNumbers(empty);
  std::atomic<int> error{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i)
    readers.emplace_back([&] {
      if (!MagickAcceleratePullEvent(empty.get(), -1) && errno == ECANCELED) ++error;
    });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  MagickAccelerateStopEventQueue(empty.get());
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(3, error);
  MagickAccelerateStopEventQueue(queue.get());
  EmitNumbers(3, 5);
  EXPECT_EQ(Numbers(0, 3), PullNumbers(queue));
  EXPECT_EQ(0u, MagickAccelerateLostEvents(queue.get()));
  EXPECT_FALSE(MagickAcceleratePullEvent(queue.get(), -1));
  EXPECT_EQ(ECANCELED, errno);
}

TEST(EventQueue, ClosingLetsThoseWhoWaitGoFirst) {
  for (int round = 0; round < 20; ++round) {
    MagickAccelerateEventQueue* queue = MagickAccelerateOpenEventQueue(0);
    std::atomic<int> left{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 4; ++i)
      readers.emplace_back([&] {
        if (!MagickAcceleratePullEvent(queue, -1)) ++left;
      });
    while (queue->pulling() < 4) std::this_thread::yield();
    MagickAccelerateCloseEventQueue(queue);
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(4, left);
  }
}

TEST(EventQueue, AHandlerMayUseQueues) {
  static Queue inner;
  static int pulled = 0;
  const Queue outer = Open();
  MagickAccelerateSetEventHandler(
      [](const MagickAccelerateEvent*, void* context) {
        inner = Open();
        if (MagickAcceleratePullEvent(static_cast<MagickAccelerateEventQueue*>(context), 0))
          ++pulled;
        MagickAccelerateStopEventQueue(inner.get());
      },
      outer.get());
  EmitNumbers(0, 3);
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  inner.reset();
  EXPECT_EQ(3, pulled);
}

}  // namespace
}  // namespace lodestone::accel
