// Records of the event log that wait for the program to pull them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "accel/accelerate.h"

namespace lodestone::accel {

// A record with strings of its own.
class OwnedEvent {
 public:
  // Throws std::bad_alloc. Allocates nothing if it held a record as long before.
  void Copy(const MagickAccelerateEvent& event);
  // Valid until this object is changed or moved.
  const MagickAccelerateEvent& Get();

 private:
  MagickAccelerateEvent event_{};
  std::string text_;  // its strings, each with its NUL
};

// Thread-safe. No other thread pushes during a fork, nor during destruction.
class EventQueue {
 public:
  explicit EventQueue(std::size_t capacity) : capacity_(capacity) {}
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  // Never waits for a reader, and makes no system call except to wake one after a second or more
  // without records.
  void Push(const MagickAccelerateEvent& event);
  // As MagickAcceleratePullEvent. Throws std::bad_alloc, and then keeps all records.
  const MagickAccelerateEvent* Pull(double seconds);
  void Stop();
  // Waits for pulls to return. Call Stop first.
  void WaitForPulls();

  std::uint64_t lost() const;
  unsigned pulling() const;  // number of threads in Pull

  void BeforeFork() { mutex_.lock(); }
  void AfterForkInParent() { mutex_.unlock(); }
  void AfterForkInChild();

 private:
  using Clock = std::chrono::steady_clock;

  void MakeRoom();
  bool Add(const MagickAccelerateEvent& event);
  void WaitForRecord(std::unique_lock<std::mutex>& lock, Clock::time_point deadline);
  const MagickAccelerateEvent* TakeOldest();

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<OwnedEvent> ring_;  // grows up to capacity_
  std::size_t oldest_ = 0, count_ = 0;
  std::map<std::uint64_t, OwnedEvent> pulled_;  // by thread
  Clock::time_point last_pulled_{};
  std::uint64_t lost_ = 0;
  unsigned pulling_ = 0;
  bool stopped_ = false;
  bool asleep_ = false;  // a thread is waiting and wants to be woken
};

}  // namespace lodestone::accel

// What the public header calls a queue.
struct MagickAccelerateEventQueue final : lodestone::accel::EventQueue {
  using EventQueue::EventQueue;
};
