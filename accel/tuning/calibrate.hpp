// First experience with a device, so that predictions are right from the first decision on.
#pragma once

#include <memory>

#include "accel/modules/plugin_device.hpp"
#include "accel/trials/trial_work.hpp"

namespace lodestone::accel {

// Times a handful of small works on the device and on the native path and learns from them; a third
// of a second at most, and nothing when both are known from earlier. The device must be ready.
// Between works it looks whether a warm-up is to stop.
void Calibrate(const std::shared_ptr<PluginDevice>& device);

// Times one work on the device, in each way that a source can come, with the way back of its
// result, or on the native path; and learns from it.
void TimeOnDevice(const std::shared_ptr<PluginDevice>& device, const TrialWork& trial);
void TimeOnProcessor(const TrialWork& trial);

// False as long as that is still to be done: a choice would be a guess.
bool IsCalibrated(PluginDevice& device);

}  // namespace lodestone::accel
