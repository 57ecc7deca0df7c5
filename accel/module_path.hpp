// Where accelerator modules are looked for.
#pragma once

#include <string>
#include <vector>

namespace lodestone::accel {

// The module files of the first place that has any: the directories of
// MAGICK_ACCELERATE_PLUGIN_PATH (and no others when it is set), lodestone/accelerators beside this
// library, the build tree's .libs when the library runs from there, the installation's directory.
std::vector<std::string> FindModules();

}  // namespace lodestone::accel
