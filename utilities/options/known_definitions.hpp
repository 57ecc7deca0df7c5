// The keys of -define that have an effect, here or in GraphicsMagick, and their values.
#pragma once

#include <string>

namespace lodestone::cli {

// Warns of each "format:key=value" of a list whose key nothing reads, or whose value is none of the
// key's.
void PrintDoubtfulDefinitions(const std::string& list);

}  // namespace lodestone::cli
