// The commands of this build, with which the program is linked: loading their module would load a
// second copy of the library.
#include "magick/core/modules/command_module.hpp"

extern "C" const lodestone::CommandModule* LodestoneCommandModule();

namespace lodestone {

const CommandModule* LinkedCommandModule() {
  return LodestoneCommandModule();
}

}  // namespace lodestone
