#include "utilities/bulk/item_devices.hpp"

#include <set>

#include "accel/accelerate.h"

namespace lodestone::cli {
namespace {

thread_local std::set<std::string> used;

// Runs on the thread that made the call.
void Add(const MagickAccelerateEvent* event, void*) {
  if (event->outcome != MagickAccelerateDone) return;
  used.insert(event->device[0] == '\0' ? event->accelerator : event->device);
}

}  // namespace

ItemDevices::ItemDevices() {
  MagickAccelerateSetPartTimes(0);
  MagickAccelerateSetEventHandler(&Add, nullptr);
}

ItemDevices::~ItemDevices() {
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  MagickAccelerateSetPartTimes(1);
}

std::vector<std::string> ItemDevices::Take() {
  const std::vector<std::string> names(used.begin(), used.end());
  used.clear();
  return names;
}

}  // namespace lodestone::cli
