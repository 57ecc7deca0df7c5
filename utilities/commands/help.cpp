// lodestone help, and the table of commands.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "magick/api.h"
#include "utilities/help/help_forms.hpp"
#include "utilities/options/options.hpp"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {
namespace {

constexpr const Command* kCommands[] = {
    &kAnimateCommand,   &kBatchCommand,   &kBenchmarkCommand, &kBulkCommand,    &kCompareCommand,
    &kCompositeCommand, &kConformCommand, &kConjureCommand,   &kConvertCommand, &kDevicesCommand,
    &kDisplayCommand,   &kEventsCommand,  &kExplainCommand,   &kHelpCommand,    &kIdentifyCommand,
    &kImportCommand,    &kLabCommand,     &kMogrifyCommand,   &kMontageCommand, &kTimeCommand,
    &kTuneCommand,      &kVersionCommand,
};

std::string MeantCommand(const std::string& name) {
  std::vector<std::string> names;
  for (const Command* command : kCommands) names.emplace_back(command->name);
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

std::span<const Command* const> Commands() {
  return kCommands;
}

const Command* FindCommand(const std::string& name) {
  const auto found = std::ranges::find_if(kCommands, [&](const Command* command) {
    return LocaleCompare(name.c_str(), command->name) == 0;
  });
  return found == std::end(kCommands) ? nullptr : *found;
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

namespace {

struct Request {
  std::string form;  // "": the help text
};

struct Form {
  const char* name;
  std::string (*write)(CommandList commands);
};

constexpr Form kForms[] = {
    {"man", ManualPages},     {"bash", BashCompletion}, {"zsh", ZshCompletion},
    {"fish", FishCompletion}, {"json", CommandsJson},
};

constexpr OwnOption kHelpOptions[] = {
    {"as", "man|bash|zsh|fish|json",
     "as a manual page, completion for a shell, or JSON; of all commands if none\nis named",
     Set<Request, &Request::form>},
};

void HelpUsage(const CommandContext& context) {
  PrintBanner();
  std::printf("Usage: %s command [options ...]\n\nWhere commands include:\n",
              context.program.c_str());
  for (const Command* command : kCommands)
    std::printf("%11s - %s\n", command->name, command->summary);
  PrintPart(PartsOf(kHelpCommand)[0], context.Spelled());
}

std::string InForm(const std::string& name, CommandList commands) {
  std::vector<std::string> names;
  for (const Form& form : kForms) {
    if (name == form.name) return form.write(commands);
    names.emplace_back(form.name);
  }
  throw CommandError("Unrecognized form of help", name).WithHint(MeantWord(name, names));
}

int RunHelp(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty() || AsksForHelp(arguments)) {
    HelpUsage(context);
    return 0;
  }
  Request request;
  const bool has_form = arguments[0] == "-as";
  const Arguments words =
      has_form ? ParseOwn(kHelpOptions, arguments, Words::kLast, &request) : arguments;
  const Command* const command = words.empty() ? nullptr : &RequireCommand(words[0]);
  if (!has_form) {
    PrintUsage({context.program, command->name, context.caller}, *command);
    return 0;
  }
  const CommandList commands =
      command == nullptr ? CommandList(kCommands) : CommandList(&command, 1);
  std::printf("%s", InForm(request.form, commands).c_str());
  return 0;
}

}  // namespace

const Command kHelpCommand = {
    .name = "help",
    .summary = "obtain usage message for named command",
    .run = RunHelp,
    .synopsis = "$ [-as man|bash|zsh|fish|json] [command]",
    .options = Shown<kHelpOptions>,
    .description = "Tells the options of a command, or lists all commands.",
    .has_banner = true,
    .usage = HelpUsage,
};

}  // namespace lodestone::cli
