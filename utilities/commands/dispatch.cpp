// From names and arguments to commands.
#include <algorithm>
#include <cstdio>
#include <iterator>

#include "magick/api.h"
#include "utilities/commands/sandboxed_command.hpp"
#include "utilities/image/image_text.hpp"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {
namespace {

// "gm -version" is "gm version".
std::string CommandName(std::string argument) {
  while (!argument.empty() && argument[0] == '-') argument.erase(0, 1);
  return argument == "?" ? "help" : argument;
}

// The command that the program is for may have a process of its own.
int RunOnlyCommand(const CommandContext& context, const Command& command,
                   const Arguments& arguments) {
  if (!arguments.empty() && arguments[0] == "--help") {
    PrintUsage({context.program, command.name, context.caller}, command);
    return 0;
  }
  if (!arguments.empty() && (arguments[0] == "-version" || arguments[0] == "--version"))
    return kVersionCommand.run({context.program, command.name, context.caller}, {});
  if (context.caller != nullptr) return RunNamedByArgument(context, command, arguments);
  return RunPerhapsSandboxed(command, {context.program, command.name}, arguments);
}

}  // namespace

bool IsCommandLink(const std::string& name) {
  static constexpr const char* kNames[] = {"animate", "compare", "composite", "conjure",
                                           "convert", "display", "identify",  "import",
                                           "mogrify", "montage"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](const char* known) { return LocaleCompare(known, name.c_str()) == 0; });
}

int RunNamedByArgument(const CommandContext& context, const Command& command,
                       const Arguments& arguments) {
  CommandContext own{context.program, command.name, nullptr};
  if (context.caller == nullptr) return command.run(own, arguments);
  Caller caller = *context.caller;
  if (&command != &kIdentifyCommand) caller.text = nullptr;
  own.caller = &caller;
  return command.run(own, arguments);
}

int RunLink(const std::string& name, const Arguments& arguments, const Caller* caller) {
  return RunNamed(name, [&] {
    return RunOnlyCommand({"", "", caller}, RequireCommand(name), arguments);
  });
}

int RunProgram(const std::string& program, const Arguments& arguments, const Caller* caller) {
  if (arguments.empty()) {
    PrintUsage({program, ""}, kHelpCommand);
    return 1;
  }
  if (arguments[0] == "ping") return 0;  // of programs that ask whether the process answers
  return RunNamed(program, [&] {
    const Arguments rest(arguments.begin() + 1, arguments.end());
    const Command& command = RequireCommand(CommandName(arguments[0]), rest);
    return RunNamed(program + " " + command.name, [&] {
      return RunOnlyCommand({program, "", caller}, command, rest);
    });
  });
}

// As in GraphicsMagick, each run begins with the caller's settings, and prints its texts.
int RunWithin(const CommandContext& context, const Command& command, const Arguments& arguments) {
  if (context.caller == nullptr) return RunNamedByArgument(context, command, arguments);
  const ImageInfoHandle info = CopyOf(context.caller->info);
  std::string text;
  const Caller caller{info.get(), &text};
  const int status = RunNamedByArgument({context.program, "", &caller}, command, arguments);
  if (!text.empty()) std::printf("%s\n", text.c_str());
  return status;
}

ImageInfoHandle SettingsFor(const CommandContext& context) {
  if (context.caller == nullptr) return CopyOf(nullptr);
  return ImageInfoHandle(context.caller->info, ImageInfoDeleter{false});
}

void DescribeToCaller(const CommandContext& context, const ImageInfo* info, Image* images) {
  if (context.caller == nullptr || context.caller->text == nullptr) return;
  const char* const format = AccessDefinition(info, "info", "format");
  *context.caller->text +=
      ExpandImageText(info, images, format == nullptr ? "%w,%h,%m" : format) + "\n";
}

}  // namespace lodestone::cli
