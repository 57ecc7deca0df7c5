// Processes that died inside a driver, and when to quarantine its device.
#pragma once

#include <string>

#include "accel/profile/device_profile.hpp"

namespace lodestone::accel {

struct DriverCrashes {
  unsigned count = 0;
  std::string last;       // "process 4711, started ..., died while running scale"; "" if none
  std::string last_name;  // of the process, unique
};

// Reads the markers of dead processes: a death inside a driver is recorded as a crash in its
// profile, a process that completed work without one clears them.
void RecordDriverCrashes(const std::string& cache_directory);

DriverCrashes DriverCrashesOf(DeviceProfile& profile);

// Whether there are so many crashes that the device is to be tried in a child process before it is
// used, and that has not been done since the last one.
bool NeedsRetest(const ProfileKey& key);
// Passed: the processes ended for other reasons. If not, the device stays in quarantine.
void RecordRetest(const ProfileKey& key, bool passed);

// False always when MAGICK_ACCELERATE_QUARANTINE is "off".
bool Quarantines(const DriverCrashes& crashes);

// For the user: which process died, and that `lodestone devices -forget NAME` allows it again.
std::string QuarantineText(const DriverCrashes& crashes);
std::string QuarantineHint(const std::string& name);
std::string ForgetCommand(const std::string& name);

}  // namespace lodestone::accel
