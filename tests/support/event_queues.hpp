// Shared by the tests of event queues.
#pragma once

#include <cstdint>
#include <vector>

#include "accel/events/event_log.hpp"
#include "base/owner.hpp"

namespace lodestone::test {

using Queue = Owner<MagickAccelerateEventQueue, MagickAccelerateCloseEventQueue>;

inline Queue Open(std::size_t capacity = 0) {
  return Queue(MagickAccelerateOpenEventQueue(capacity));
}

inline MagickAccelerateEvent Numbered(std::uint64_t number) {
  MagickAccelerateEvent event{};
  event.struct_size = sizeof event;
  event.operation = event.accelerator = event.device = event.declined_by = event.detail =
      event.kernels = event.host = event.item = "";
  event.actual_ns = number;
  return event;
}

inline void EmitNumbers(std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t number = from; number < to; ++number) accel::EmitEvent(Numbered(number));
}

inline std::vector<std::uint64_t> PullNumbers(const Queue& queue) {
  std::vector<std::uint64_t> numbers;
  while (const MagickAccelerateEvent* event = MagickAcceleratePullEvent(queue.get(), 0))
    numbers.push_back(event->actual_ns);
  return numbers;
}

}  // namespace lodestone::test
