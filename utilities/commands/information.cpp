#include "utilities/commands/information.hpp"

#include <string>

namespace lodestone::cli {

bool PrintInformation(const CommandContext& context, const OptionUse& use) {
  const std::string name = use.option->name;
  if (name == "help") {
    FindCommand(context.command)->usage(context);
    return true;
  }
  if (name == "version") {
    RunVersion(context, {});
    return true;
  }
  return false;
}

}  // namespace lodestone::cli
