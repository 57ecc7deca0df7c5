// Help texts, from what commands say of themselves.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "magick/version.h"
#include "utilities/shell/command.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kWidest = 20;  // of options with arguments that their texts stand beside

std::string WithArgument(const ShownOption& option) {
  return std::string("-") + option.name + (option.argument[0] == '\0' ? "" : " ") + option.argument;
}

void PrintOptions(const ShownOptions& options) {
  std::size_t widest = 0;
  for (const ShownOption& option : options)
    widest = std::max(widest, WithArgument(option).size() + 2);
  const int column = static_cast<int>(std::min(widest, kWidest));
  for (const ShownOption& option : options) {
    std::string left = WithArgument(option);
    if (left.size() > kWidest) {
      std::printf("  %s\n", left.c_str());
      left.clear();
    }
    for (const std::string& line : LinesOf(option.help)) {
      std::printf("  %-*s %s\n", column, left.c_str(), line.c_str());
      left.clear();
    }
  }
}

void PrintSynopsis(const std::string& synopsis) {
  std::printf("Usage: %s\n", synopsis.c_str());
}

void PrintSubcommandUsage(const CommandContext& context, const Subcommand& subcommand) {
  PrintSynopsis(context.Spelled() + " " + subcommand.name + " " + subcommand.synopsis);
  PrintPart({"", subcommand.text, subcommand.options}, context.Spelled());
}

}  // namespace

void PrintPart(const HelpPart& part, const std::string& spelled) {
  std::printf("\n");
  if (part.heading[0] != '\0') std::printf("%s:\n", part.heading);
  if (part.text[0] != '\0') std::printf("%s\n", WithSpelling(part.text, spelled).c_str());
  if (part.options == nullptr) return;
  if (part.text[0] != '\0') std::printf("\n");
  PrintOptions(part.options());
}

ShownOptions ShownOf(OwnOptions options) {
  ShownOptions shown;
  for (const OwnOption& option : options) {
    if (option.help != nullptr) shown.push_back({option.name, option.argument, option.help});
  }
  return shown;
}

void PrintBanner() {
  std::printf("%s\n%s\n", GetMagickVersion(nullptr), GetMagickCopyright());
}

std::vector<HelpPart> PartsOf(const Command& command) {
  std::vector<HelpPart> parts(command.more.begin(), command.more.end());
  const bool has_text = command.text[0] != '\0';
  if (has_text || command.options != nullptr)
    parts.insert(parts.begin(),
                 {has_text ? "" : "Where options include", command.text, command.options});
  return parts;
}

std::string WithSpelling(std::string_view text, const std::string& spelled) {
  std::string result;
  for (const char c : text) result += c == '$' ? spelled : std::string(1, c);
  return result;
}

std::string Synopsis(const Command& command, const std::string& spelled) {
  std::string text = command.synopsis;
  for (const Subcommand* subcommand : command.subcommands)
    text +=
        (text.empty() ? "$ " : "\n$ ") + std::string(subcommand->name) + " " + subcommand->synopsis;
  std::string result;
  for (const std::string& line : LinesOf(text)) {
    const bool further = !result.empty() && line.starts_with('$');
    result += (result.empty() ? "" : "\n") + std::string(further ? "       " : "") + line;
  }
  return WithSpelling(result, spelled);
}

void PrintUsage(const CommandContext& context, const Command& command) {
  if (command.usage != nullptr) return command.usage(context);
  if (command.has_banner) PrintBanner();
  PrintSynopsis(Synopsis(command, context.Spelled()));
  for (const Subcommand* subcommand : command.subcommands)
    PrintPart({subcommand->name, subcommand->text, subcommand->options}, context.Spelled());
  for (const HelpPart& part : PartsOf(command)) PrintPart(part, context.Spelled());
}

void RefuseNoArguments(const CommandContext& context, const Command& command) {
  PrintUsage(context, command);
  throw CommandError("Improper arguments supplied, please see manual");
}

std::optional<int> RunSubcommand(const CommandContext& context, const Command& command,
                                 const Arguments& arguments) {
  const auto found = std::ranges::find_if(command.subcommands, [&](const Subcommand* subcommand) {
    return arguments[0] == subcommand->name;
  });
  if (found == command.subcommands.end()) return std::nullopt;
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (!AsksForHelp(rest)) return (*found)->run(rest);
  PrintSubcommandUsage(context, **found);
  return 0;
}

std::string MeantSubcommand(const Command& command, const std::string& word) {
  std::vector<std::string> names;
  for (const Subcommand* subcommand : command.subcommands) names.emplace_back(subcommand->name);
  return MeantWord(word, names);
}

}  // namespace lodestone::cli
