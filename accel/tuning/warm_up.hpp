// Getting devices ready: when the program asks for it, and behind its back when that would pay.
#pragma once

#include <cstdint>
#include <functional>

#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

class DeviceSelector;

// True for devices that `auto` uses. A device that is the processor through another door is used
// only by those who ask for it by name or class.
bool AutoUses(const PluginDevice& device, const DeviceSelector& selector);

// Opens the registry and prepares every device that `wanted` accepts. Returns how many are ready.
unsigned PrepareDevices(const std::function<bool(const PluginDevice&)>& wanted);

// Work of so much predicted time is about to be done by the processor because no device is ready.
// When there has been enough of it in the process, starts a thread that gets the devices ready.
void NoteNeed(std::uint64_t native_ns);

// True on that thread once it is to stop.
bool StopRequested();

// Tells that thread, if any, to stop after the step that it is at, and does not wait.
// True while it is still at one.
bool AbandonWarmUp();

}  // namespace lodestone::accel
