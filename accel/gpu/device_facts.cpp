#include "accel/gpu/device_facts.hpp"

#include <cstdio>
#include <map>

namespace lodestone::accel::gpu {

std::string PciPlace(unsigned domain, unsigned bus, unsigned device, unsigned function) {
  char text[48];
  std::snprintf(text, sizeof text, "pci:%04x:%02x:%02x.%x", domain, bus, device, function);
  return text;
}

void NumberDuplicates(std::vector<DeviceFacts>& devices) {
  std::map<std::string, unsigned> seen;
  for (DeviceFacts& device : devices) {
    const unsigned number = ++seen[device.stable_name];
    if (number > 1) device.stable_name += "#" + std::to_string(number);
  }
}

}  // namespace lodestone::accel::gpu
