// Values of options that GraphicsMagick takes, but that are most likely mistakes.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

// Warns of such values of -NAME.
void PrintDoubts(const std::string& name, const std::vector<std::string>& values);

}  // namespace lodestone::cli
