#include "accel/modules/owner.hpp"

#include <algorithm>

#include "accel/modules/registry.hpp"

namespace lodestone::accel {
namespace {

// OpenCL shows what others know better.
bool IsBefore(const PluginDevice& a, const PluginDevice& b) {
  constexpr const char* kGeneral = "opencl";
  return a.accelerator() != kGeneral && b.accelerator() == kGeneral;
}

}  // namespace

std::shared_ptr<PluginDevice> UsedInsteadOf(const PluginDevice& device,
                                            const DeviceSelector& selector) {
  if (device.hardware().empty()) return nullptr;
  const DeviceList devices = Registry::Get().Devices();
  const auto found = std::find_if(devices.begin(), devices.end(), [&](const auto& other) {
    return other->hardware() == device.hardware() && IsBefore(*other, device) &&
           selector.Matches(other->device(), other->type()) && other->IsUsable();
  });
  return found == devices.end() ? nullptr : *found;
}

bool IsSelected(const PluginDevice& device, const DeviceSelector& selector) {
  return selector.Matches(device.device(), device.type()) && !UsedInsteadOf(device, selector);
}

std::string OwnerProblem(const PluginDevice& used_instead) {
  return "the same hardware is used through " + used_instead.accelerator() + ", as " +
         used_instead.device();
}

std::string OwnerHint(const PluginDevice& device) {
  return "to use it through " + device.accelerator() + ": MAGICK_OCL_DEVICE=\"" + device.device() +
         "\"";
}

}  // namespace lodestone::accel
