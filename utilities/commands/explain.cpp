// lodestone explain: where convert would run each operation, and why, without running it.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/value_argument.hpp"
#include "utilities/commands/convert.hpp"
#include "utilities/devices/explanations.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

constexpr std::string_view kExplainOptions[] = {"-json", "-warm"};

struct Request {
  bool json = false, warm = false;
  Arguments command;  // the arguments of convert
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i][0] == '-'; ++i) {
    if (arguments[i] == "-json") {
      request.json = true;
    } else if (arguments[i] == "-warm") {
      request.warm = true;
    } else {
      throw UnrecognizedOption(arguments[i], kExplainOptions);
    }
  }
  if (i == arguments.size()) throw CommandError("Missing a command to explain");
  if (arguments[i] != "convert") {
    const std::string convert[] = {"convert"};
    throw CommandError("Only convert can be explained", arguments[i])
        .WithHint(MeantWord(arguments[i], convert));
  }
  request.command.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
  return request;
}

}  // namespace

void ExplainUsage(const CommandContext& context) {
  std::printf(
      "Usage: %s explain [-warm] [-json] convert [options ...] file ... [options ...] file\n"
      "\n"
      "For each operation of a convert command, shows which accelerators could run it, their\n"
      "predicted times, which one would run it now and why not the others. Reads the inputs (only\n"
      "their headers if possible); computes and writes nothing.\n"
      "\n"
      "  -warm   warm the devices up first, as in a program that has been running for a while\n"
      "  -json   print JSON\n"
      "\n"
      "Example:\n"
      "  %s explain -warm convert in.jpg -resize 25%% -scale 50%% out.jpg\n",
      context.program.c_str(), context.program.c_str());
}

int RunExplain(const CommandContext& context, const Arguments& arguments) {
  const bool help = std::any_of(arguments.begin(), arguments.end(), IsHelp);
  if (help || arguments.empty()) {
    ExplainUsage(context);
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

}  // namespace lodestone::cli
