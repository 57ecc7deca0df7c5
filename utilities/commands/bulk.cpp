// lodestone bulk: the same options for any number of images, resumable.
#include <cstdio>

#include "magick/api.h"
#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/bulk_run.hpp"
#include "utilities/commands/bulk_plan.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

// Else it would be an input that is missing, and the work of the plan would be done at once.
void RefuseMisspeltCommand(const std::string& word) {
  if (LooksLikeOption(word) || IsAccessible(word.c_str())) return;
  const std::string meant = MeantSubcommand(kBulkCommand, word);
  if (!meant.empty()) throw CommandError("Unrecognized subcommand", word).WithHint(meant);
}

void WarnOfLostJournal(const std::string& name) {
  PrintMessage(CommandError("The journal is not there any more", name)
                   .WithHint("the next run will do again what this one has done")
                   .WithSeverity(OptionWarning));
}

int RunBulk(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty() || AsksForHelp(arguments)) {
    PrintUsage(context, kBulkCommand);
    return arguments.empty() ? 1 : 0;
  }
  if (const auto status = RunSubcommand(context, kBulkCommand, arguments)) return *status;
  RefuseMisspeltCommand(arguments[0]);
  const BulkOptions options = ParseBulkOptions(arguments);
  RequireNamesFor(options);
  const BulkSummary summary = RunBulkJob(options);
  const std::string journal = summary.lost_journal ? "" : options.journal;
  if (options.json) {
    std::printf("%s\n", SummaryJson(summary, journal).c_str());
  } else {
    PrintSummary(summary, journal);
  }
  if (summary.lost_journal) WarnOfLostJournal(options.journal);
  if (!summary.had_inputs()) WarnOfNone(options.inputs);
  if (!summary.stopped.empty()) PrintMessage(CommandError(kStopped + summary.stopped));
  return summary.complete() ? 0 : 1;
}

constexpr const Subcommand* kPlanCommands[] = {&kPlanCommand, &kRunCommand, &kStatusCommand,
                                               &kVerifyCommand, &kRetryCommand};

constexpr HelpPart kBulkNotes[] = {
    {"Options of bulk", "", ShownBulkOptions},
    {"",
     "Inputs are files, patterns and directories. Options outside parentheses are for\n"
     "all outputs and come first. In a template, %{path} is the directory of the input\n"
     "below a directory that was given, %{dir} its directory as it was named, %{name}\n"
     "its file name, %{base} that without the extension, %{ext} the extension and\n"
     "%{scene} the number of the image in the file. What is done already, according to\n"
     "the journal, is not done again unless inputs or options have changed."},
};

}  // namespace

const Command kBulkCommand = {
    .name = "bulk",
    .summary = "convert any number of images, resumable",
    .run = RunBulk,
    .synopsis =
        "$ [options ...] -output template input ...\n"
        "$ [options ...] ( [options ...] -output template ) ... input ...",
    .options = Shown<kConvert>,
    .more = kBulkNotes,
    .subcommands = kPlanCommands,
    .description =
        "Converts any number of images, several at a time, to one or more outputs each.\n"
        "Options in parentheses together with their -output apply to that output only.\n"
        "For several machines, plan writes a plan of the work, and run does a part of it.",
    .has_banner = true,
};

}  // namespace lodestone::cli
