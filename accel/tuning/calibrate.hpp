// First measurements of a device, so that predictions are right from the first decision on.
#pragma once

#include <memory>

#include "accel/modules/plugin_device.hpp"
#include "accel/operation_table.hpp"
#include "accel/trials/trial_work.hpp"

namespace lodestone::accel {

// Times a handful of small works on the device and on the CPU and learns from them; takes a third
// of a second at most, and none if both were measured earlier. The device must be ready. Between
// works it checks whether a warm-up should stop.
void Calibrate(const std::shared_ptr<PluginDevice>& device);

// Whether that measures the operation.
bool IsMeasured(const OperationTraits& operation);

// Times one work on the device, from each possible place of the source and including the download
// of its result, or on the CPU; and learns from it.
void TimeOnDevice(const std::shared_ptr<PluginDevice>& device, const TrialWork& trial);
void TimeOnCpu(const TrialWork& trial);

// False while calibration is still to be done: a choice would be a guess.
bool IsCalibrated(PluginDevice& device);

}  // namespace lodestone::accel
