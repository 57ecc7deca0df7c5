// The keys of -define that have an effect, here or in GraphicsMagick.
#pragma once

#include <string>

namespace lodestone::cli {

// Warns of each "format:key=value" of a list whose key nothing reads, though the format has others,
// or that is a slip of the pen away from a known one.
void PrintUnknownDefinitions(const std::string& list);

}  // namespace lodestone::cli
