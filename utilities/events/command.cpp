// lodestone events: reads acceleration event logs.
#include <cstdio>

#include "utilities/shell/command_error.hpp"
#include "utilities/events/subcommand.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {
namespace {

struct Subcommand {
  const char* name;
  const char* synopsis;
  const char* text;  // lines of at most 80 characters
  int (*run)(const Arguments& arguments);
};

constexpr Subcommand kSubcommands[] = {
    {"compare",
     "[-json] [-by-accelerator] [-fail-if-slower percent]\n"
     "           [-chart file.svg] log log [log ...]",
     "Compares the times of each log with the first one: the ratio of the medians with its 95%\n"
     "interval, separately for first and later calls, and whether that is faster, slower or no\n"
     "difference. Calls are compared if operation, sizes and channels are the same, on any\n"
     "accelerator; -by-accelerator separates accelerators. -fail-if-slower makes the exit status\n"
     "1 if any of them is significantly slower, by more than that. -chart draws the ratios.\n",
     CompareEvents},
    {"export", "-otlp | -prometheus [-o file] log [log ...]",
     "Writes logs for collectors: -otlp as spans of OpenTelemetry in its JSON encoding, an object\n"
     "a line; -prometheus as counters and histograms in Prometheus' text format. Without -o it\n"
     "goes to standard output.\n",
     ExportEvents},
    {"follow", "[-interval seconds] [-seconds n] log",
     "Follows a growing log: for each operation and device the calls and megapixels per second,\n"
     "median and 99th percentile of the last interval (1 second), and the total number of calls\n"
     "done, declined and failed. The log need not exist yet; it may be truncated or replaced.\n"
     "Draws a table on a terminal, else prints a line per interval. Ends on an interrupt, or\n"
     "after -seconds, with a summary.\n",
     FollowEvents},
    {"summarize", "[-json | -csv] log [log ...]",
     "Summarizes event logs: for each operation, size class, accelerator and device the calls,\n"
     "those declined or failed and why; separately for first calls, which include preparation,\n"
     "and later ones: sum, minimum, median, 90th and 99th percentile and maximum in\n"
     "milliseconds, megapixels per second, where the time went, bytes transferred, and\n"
     "predicted against actual times.\n",
     SummarizeEvents},
    {"report", "[-o report.html] log [log ...]",
     "Writes a self-contained HTML page: time saved or lost, what is faster and from which size\n"
     "on, what devices declined and what helps, a timeline, times of first and later calls,\n"
     "predictions. Without -o it goes to standard output.\n",
     ReportEvents},
    {"trace", "[-o trace.json] log [log ...]",
     "Writes a trace for https://ui.perfetto.dev and chrome://tracing: calls on their threads,\n"
     "with their parts nested; uploads, kernels and downloads on rows of each device. Without\n"
     "-o it goes to standard output.\n",
     TraceEvents},
};

void PrintSynopsis(const CommandContext& context, const Subcommand& subcommand,
                   const char* heading) {
  std::printf("%-6s %s events %s %s\n", heading, context.program.c_str(), subcommand.name,
              subcommand.synopsis);
}

int RunSubcommand(const CommandContext& context, const Subcommand& subcommand,
                  const Arguments& arguments) {
  if (!AsksForHelp(arguments)) return subcommand.run(arguments);
  PrintSynopsis(context, subcommand, "Usage:");
  std::printf("\n%s", subcommand.text);
  return 0;
}

std::string MeantSubcommand(const std::string& name) {
  std::vector<std::string> names;
  for (const Subcommand& subcommand : kSubcommands) names.emplace_back(subcommand.name);
  return MeantWord(name, names);
}

}  // namespace

void EventsUsage(const CommandContext& context) {
  const char* heading = "Usage:";
  for (const Subcommand& subcommand : kSubcommands) {
    PrintSynopsis(context, subcommand, heading);
    heading = "";
  }
  for (const Subcommand& subcommand : kSubcommands) {
    std::printf("\n%s\n%s", subcommand.name, subcommand.text);
  }
  std::printf(
      "\n"
      "All of them read JSON Lines (-accelerate-log events.jsonl) and the text layout of -debug\n"
      "accelerate log files. Damaged lines are counted and reported. '-' is standard input.\n");
}

int RunEvents(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) {
    EventsUsage(context);
    throw CommandError("Missing a subcommand");
  }
  if (AsksForHelp(arguments)) {
    EventsUsage(context);
    return 0;
  }
  for (const Subcommand& subcommand : kSubcommands) {
    if (arguments[0] != subcommand.name) continue;
    return RunSubcommand(context, subcommand, {arguments.begin() + 1, arguments.end()});
  }
  throw CommandError("Unrecognized subcommand", arguments[0])
      .WithHint(MeantSubcommand(arguments[0]));
}

}  // namespace lodestone::cli
