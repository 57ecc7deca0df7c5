// The subcommands of `lodestone events`, one file each.
#pragma once

#include <string>

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

extern const Subcommand kCompareEvents;
extern const Subcommand kExportEvents;
extern const Subcommand kFollowEvents;
extern const Subcommand kSummarizeEvents;
extern const Subcommand kReportEvents;
extern const Subcommand kTraceEvents;

// Enters options into a request. Returns the logs; throws CommandError if there are none.
Arguments ParseWithLogs(OwnOptions options, const Arguments& arguments, void* request);

// What `events report` and `events trace` are asked for.
struct OutputRequest {
  std::string output = "-";  // "-": standard output
  Arguments logs;            // at least one
};

inline constexpr OwnOption kOutputOption[] = {
    {"o", "file", "write to this file instead of standard output",
     Set<OutputRequest, &OutputRequest::output>},
};

OutputRequest ParseOutputRequest(const Arguments& arguments);

}  // namespace lodestone::cli
