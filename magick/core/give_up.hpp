// Who ends the library's waiting for input.
#pragma once

#include "base/interruptible_input.hpp"

namespace lodestone {

// The program's monitor, which is asked whether to go on; nullptr if there is none.
GiveUp WhoGivesUp();

}  // namespace lodestone
