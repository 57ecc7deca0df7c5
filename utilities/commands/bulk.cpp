// lodestone bulk: the same options for any number of images, resumable.
#include <cstdio>

#include "magick/api.h"
#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/bulk_run.hpp"
#include "utilities/commands/bulk_plan.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {
namespace {

// Else it would be an input that is missing, and the work of the plan would be done at once.
void RefuseMisspeltCommand(const std::string& word) {
  if (LooksLikeOption(word) || IsAccessible(word.c_str())) return;
  const std::string meant = MeantPlanCommand(word);
  if (!meant.empty()) throw CommandError("Unrecognized subcommand", word).WithHint(meant);
}

}  // namespace

void BulkUsage(const CommandContext& context) {
  PrintBanner();
  std::printf(
      "Usage: %s bulk [options ...] -output template input ...\n"
      "       %s bulk [options ...] ( [options ...] -output template ) ... input ...\n",
      context.program.c_str(), context.program.c_str());
  std::printf("\nFor several machines:\n");
  PrintPlanCommands(context.program);
  PrintOptions(kConvert);
  std::printf("\nOptions of bulk:\n");
  PrintBulkOptions();
  std::printf(
      "\n"
      "Inputs are files, patterns and directories. Options outside parentheses are for all "
      "outputs\n"
      "and come first. In a template, %%{path} is the directory of the input below a directory "
      "that\n"
      "was given, %%{name} its file name, %%{base} that without the extension, %%{ext} the "
      "extension\n"
      "and %%{scene} the number of the image in the file. What is done already, according to the\n"
      "journal, is not done again unless inputs or options have changed.\n");
}

int RunBulk(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) {
    BulkUsage(context);
    return 1;
  }
  if (AsksForHelp(arguments)) {
    BulkUsage(context);
    return 0;
  }
  if (const PlanCommand* command = FindPlanCommand(arguments[0])) {
    const Arguments rest(arguments.begin() + 1, arguments.end());
    if (!AsksForHelp(rest)) return command->run(rest);
    std::printf("Usage:\n");
    PrintPlanCommand(context.program, *command);
    return 0;
  }
  RefuseMisspeltCommand(arguments[0]);
  const BulkOptions options = ParseBulkOptions(arguments);
  RequireNamesFor(options);
  const BulkSummary summary = RunBulkJob(options);
  if (options.json) {
    std::printf("%s\n", SummaryJson(summary, options.journal).c_str());
  } else {
    PrintSummary(summary, options.journal);
  }
  if (!summary.had_inputs()) WarnOfNone(options.inputs);
  if (!summary.stopped.empty()) PrintMessage(CommandError(kStopped + summary.stopped));
  return summary.complete() ? 0 : 1;
}

}  // namespace lodestone::cli
