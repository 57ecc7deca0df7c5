// The devices that the acceleration layer knows.
#pragma once

#include <string>
#include <vector>

#include "accel/accelerate.h"

namespace lodestone::cli {

std::vector<MagickAccelerateDeviceInfo> ListDevices();

// Whether any device other than the CPU can be used.
bool HasUsableDevice(const std::vector<MagickAccelerateDeviceInfo>& devices);

// Why no device can be used and what to do about it, for an error message.
std::string WhyNoDevice(const std::vector<MagickAccelerateDeviceInfo>& devices);

// Gets all of them ready, reporting on the terminal. CommandError when none can be used.
void WarmUpDevices();

}  // namespace lodestone::cli
