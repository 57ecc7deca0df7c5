#include "accel/gpu/device_facts.hpp"

#include <map>

namespace lodestone::accel::gpu {

void NumberDuplicates(std::vector<DeviceFacts>& devices) {
  std::map<std::string, unsigned> seen;
  for (DeviceFacts& device : devices) {
    const unsigned number = ++seen[device.stable_name];
    if (number > 1) device.stable_name += "#" + std::to_string(number);
  }
}

}  // namespace lodestone::accel::gpu
