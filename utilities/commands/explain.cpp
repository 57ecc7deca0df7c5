// lodestone explain: where convert would run each operation, and why, without running it.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/commands/convert.hpp"
#include "utilities/devices/explanations.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

struct Request {
  bool json = false, warm = false;
  Arguments command;  // the arguments of convert
};

constexpr OwnOption kExplainOptions[] = {
    {"warm", "", "warm the devices up first, as in a program that has been running for a while",
     Set<Request, &Request::warm>},
    {"json", "", "print JSON", Set<Request, &Request::json>},
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  const Arguments words = ParseOwn(kExplainOptions, arguments, Words::kLast, &request);
  if (words.empty()) throw CommandError("Missing a command to explain");
  if (words[0] != "convert") {
    const std::string convert[] = {"convert"};
    throw CommandError("Only convert can be explained", words[0])
        .WithHint(MeantWord(words[0], convert));
  }
  request.command.assign(words.begin() + 1, words.end());
  return request;
}

int RunExplain(const CommandContext& context, const Arguments& arguments) {
  const bool help = std::any_of(arguments.begin(), arguments.end(), IsHelp);
  if (help || arguments.empty()) {
    PrintUsage(context, kExplainCommand);
    if (help) return 0;
    throw CommandError("Missing a command to explain");
  }
  const Request request = ParseRequest(arguments);
  if (request.warm) {
    ProgressLine progress;
    progress.Show("warming up the devices ...");
    MagickAccelerateWarmUp();
  }
  Explanations explanations;
  if (!ConvertWithoutPixels(context, request.command)) return 0;
  request.json ? explanations.PrintJson() : explanations.PrintReport();
  return 0;
}

constexpr HelpPart kExplainNotes[] = {
    {"Example", "  $ -warm convert in.jpg -resize 25% -scale 50% out.jpg"},
};

}  // namespace

const Command kExplainCommand = {
    .name = "explain",
    .summary = "show what would run where, without running it",
    .run = RunExplain,
    .synopsis = "$ [-warm] [-json] convert [options ...] file ... [options ...] file",
    .text =
        "For each operation of a convert command, shows which accelerators could run it,\n"
        "their predicted times, which one would run it now and why not the others. Reads\n"
        "the inputs (only their headers if possible); computes and writes nothing. Reading\n"
        "and writing JPEG files is left out.",
    .options = Shown<kExplainOptions>,
    .more = kExplainNotes,
};

}  // namespace lodestone::cli
