#include "utilities/devices/device_legend.hpp"

#include <algorithm>

namespace lodestone::cli {

std::string DeviceLegend::Mark(const std::string& device) {
  if (device.empty()) return "";
  auto found = std::find(devices_.begin(), devices_.end(), device);
  if (found == devices_.end()) found = devices_.insert(devices_.end(), device);
  return "[" + std::to_string(found - devices_.begin() + 1) + "]";
}

std::string DeviceLegend::ToText() const {
  std::string text;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    text += "[" + std::to_string(i + 1) + "] " + devices_[i] + "\n";
  }
  return text;
}

}  // namespace lodestone::cli
