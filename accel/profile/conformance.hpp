// The verdict of `lodestone devices -certify`, kept in the profile of the device that it is about.
#pragma once

#include <string>

#include "accel/accelerate.h"
#include "accel/profile/device_profile.hpp"

namespace lodestone::accel {

// build: of the device's module, "" for the CPU. False if it could not be written.
bool KeepConformance(DeviceProfile& profile, const std::string& build,
                     const MagickAccelerateConformance& found);

struct ConformanceState {
  std::string text = "not checked";  // "all 1318 cases of list 2 equal, 2026-11-27"
  bool conforms = false;             // with this driver, library and module
};

// The verdict on this device; if there is none, the latest one with another driver or library,
// which is said to be out of date.
ConformanceState ConformanceOf(DeviceProfile& profile, const std::string& build);

}  // namespace lodestone::accel
