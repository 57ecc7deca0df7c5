// Is what a module calls its table one that this library can work with?
#pragma once

#include <string>

#include "accel/plugin.h"

namespace lodestone::accel {

// What is wrong with the table, one sentence for people; "" when it can be used.
std::string TableProblem(const MagickAcceleratePlugin* table);

// The table in this library's size: functions that were added to the interface after the module was
// built are NULL.
MagickAcceleratePlugin CompleteTable(const MagickAcceleratePlugin& table);

}  // namespace lodestone::accel
