// Processes that died inside a driver, and when to quarantine its device. Whether one died of the
// driver or was killed from outside, nobody but its parent knows: such deaths are a reason to test
// the device in a child process, and only what that process dies of condemns it.
#pragma once

#include <string>

#include "accel/profile/device_profile.hpp"

namespace lodestone::accel {

// What came of a test of a device after crashes.
enum class RetestOutcome { kUnfinished, kPassed, kFailed, kGivenUp };

// Processes whose deaths were found together count as one, since they were running at the same
// time: what ended them may have ended them all.
struct DriverCrashes {
  unsigned count = 0;
  std::string last;       // "process 4711, started ..., died while running scale"; "" if none
  std::string last_name;  // of the process, unique
  std::string retest;     // what is stored of a test after the last; "": there was none
};

// Reads the markers of dead processes: a death inside a driver is recorded as a crash in its
// profile, a process that completed work without one clears them.
void RecordDriverCrashes(const std::string& cache_directory);

DriverCrashes DriverCrashesOf(DeviceProfile& profile);

// Whether there are so many crashes that the device is to be tried in a child process before it is
// used. Not again until there is another crash, but for an unfinished test after ten minutes.
bool NeedsRetest(const ProfileKey& key);
// Passed: the processes ended for other reasons. Failed: the device is in quarantine.
void RecordRetest(const ProfileKey& key, RetestOutcome outcome);

// Whether a test after the crashes has failed. False always when MAGICK_ACCELERATE_QUARANTINE is
// "off".
bool Quarantines(const DriverCrashes& crashes);

// For the user: which process died, and that `lodestone devices -forget NAME` allows it again.
std::string QuarantineText(const DriverCrashes& crashes);
std::string QuarantineHint(const std::string& name);
std::string ForgetCommand(const std::string& name);

}  // namespace lodestone::accel
