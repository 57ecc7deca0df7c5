// Durations on command lines.
#pragma once

#include <string>

namespace lodestone::cli {

// Seconds above 0, decimals allowed; anything else is a MalformedArgument of the option.
double ParseSeconds(const std::string& option, const std::string& text);

}  // namespace lodestone::cli
