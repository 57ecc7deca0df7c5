// The commands of `lodestone bulk` for plans.
#pragma once

#include <string>

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

struct PlanCommand {
  const char* name;
  const char* arguments;
  const char* help;
  int (*run)(const Arguments& arguments);
};

// Null when there is none of this name.
const PlanCommand* FindPlanCommand(const std::string& name);

// What may have been meant by a word that is none, or "".
std::string MeantPlanCommand(const std::string& name);

void PrintPlanCommand(const std::string& program, const PlanCommand& command);
void PrintPlanCommands(const std::string& program);

}  // namespace lodestone::cli
