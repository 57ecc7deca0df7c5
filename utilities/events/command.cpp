// lodestone events: reads acceleration event logs.
#include "utilities/events/subcommand.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

constexpr const Subcommand* kEventsSubcommands[] = {
    &kCompareEvents,   &kExportEvents, &kFollowEvents,
    &kSummarizeEvents, &kReportEvents, &kTraceEvents,
};

int RunEvents(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty() || AsksForHelp(arguments)) {
    PrintUsage(context, kEventsCommand);
    if (!arguments.empty()) return 0;
    throw CommandError("Missing a subcommand");
  }
  if (const auto status = RunSubcommand(context, kEventsCommand, arguments)) return *status;
  throw CommandError("Unrecognized subcommand", arguments[0])
      .WithHint(MeantSubcommand(kEventsCommand, arguments[0]));
}

}  // namespace

Arguments ParseWithLogs(OwnOptions options, const Arguments& arguments, void* request) {
  Arguments logs = ParseOwn(options, arguments, Words::kAmong, request);
  if (logs.empty()) throw CommandError("Missing a log filename");
  return logs;
}

OutputRequest ParseOutputRequest(const Arguments& arguments) {
  OutputRequest request;
  request.logs = ParseWithLogs(kOutputOption, arguments, &request);
  return request;
}

const Command kEventsCommand = {
    .name = "events",
    .summary = "summarize logs of what ran where",
    .run = RunEvents,
    .text =
        "Logs are JSON Lines (-accelerate-log events.jsonl) or the text layout of -debug\n"
        "accelerate log files, also mixed, of other builds, and of any length. Damaged\n"
        "lines are counted and reported. '-' is standard input.",
    .subcommands = kEventsSubcommands,
};

}  // namespace lodestone::cli
