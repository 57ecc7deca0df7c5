// Options that a command has for itself, and their values.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

// The names of all of them, with their signs.
using OwnOptions = std::span<const std::string_view>;

// Whether it is -help, --help or -?; whether the first argument is.
bool IsHelp(const std::string& argument);
bool AsksForHelp(const std::vector<std::string>& arguments);

// The argument after the option at *position, which is moved to it. None, an empty one, and one
// that is itself an option, is a MalformedArgument.
const std::string& ValueAfter(const std::vector<std::string>& arguments, std::size_t* position,
                              OwnOptions own);

// For an argument that begins with a sign and is none of these; the hint is what may have been
// meant.
CommandError UnrecognizedOption(const std::string& spelled, OwnOptions own);

// Of words without signs: for a name that is none of them, the one that may have been meant, also
// by "name=value"; or "".
std::string MeantOption(const std::string& spelled, std::span<const std::string> names);

// The same for words that are no options, such as commands.
std::string MeantWord(const std::string& word, std::span<const std::string> words);

// For the value of an option: an option was taken for it.
CommandError OptionAsValue(const std::string& option, const std::string& value);

}  // namespace lodestone::cli
