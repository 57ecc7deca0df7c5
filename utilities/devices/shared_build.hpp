// Building the programs of devices in several processes at once.
#pragma once

#include <sys/types.h>

#include <string>

#include "accel/accelerate.h"

namespace lodestone::cli {

// Builds the programs that devices lack, into the cache, in that many processes of this program,
// which take turns (MagickAccelerateBuildPrograms): many drivers build one program at a time in a
// process. In this one if it is "1". Throws CommandError for anything but a number from 1 on.
void BuildPrograms(const std::string& processes);

// While this process warms devices up or uses all of their programs, others build these with it.
// None if nothing is known to be missing, or if one CPU or too little memory is available. Failures
// are left to this process. They are killed if it dies.
class BuildingProcesses {
 public:
  // Before a driver runs anything for this process: starting another would wait for its end.
  BuildingProcesses();  // for the devices that calls use
  explicit BuildingProcesses(const MagickAccelerateDeviceInfo& device);
  ~BuildingProcesses();  // waits for their end
  BuildingProcesses(const BuildingProcesses&) = delete;
  BuildingProcesses& operator=(const BuildingProcesses&) = delete;

 private:
  pid_t first_ = -1;  // it starts the others
};

}  // namespace lodestone::cli
