// Options that print something about the program instead of working on images.
#pragma once

#include "utilities/options/options.hpp"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// Prints what -help or -version asks for; false for any other option.
bool PrintInformation(const CommandContext& context, const OptionUse& use);

// Prints what the first -help, -version or -list among the arguments asks for; false if there is
// none. Limits set before a -list affect its output.
bool PrintInformationIn(const CommandContext& context, const Arguments& arguments,
                        unsigned command);

}  // namespace lodestone::cli
