// Outputs of commands that must be files: what is kept for later, read again, or replaced.
#pragma once

#include <fstream>
#include <string>

#include "base/output_place.hpp"

namespace lodestone::cli {

// Throws a CommandError if a link to the place is not followed.
void RequireFollowed(const OutputPlace& place);

// Throws a CommandError unless a regular file is in the place, or none.
void RequireOrdinary(const OutputPlace& place);

// An empty file, after the same check.
std::ofstream OpenOrdinary(const std::string& name);

}  // namespace lodestone::cli
