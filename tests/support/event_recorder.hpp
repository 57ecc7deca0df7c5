// Collects events during its lifetime.
#pragma once

#include <string>
#include <vector>

#include "accel/accelerate.h"

namespace lodestone::test {

struct RecordedEvent {
  std::string operation, accelerator, device, kernels, declined_by, detail;
  MagickAccelerateOutcome outcome;
  MagickAccelerateReason reason;
  MagickAccelerateEvent raw;  // numbers only: its strings are no longer valid
};

class EventRecorder {
 public:
  EventRecorder() { MagickAccelerateSetEventHandler(Record, this); }
  ~EventRecorder() { MagickAccelerateSetEventHandler(nullptr, nullptr); }
  EventRecorder(const EventRecorder&) = delete;
  EventRecorder& operator=(const EventRecorder&) = delete;

  const std::vector<RecordedEvent>& events() const { return events_; }
  // Those of operations: without events about fetches or warm-ups alone.
  std::vector<RecordedEvent> operations() const {
    std::vector<RecordedEvent> operations = events_;
    std::erase_if(operations, [](const RecordedEvent& event) {
      return event.operation == "download" || event.operation == "warm-up";
    });
    return operations;
  }
  void clear() { events_.clear(); }

 private:
  static void Record(const MagickAccelerateEvent* event, void* context) {
    static_cast<EventRecorder*>(context)->events_.push_back(
        {event->operation, event->accelerator, event->device, event->kernels, event->declined_by,
         event->detail, event->outcome, event->reason, *event});
  }
  std::vector<RecordedEvent> events_;
};

// Chooses the mode of this thread's calls during its lifetime.
class ModeScope {
 public:
  explicit ModeScope(MagickAccelerateMode mode) : before_(MagickAccelerateSetThreadMode(mode)) {}
  ~ModeScope() { MagickAccelerateSetThreadMode(before_); }
  ModeScope(const ModeScope&) = delete;
  ModeScope& operator=(const ModeScope&) = delete;

 private:
  MagickAccelerateMode before_;
};

}  // namespace lodestone::test
