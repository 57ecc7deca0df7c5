// lodestone help, and the table of commands.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "magick/api.h"
#include "utilities/options/options.hpp"
#include "utilities/shell/command.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {
namespace {

constexpr Command kCommands[] = {
    {"animate", "animate a sequence of images (not in this build)", RunWithDisplay, DisplayUsage},
    {"batch", "issue multiple commands in interactive or batch mode", RunBatch, BatchUsage},
    {"benchmark", "benchmark one of the other commands, or operations in memory", RunBenchmark,
     BenchmarkUsage},
    {"bulk", "convert any number of images, resumable", RunBulk, BulkUsage},
    {"compare", "compare two images", RunCompare, CompareUsage},
    {"composite", "composite images together", RunComposite, CompositeUsage},
    {"conform", "check that the pixels are those that every machine gets", RunConform,
     ConformUsage},
    {"conjure", "execute a script in MSL (not in this build)", RunConjure, ConjureUsage},
    {"convert", "convert an image or sequence of images", RunConvert, ConvertUsage},
    {"devices", "list devices, and why unusable ones cannot be used", RunDevices, DevicesUsage},
    {"display", "display an image (not in this build)", RunWithDisplay, DisplayUsage},
    {"events", "summarize logs of what ran where", RunEvents, EventsUsage},
    {"explain", "show what would run where, without running it", RunExplain, ExplainUsage},
    {"help", "obtain usage message for named command", RunHelp, HelpUsage},
    {"identify", "describe an image or image sequence", RunIdentify, IdentifyUsage},
    {"import", "capture a screen (not in this build)", RunWithDisplay, DisplayUsage},
    {"lab", "run microbenchmarks of published OpenCL techniques on a device", RunLab, LabUsage},
    {"mogrify", "transform an image or a sequence of images", RunMogrify, MogrifyUsage},
    {"montage", "create a composite image (in a grid) from separate images", RunMontage,
     MontageUsage},
    {"time", "time one of the other commands", RunTime, TimeUsage},
    {"tune", "measure which variants are fastest on a device, for later use", RunTune, TuneUsage},
    {"version", "obtain release version", RunVersion, VersionUsage},
};

// What the help texts do not say of each option: "command +option", a line each.
// scripts/command-reference reads both.
void PrintPlusOptions() {
  for (const Command& command : kCommands) {
    const std::string name = command.name;
    for (const std::string& option :
         PlusOptionNames(CommandSetOf(name == "bulk" ? "convert" : name))) {
      std::printf("%s +%s\n", command.name, option.c_str());
    }
  }
}

std::string MeantCommand(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.emplace_back(command.name);
  return MeantWord(name, names);
}

// A file in the place of the command, with or without options and an output after it.
bool IsInput(const std::string& name, const Arguments& arguments) {
  return IsAccessible(name.c_str()) || (!arguments.empty() && name.find('.') != std::string::npos);
}

// For an example: the first that is a file, else the first that may be one.
std::string InputAmong(const Arguments& arguments) {
  std::string input = "in.jpg";
  for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
    if (!argument->empty() && !LooksLikeOption(*argument)) input = *argument;
  }
  const auto file = std::find_if(arguments.begin(), arguments.end(),
                                 [](const auto& each) { return IsAccessible(each.c_str()); });
  return file == arguments.end() ? input : *file;
}

// What to do about a word that is no command, or "".
std::string CommandHint(const std::string& name, const Arguments& arguments) {
  const Option* const option = FindOption(name, kConvert);
  if (option == nullptr) {
    if (!IsInput(name, arguments)) return MeantCommand(name);
    std::string words = "did you mean: lodestone " +
                        std::string(arguments.empty() ? "identify" : "convert") + " " + name;
    for (const std::string& argument : arguments) words += " " + argument;
    return words;
  }
  return std::string("-") + option->name + " is an option: lodestone convert " +
         InputAmong(arguments) + " -" + option->name + " ...";
}

}  // namespace

std::span<const Command> Commands() {
  return kCommands;
}

const Command* FindCommand(const std::string& name) {
  const auto found = std::find_if(
      std::begin(kCommands), std::end(kCommands),
      [&](const Command& command) { return LocaleCompare(name.c_str(), command.name) == 0; });
  return found == std::end(kCommands) ? nullptr : found;
}

const Command& RequireCommand(const std::string& name, const Arguments& arguments) {
  const Command* const command = FindCommand(name);
  if (command == nullptr) throw UnrecognizedCommand(name, arguments);
  return *command;
}

CommandError UnrecognizedCommand(const std::string& name, const Arguments& arguments) {
  return CommandError("Unrecognized command '" + name +
                      "'. Use -help for a usage summary or see manual")
      .WithHint(CommandHint(name, arguments));
}

void HelpUsage(const CommandContext& context) {
  PrintBanner();
  std::printf("Usage: %s command [options ...]\n\nWhere commands include:\n",
              context.program.c_str());
  for (const Command& command : kCommands) {
    std::printf("%11s - %s\n", command.name, command.summary);
  }
}

int RunHelp(const CommandContext& context, const Arguments& arguments) {
  if (!arguments.empty() && arguments[0] == "-plus") {
    PrintPlusOptions();
    return 0;
  }
  if (arguments.empty() || AsksForHelp(arguments)) {
    HelpUsage(context);
    return 0;
  }
  const Command& command = RequireCommand(arguments[0]);
  command.usage({context.program, command.name, context.caller});
  return 0;
}

}  // namespace lodestone::cli
