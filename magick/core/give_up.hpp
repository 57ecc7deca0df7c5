// Who ends the library's waiting for pipes.
#pragma once

#include "base/give_up.hpp"

namespace lodestone {

// The program's monitor, which is asked whether to go on; nullptr if there is none.
GiveUp WhoGivesUp();

}  // namespace lodestone
