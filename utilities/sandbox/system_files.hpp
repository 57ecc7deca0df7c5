// What every command reads: libraries, coders, fonts, settings, and facts about the machine.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

// Files and folders. Some may not exist.
std::vector<std::string> SystemFiles();

}  // namespace lodestone::cli
