// The module with the commands of the program, which is opened when one of them is first called.
#pragma once

#include "base/command_module.hpp"
#include "magick/error.h"

namespace lodestone {

// The module of this build; null, with *exception set, if it cannot be used.
const CommandModule* TheCommandModule(ExceptionInfo* exception);

// The commands that a program is linked with, instead of the module. Defined only by such programs:
// the tests.
[[gnu::weak]] const CommandModule* LinkedCommandModule();

}  // namespace lodestone
