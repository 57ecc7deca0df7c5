// Where accelerator modules are searched for.
#pragma once

#include <string>
#include <vector>

namespace lodestone::accel {

// The module files in the directories of MAGICK_ACCELERATE_PLUGIN_PATH when it is set. Otherwise
// those of the first place that has any: lodestone/accelerators beside this library, the build
// tree's .libs when the library runs from there, the installation's directory.
std::vector<std::string> FindModules();

}  // namespace lodestone::accel
