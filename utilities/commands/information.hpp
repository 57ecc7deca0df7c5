// Options that print something about the program instead of working on images.
#pragma once

#include "utilities/options/options.hpp"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// Prints what -help or -version asks for; false for any other option.
bool PrintInformation(const CommandContext& context, const OptionUse& use);

}  // namespace lodestone::cli
