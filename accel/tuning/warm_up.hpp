// Getting devices ready: when the program asks for it, and in the background when that would pay.
#pragma once

#include <cstdint>
#include <functional>

#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

class DeviceSelector;

// True for devices that `auto` uses. A CPU behind a device interface is used only if selected by
// name or class.
bool AutoUses(const PluginDevice& device, const DeviceSelector& selector);

// Whether calls would use an open device: those that `auto` uses, else all that are selected.
bool IsForCalls(const PluginDevice& device, const DeviceSelector& selector);

// Opens the registry and prepares every device that `wanted` accepts. Returns how many are ready.
unsigned PrepareDevices(const std::function<bool(const PluginDevice&)>& wanted);

// One of several processes that get devices ready together: opens the registry and, for every
// device that `wanted` accepts, builds the programs that no process has built or is building.
// Returns how many devices that worked for.
unsigned BuildPrograms(const std::function<bool(const PluginDevice&)>& wanted);

// The CPU is about to run work of this predicted duration because no device is ready. Once enough
// has accumulated in the process, starts a thread that gets the devices ready. What takes calls the
// longest is prepared first.
void RecordMissedOffload(MagickAccelerateOperation operation, std::uint64_t cpu_ns);

// Tells that thread, if any, to stop after its current step, and does not wait. True while it is
// still running.
bool AbandonWarmUp();

}  // namespace lodestone::accel
