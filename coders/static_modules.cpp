#include "magick/core/formats/static_modules.hpp"

#include "coders/common/modules.hpp"

namespace lodestone {

void RegisterStaticModules() {
#define LS_BUILT_IN(Register) coders::Register();
#include "coders/common/built_in.def"
#undef LS_BUILT_IN
}

}  // namespace lodestone
