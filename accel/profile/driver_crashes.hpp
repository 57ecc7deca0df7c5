// Processes that died inside a driver, and when to quarantine its device.
#pragma once

#include <string>

#include "accel/profile/device_profile.hpp"

namespace lodestone::accel {

struct DriverCrashes {
  unsigned count = 0;
  std::string last;  // "process 4711, started ..., died while running scale"; "" if none
};

// Reads the markers of dead processes: a death inside a driver is recorded as a crash in its
// profile, a process that completed work without one clears them.
void RecordDriverCrashes(const std::string& cache_directory);

DriverCrashes DriverCrashesOf(DeviceProfile& profile);

// False always when MAGICK_ACCELERATE_QUARANTINE is "off".
bool Quarantines(const DriverCrashes& crashes);

// For the user: which process died, and that `lodestone devices -forget NAME` allows it again.
std::string QuarantineText(const DriverCrashes& crashes);
std::string QuarantineHint(const std::string& name);
std::string ForgetCommand(const std::string& name);

}  // namespace lodestone::accel
