// One device, one owner: hardware that several modules show is used through one of them.
#pragma once

#include <memory>
#include <string>

#include "accel/mode.hpp"
#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

// The device that calls use instead of this one: the same hardware through a module that comes
// before this one's, where the selection allows both. Null if there is none. The registry is open.
std::shared_ptr<PluginDevice> UsedInsteadOf(const PluginDevice& device,
                                            const DeviceSelector& selector);

// The selection allows the device, and none is used instead of it.
bool IsSelected(const PluginDevice& device, const DeviceSelector& selector);

// Why a device is not used for which another one is, and what to do about it.
std::string OwnerProblem(const PluginDevice& used_instead);
std::string OwnerHint(const PluginDevice& device);

}  // namespace lodestone::accel
