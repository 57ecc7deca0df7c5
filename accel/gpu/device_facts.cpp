#include "accel/gpu/device_facts.hpp"

#include <cstdio>
#include <map>

namespace lodestone::accel::gpu {
namespace {

const char* TypeName(MagickAccelerateDeviceType type) {
  if (type == MagickAccelerateTypeGPU) return "GPU";
  return type == MagickAccelerateTypeCPU ? "CPU" : "ACCELERATOR";
}

}  // namespace

std::string PciPlace(unsigned domain, unsigned bus, unsigned device, unsigned function) {
  char text[48];
  std::snprintf(text, sizeof text, "pci:%04x:%02x:%02x.%x", domain, bus, device, function);
  return text;
}

void NameDevices(std::vector<DeviceFacts>& devices) {
  std::map<std::string, unsigned> seen;
  for (DeviceFacts& device : devices) {
    device.stable_name =
        device.platform_name + ":" + TypeName(device.type) + ":" + device.device_name;
    const unsigned number = ++seen[device.stable_name];
    if (number > 1) device.stable_name += "#" + std::to_string(number);
  }
}

}  // namespace lodestone::accel::gpu
