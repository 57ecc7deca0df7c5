// The subcommands of `lodestone events`, one file each.
#pragma once

#include <string>

#include "utilities/shell/command.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {

// Each takes the arguments after its name, and returns the exit status.
int CompareEvents(const Arguments& arguments);
int ExportEvents(const Arguments& arguments);
int FollowEvents(const Arguments& arguments);
int SummarizeEvents(const Arguments& arguments);
int ReportEvents(const Arguments& arguments);
int TraceEvents(const Arguments& arguments);

// The command lines of `events export`, `events report` and `events trace`.
struct OutputRequest {
  std::string output = "-";  // "-": standard output
  Arguments logs;            // at least one
};

// [-o FILE] LOG... ; throws CommandError. `others`: options of the subcommand that it has taken
// out.
OutputRequest ParseOutputRequest(const Arguments& arguments, OwnOptions others = {});

}  // namespace lodestone::cli
