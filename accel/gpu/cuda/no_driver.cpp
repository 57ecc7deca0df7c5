// For programs that need plans alone, and run nothing.
#include "accel/gpu/driver.hpp"

namespace lodestone::accel::gpu {

const char kBackend[] = "none";
const bool kPinsForAll = false;

Discovery DiscoverDevices() {
  return {};
}

ContextOwner OpenContext(const DeviceFacts&) {
  return nullptr;
}

}  // namespace lodestone::accel::gpu
