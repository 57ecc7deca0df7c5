// From a file to the table of functions of the accelerator in it.
#pragma once

#include <string>

#include "accel/plugin.h"

namespace lodestone::accel {

// A module that cannot be used, and what the user can do about it.
struct LoadProblem {
  std::string accelerator, detail, remedy;
  MagickAccelerateReason reason = MagickAccelerateNoDevice;
};

// "opencl" for /somewhere/opencl.so
std::string ModuleName(const std::string& file);

// Tells this build of the module from every other.
std::string ModuleBuild(const std::string& file);

// The table, which stays for the life of the process; null with the reason in `problem`.
const MagickAcceleratePlugin* LoadModule(const std::string& file, LoadProblem& problem);

}  // namespace lodestone::accel
