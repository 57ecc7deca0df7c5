#include "accel/events/event_queue.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "accel/events/caller.hpp"

namespace lodestone::accel {
namespace {

// Waking a thread costs the waker more than everything else. While records keep coming, the waiting
// thread polls at this interval:
constexpr std::chrono::milliseconds kPollInterval{5};
// and asks to be woken only after none came for this long.
constexpr std::chrono::seconds kQuietAfter{1};

// Longest single wait on a condition variable; overflows no clock.
constexpr std::chrono::hours kMaxPollWait{24};
constexpr std::size_t kFirstSlots = 64;

constexpr const char* MagickAccelerateEvent::*kStrings[] = {
    &MagickAccelerateEvent::operation, &MagickAccelerateEvent::accelerator,
    &MagickAccelerateEvent::device,    &MagickAccelerateEvent::declined_by,
    &MagickAccelerateEvent::detail,    &MagickAccelerateEvent::kernels,
    &MagickAccelerateEvent::host,      &MagickAccelerateEvent::item,
};

using Clock = std::chrono::steady_clock;

// At most a year from now, unless the wait is unlimited; at once if it is not a number.
Clock::time_point Deadline(double seconds) {
  if (seconds < 0) return Clock::time_point::max();
  constexpr std::chrono::duration<double> kYear(365.0 * 86400);
  const std::chrono::duration<double> wait(seconds > 0 ? std::min(seconds, kYear.count()) : 0.0);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
}

}  // namespace

void OwnedEvent::Copy(const MagickAccelerateEvent& event) {
  text_.clear();
  for (const auto string : kStrings) text_.append(event.*string, std::strlen(event.*string) + 1);
  event_ = event;
}

const MagickAccelerateEvent& OwnedEvent::Get() {
  const char* text = text_.data();
  for (const auto string : kStrings) {
    event_.*string = text;
    text += std::strlen(text) + 1;
  }
  return event_;
}

// Doubles the ring if it is full and may grow.
void EventQueue::MakeRoom() {
  if (count_ < ring_.size() || count_ == capacity_) return;
  std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(oldest_), ring_.end());
  oldest_ = 0;
  ring_.resize(std::min(capacity_, std::max(kFirstSlots, 2 * ring_.size())));
}

bool EventQueue::Add(const MagickAccelerateEvent& event) {
  try {
    MakeRoom();
    if (count_ == capacity_) return false;
    ring_[(oldest_ + count_) % ring_.size()].Copy(event);
    ++count_;
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void EventQueue::Push(const MagickAccelerateEvent& event) {
  std::unique_lock lock(mutex_);
  if (stopped_) return;
  if (!Add(event)) {
    ++lost_;
    return;
  }
  if (!std::exchange(asleep_, false)) return;
  lock.unlock();
  changed_.notify_all();
}

void EventQueue::WaitForRecord(std::unique_lock<std::mutex>& lock, Clock::time_point deadline) {
  while (count_ == 0 && !stopped_) {
    const Clock::time_point now = Clock::now();
    if (now >= deadline) return;
    const bool quiet = now - last_pulled_ >= kQuietAfter;
    asleep_ |= quiet;
    const Clock::duration longest =
        quiet ? Clock::duration(kMaxPollWait) : Clock::duration(kPollInterval);
    changed_.wait_until(lock, std::min(deadline, now + longest));
  }
}

// Its slot in the ring takes over the memory of the record that the thread pulled before.
const MagickAccelerateEvent* EventQueue::TakeOldest() {
  OwnedEvent& pulled = pulled_[ThreadId()];
  std::swap(pulled, ring_[oldest_]);
  oldest_ = (oldest_ + 1) % ring_.size();
  --count_;
  last_pulled_ = Clock::now();
  return &pulled.Get();
}

const MagickAccelerateEvent* EventQueue::Pull(double seconds) {
  struct PullScope {
    explicit PullScope(EventQueue& queue) : queue_(queue) { ++queue_.pulling_; }
    ~PullScope() {
      if (--queue_.pulling_ == 0 && queue_.stopped_) queue_.changed_.notify_all();
    }
    EventQueue& queue_;
  };
  std::unique_lock lock(mutex_);
  const PullScope pulling(*this);
  if (seconds != 0) WaitForRecord(lock, Deadline(seconds));
  if (count_ != 0) return TakeOldest();
  errno = stopped_ ? ECANCELED : ETIMEDOUT;
  return nullptr;
}

void EventQueue::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

void EventQueue::WaitForPulls() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return pulling_ == 0; });
}

std::uint64_t EventQueue::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

unsigned EventQueue::pulling() const {
  const std::lock_guard lock(mutex_);
  return pulling_;
}

// The waiting threads are the parent's. The state they left in the condition variable would make
// its destructor wait for them.
void EventQueue::AfterForkInChild() {
  new (&changed_) std::condition_variable;
  pulling_ = 0;
  asleep_ = false;
  mutex_.unlock();
}

}  // namespace lodestone::accel
