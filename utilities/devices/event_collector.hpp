// Where operations ran, collected from the library's events during its lifetime. One at a time.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "accel/accelerate.h"

namespace lodestone::cli {

struct Placement {
  std::string accelerator, device, outcome, reason;
  auto operator<=>(const Placement&) const = default;
};

struct PlacementTotals {
  std::uint64_t calls = 0;
  std::uint64_t resident = 0;
  std::uint64_t actual_ns = 0, upload_ns = 0, kernel_ns = 0, download_ns = 0;
};

class EventCollector {
 public:
  EventCollector() { MagickAccelerateSetEventHandler(&EventCollector::Handle, this); }
  ~EventCollector() { MagickAccelerateSetEventHandler(nullptr, nullptr); }
  EventCollector(const EventCollector&) = delete;
  EventCollector& operator=(const EventCollector&) = delete;

  // All events since the last call.
  std::map<Placement, PlacementTotals> Take();

 private:
  static void Handle(const MagickAccelerateEvent* event, void* context);

  std::mutex mutex_;
  std::map<Placement, PlacementTotals> totals_;
};

}  // namespace lodestone::cli
