// The lab: published OpenCL kernel techniques, each compared with its baseline, with results
// verified by the CPU.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/bench.hpp"
#include "lab/record.hpp"

namespace lodestone::lab {

struct Request {
  unsigned columns = 0, rows = 0;  // of the images; 0: by type of device
  std::string experiment;          // only this one; "": all
};

struct Selection {
  std::vector<DeviceFacts> devices;
  std::string problem;  // why there are none, with a hint
};

// The OpenCL devices that MagickAccelerateSelectDevice or MAGICK_OCL_DEVICE selects.
Selection SelectDevices();

// Runs the experiments on the devices, one after the other. A device that cannot run any gives one
// record with the reason. Returns the number of devices that completed them; ends early when the
// handler returns false.
unsigned RunOn(std::span<const DeviceFacts> devices, const DeviceOptions& options,
               ProgramCache& cache, const Request& request, const Handler& handler);

}  // namespace lodestone::lab
