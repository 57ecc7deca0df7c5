// The limits until others are set: finite, and suited to this machine.
#pragma once

#include <cstdint>

#include "magick/error.h"

namespace lodestone {

// Nobody has set a limit for pixels.
bool HasDefaultPixelLimit();

// Sets *exception, and returns false, if a variable of the environment has no limit that can be
// understood. It is ignored; the default holds.
bool CheckLimitVariables(ExceptionInfo* exception);

// Bytes of memory available to this process: the installed memory, or the container's limit if that
// is lower. Never 0.
std::int64_t MachineMemory();

}  // namespace lodestone
