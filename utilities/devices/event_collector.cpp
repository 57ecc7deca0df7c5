#include "utilities/devices/event_collector.hpp"

#include <utility>

namespace lodestone::cli {

void EventCollector::Handle(const MagickAccelerateEvent* event, void* context) {
  auto* collector = static_cast<EventCollector*>(context);
  const std::lock_guard<std::mutex> lock(collector->mutex_);
  if (event->reason != MagickAccelerateNoReason) {
    const Placement refusal{event->declined_by, "",
                            MagickAccelerateOutcomeName(event->declined_by_outcome),
                            MagickAccelerateReasonName(event->reason)};
    ++collector->totals_[refusal].calls;
  }
  if (event->outcome != MagickAccelerateDone) return;
  PlacementTotals& totals = collector->totals_[{event->accelerator, event->device, "done", ""}];
  ++totals.calls;
  totals.resident += event->resident;
  totals.actual_ns += event->actual_ns;
  totals.upload_ns += event->upload_ns;
  totals.kernel_ns += event->kernel_ns;
  totals.download_ns += event->download_ns;
}

std::map<Placement, PlacementTotals> EventCollector::Take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(totals_, {});
}

}  // namespace lodestone::cli
