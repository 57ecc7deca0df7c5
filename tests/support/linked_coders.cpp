// Registers the loadable coders of this build, with which the program is linked: loading them would
// load a second copy of the library.
#include "magick/core/modules/coder_modules.hpp"

#define LS_LINKED_CODER(name) extern "C" void Register##name##Image(void);
#include "coders/common/linked_coders.inc"
#undef LS_LINKED_CODER

namespace lodestone {

void RegisterLinkedCoders() {
#define LS_LINKED_CODER(name) Register##name##Image();
#include "coders/common/linked_coders.inc"
#undef LS_LINKED_CODER
}

}  // namespace lodestone
