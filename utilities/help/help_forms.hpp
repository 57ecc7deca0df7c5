// What `lodestone help -as` writes of commands.
#pragma once

#include <span>
#include <string>

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

using CommandList = std::span<const Command* const>;

// An array of objects; docs/command-line.md has their members.
std::string CommandsJson(CommandList commands);

// man(7), a page for each.
std::string ManualPages(CommandList commands);

// Programs for the shell to read.
std::string BashCompletion(CommandList commands);
std::string ZshCompletion(CommandList commands);
std::string FishCompletion(CommandList commands);

// The options of a command, and those of its subcommands; each name once.
ShownOptions AllOptions(const Command& command);

// On one line.
std::string OneLine(std::string text);

}  // namespace lodestone::cli
