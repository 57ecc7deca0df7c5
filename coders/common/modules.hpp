// The built-in coders. Each registers its formats.
#pragma once

namespace lodestone::coders {

#define LS_BUILT_IN(Register) void Register();
#include "coders/common/built_in.def"
#undef LS_BUILT_IN

}  // namespace lodestone::coders
