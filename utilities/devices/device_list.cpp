#include "utilities/devices/device_list.hpp"

#include <algorithm>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {

std::vector<MagickAccelerateDeviceInfo> ListDevices() {
  std::vector<MagickAccelerateDeviceInfo> devices(MagickAccelerateListDevices(nullptr, 0));
  for (auto& device : devices) device.struct_size = sizeof device;
  const std::size_t count = MagickAccelerateListDevices(devices.data(), devices.size());
  devices.resize(std::min(devices.size(), count));
  return devices;
}

bool HasUsableDevice(const std::vector<MagickAccelerateDeviceInfo>& devices) {
  return std::any_of(devices.begin(), devices.end(), [](const auto& device) {
    return device.usable != 0 && device.type != MagickAccelerateTypeNative;
  });
}

std::string WhyNoDevice(const std::vector<MagickAccelerateDeviceInfo>& devices) {
  std::string text;
  for (const auto& device : devices) {
    if (device.usable != 0 || device.problem[0] == '\0') continue;
    if (!text.empty()) text += "; ";
    text += device.problem;
    if (device.hint[0] != '\0') text += std::string("; ") + device.hint;
  }
  return text.empty() ? "none was found" : text;
}

void WarmUpDevices() {
  ProgressLine progress;
  progress.Show("warming up the devices ...");
  if (MagickAccelerateWarmUp() == 0) {
    throw CommandError("No device can be used", WhyNoDevice(ListDevices()));
  }
}

}  // namespace lodestone::cli
