// From a module file to the function table of its accelerator.
#pragma once

#include <string>

#include "accel/plugin.h"

namespace lodestone::accel {

// A module that cannot be used, and what the user can do about it.
struct LoadProblem {
  std::string accelerator, detail, hint;
  MagickAccelerateReason reason = MagickAccelerateNoDevice;
};

// Identifies this build of the module.
std::string ModuleBuild(const std::string& file);

// The table, valid for the life of the process; null with the reason in `problem`.
const MagickAcceleratePlugin* LoadModule(const std::string& file, LoadProblem& problem);

}  // namespace lodestone::accel
