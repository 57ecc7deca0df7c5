// What to do about an option that a command does not have.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lodestone::cli {

// A sentence, or "". `spelled`: with its sign; `command`: a CommandSet.
std::string OptionHint(const std::string& spelled, unsigned command);

// Options of gm that are not built yet.
std::span<const std::string_view> OptionsNotBuilt();

}  // namespace lodestone::cli
