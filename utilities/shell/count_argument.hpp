// Whole numbers on command lines.
#pragma once

#include <cstdint>
#include <string>

namespace lodestone::cli {

// A decimal number of digits alone, at least `least`; anything else is a MalformedArgument of the
// option.
std::uint64_t ParseCount(const std::string& option, const std::string& text,
                         std::uint64_t least = 1);

}  // namespace lodestone::cli
