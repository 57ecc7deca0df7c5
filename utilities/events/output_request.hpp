// The command lines of `events export`, `events report` and `events trace`.
#pragma once

#include <string>

#include "utilities/shell/command.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {

struct OutputRequest {
  std::string output = "-";  // "-": standard output
  Arguments logs;            // at least one
};

// [-o FILE] LOG... ; throws CommandError. `others`: options of the subcommand that it has taken
// out.
OutputRequest ParseOutputRequest(const Arguments& arguments, OwnOptions others = {});

}  // namespace lodestone::cli
