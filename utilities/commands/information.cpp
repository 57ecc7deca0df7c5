#include "utilities/commands/information.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include "utilities/options/lists.hpp"

namespace lodestone::cli {
namespace {

bool PrintFirst(const CommandContext& context, const std::vector<OptionUse>& uses) {
  std::vector<OptionUse> limits;
  for (const OptionUse& use : uses) {
    if (PrintInformation(context, use)) return true;
    if (IsNamed(use, "limit")) limits.push_back(use);
    if (!IsNamed(use, "list")) continue;
    for (const OptionUse& limit : limits) limit.option->set(nullptr, limit);
    PrintList(use.value());
    return true;
  }
  return false;
}

std::vector<OptionUse> InformationOptions(const Arguments& arguments, unsigned command) {
  std::vector<OptionUse> uses;
  std::size_t position = 0;
  while (position < arguments.size()) {
    const std::string& argument = arguments[position];
    if (!LooksLikeOption(argument)) {
      ++position;
      continue;
    }
    const Option* option = FindOption(argument.substr(1), command);
    const std::string name = option == nullptr ? "" : option->name;
    if (name == "help" || name == "version" || name == "list" || name == "limit") {
      uses.push_back(ParseOption(arguments, arguments.size(), command, &position));
    } else {
      position += 1 + CountValues(option, argument);
    }
  }
  return uses;
}

}  // namespace

bool PrintInformation(const CommandContext& context, const OptionUse& use) {
  const std::string name = use.option->name;
  if (name == "help") {
    PrintUsage(context, *FindCommand(context.command));
    return true;
  }
  if (name == "version") {
    kVersionCommand.run(context, {});
    return true;
  }
  return false;
}

bool PrintInformationIn(const CommandContext& context, const Arguments& arguments,
                        unsigned command) {
  return PrintFirst(context, InformationOptions(arguments, command));
}

}  // namespace lodestone::cli
