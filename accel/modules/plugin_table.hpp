// Checks whether this library can use a module's function table.
#pragma once

#include <string>

#include "accel/plugin.h"

namespace lodestone::accel {

// What is wrong with the table, one readable sentence; "" if it can be used.
std::string TableProblem(const MagickAcceleratePlugin* table);

// The table in this library's size: functions added to the interface after the module was built are
// NULL.
MagickAcceleratePlugin CompleteTable(const MagickAcceleratePlugin& table);

}  // namespace lodestone::accel
