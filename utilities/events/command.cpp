// lodestone events: reads the logs that acceleration writes.
#include <cstdio>

#include "utilities/shell/command_error.hpp"
#include "utilities/events/subcommand.hpp"

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
     "           [-picture file.svg] log log [log ...]",
     "Says how long the same works took in each log beside the first one: the ratio of the\n"
     "medians with its 95% interval, first calls and later ones apart, and whether that is\n"
     "faster, slower or no difference. Works are the same when operation, sizes and channels\n"
     "are, whoever did them; -by-accelerator keeps accelerators apart. -fail-if-slower makes\n"
     "the exit status 1 if any work is surely slower, and by more than that. -picture draws\n"
     "the ratios.\n",
     CompareEvents},
    {"follow", "[-interval seconds] [-seconds n] log",
     "Watches a log that grows: for each operation and device the calls and megapixels per\n"
     "second, median and 99th percentile of the last interval (1 second), and how many calls\n"
     "were done, declined and failed in all. The log need not exist yet; it may be cut or\n"
     "replaced. Draws a table on a terminal, else prints a line an interval. Ends at an\n"
     "interrupt, or after -seconds, with a summary.\n",
     FollowEvents},
    {"summarize", "[-json | -csv] log [log ...]",
     "Says what the event logs say: for each operation, class of sizes, accelerator and\n"
     "device the calls, those that were declined or failed and why; the first calls, which\n"
     "had something to get ready, apart from the later ones: sum, minimum, median, 90th and\n"
     "99th percentile and maximum in milliseconds, megapixels a second, where the time\n"
     "went, bytes moved, and predictions beside what the calls took.\n",
     SummarizeEvents},
    {"report", "[-o report.html] log [log ...]",
     "Makes one page for browsers, which needs nothing else: what was won or lost, who is\n"
     "faster and from which size on, what devices refused and what helps, a timeline, times\n"
     "of first and later calls, predictions. Without -o it goes to standard output.\n",
     ReportEvents},
    {"trace", "[-o trace.json] log [log ...]",
     "Makes a trace for https://ui.perfetto.dev and chrome://tracing: calls on their threads\n"
     "with their parts inside, uploads, kernels and downloads on the rows of each device.\n"
     "Without -o it goes to standard output.\n",
     TraceEvents},
};

}  // namespace

void EventsUsage(const CommandContext& context) {
  const char* heading = "Usage:";
  for (const Subcommand& subcommand : kSubcommands) {
    std::printf("%-6s %s events %s %s\n", heading, context.program.c_str(), subcommand.name,
                subcommand.synopsis);
    heading = "";
  }
  for (const Subcommand& subcommand : kSubcommands) {
    std::printf("\n%s\n%s", subcommand.name, subcommand.text);
  }
  std::printf(
      "\n"
      "All read JSON Lines (-accelerate-log events.jsonl) and the text layout of -debug\n"
      "accelerate log files. Damaged lines are counted and named. '-' is standard input.\n");
}

int RunEvents(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) {
    EventsUsage(context);
    throw CommandError("Missing a subcommand");
  }
  if (arguments[0] == "-help" || arguments[0] == "-?") {
    EventsUsage(context);
    return 0;
  }
  for (const Subcommand& subcommand : kSubcommands) {
    if (arguments[0] != subcommand.name) continue;
    return subcommand.run({arguments.begin() + 1, arguments.end()});
  }
  throw CommandError("Unrecognized subcommand", arguments[0]);
}

}  // namespace lodestone::cli
