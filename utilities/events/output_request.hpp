// The command lines of `events export`, `events report` and `events trace`.
#pragma once

#include <string>

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

struct OutputRequest {
  std::string output = "-";  // "-": standard output
  Arguments logs;            // at least one
};

// [-o FILE] LOG... ; throws CommandError.
OutputRequest ParseOutputRequest(const Arguments& arguments);

}  // namespace lodestone::cli
