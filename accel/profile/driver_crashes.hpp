// Processes that died inside a driver, and when it is time to leave that driver alone.
#pragma once

#include <string>

#include "accel/profile/device_profile.hpp"

namespace lodestone::accel {

struct Strikes {
  unsigned count = 0;
  std::string last;  // "process 4711, started ..., died while running scale"; "" when none
};

// Reads the markers of dead processes: a death inside a driver is a strike in its profile, work
// done without one clears its strikes.
void SettleDeadProcesses(const std::string& cache_directory);

Strikes StrikesOf(DeviceProfile& profile);

// False always when MAGICK_ACCELERATE_QUARANTINE is "off".
bool Quarantines(const Strikes& strikes);

// For people: who died, and that `lodestone devices -forget NAME` allows it again.
std::string QuarantineText(const Strikes& strikes);
std::string QuarantineRemedy(const std::string& name);
std::string ForgetCommand(const std::string& name);

}  // namespace lodestone::accel
