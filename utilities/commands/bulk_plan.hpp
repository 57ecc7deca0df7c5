// The subcommands of `lodestone bulk`, for plans.
#pragma once

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

extern const Subcommand kPlanCommand;
extern const Subcommand kRunCommand;
extern const Subcommand kStatusCommand;
extern const Subcommand kVerifyCommand;
extern const Subcommand kRetryCommand;

}  // namespace lodestone::cli
