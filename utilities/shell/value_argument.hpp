// Values of options that a command has for itself.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lodestone::cli {

// The argument after the option at *position, which is moved to it. None, and an empty one, is a
// MalformedArgument of the option.
const std::string& ValueAfter(const std::vector<std::string>& arguments, std::size_t* position);

}  // namespace lodestone::cli
