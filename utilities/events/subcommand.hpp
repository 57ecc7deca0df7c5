// The subcommands of `lodestone events`, one file each.
#pragma once

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// Each takes the arguments after its name, and returns the exit status.
int CompareEvents(const Arguments& arguments);
int ExportEvents(const Arguments& arguments);
int FollowEvents(const Arguments& arguments);
int SummarizeEvents(const Arguments& arguments);
int ReportEvents(const Arguments& arguments);
int TraceEvents(const Arguments& arguments);

}  // namespace lodestone::cli
