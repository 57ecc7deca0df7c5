// Manual pages of commands, in man(7).
#include <algorithm>
#include <cctype>
#include <string_view>

#include "magick/version.h"
#include "utilities/help/help_forms.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

std::string Escaped(const std::string& text) {
  std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) escaped += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  return escaped;
}

// Within the quotes of a macro's argument.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : Escaped(text)) quoted += c == '"' ? "\\(dq" : std::string(1, c);
  return quoted + "\"";
}

std::string Capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// Texts stand in paragraphs, except lines that begin with a space, which stay as they are.
std::string Paragraphs(const char* text) {
  std::string page;
  bool verbatim = false;
  for (const std::string& line : LinesOf(text)) {
    if (verbatim != line.starts_with(' ')) page += verbatim ? ".fi\n" : ".nf\n";
    verbatim = line.starts_with(' ');
    page += Escaped(line) + "\n";
  }
  return page + (verbatim ? ".fi\n" : "");
}

std::string OptionEntries(ShownOptions (*options)()) {
  std::string page;
  if (options == nullptr) return page;
  for (const ShownOption& option : options()) {
    const std::string name = Escaped(std::string("-") + option.name);
    page += ".TP\n";
    page += option.argument[0] == '\0' ? ".B " + name + "\n"
                                       : ".BI \"" + name + " \" " + Quoted(option.argument) + "\n";
    page += Paragraphs(option.help);
  }
  return page;
}

std::string SynopsisOf(const Command& command) {
  constexpr std::string_view kIndent = "       ";  // of further forms
  std::string page = ".nf\n";
  for (const std::string& line : LinesOf(Synopsis(command, "$")))
    page += Escaped(line.substr(line.starts_with(kIndent) ? kIndent.size() : 0)) + "\n";
  return page + ".fi\n";
}

// What stands in front of the first options.
std::string DescriptionOf(const Command& command, std::span<const HelpPart> parts) {
  std::string page;
  const auto add = [&](const char* text) {
    if (text[0] != '\0') page += (page.empty() ? "" : ".PP\n") + Paragraphs(text);
  };
  add(command.description);
  for (const HelpPart& part : parts) add(part.text);
  return page;
}

std::string SubcommandsOf(const Command& command) {
  std::string page;
  for (const Subcommand* subcommand : command.subcommands) {
    page += std::string(".SS ") + subcommand->name + "\n" + Paragraphs(subcommand->text) +
            OptionEntries(subcommand->options);
  }
  return page;
}

std::string FurtherPart(const HelpPart& part) {
  const bool has_heading = part.heading[0] != '\0';
  std::string page = has_heading ? ".SS " + Escaped(part.heading) + "\n" : "";
  if (part.text[0] != '\0') page += (has_heading ? "" : ".PP\n") + Paragraphs(part.text);
  return page + OptionEntries(part.options);
}

std::string OptionsOf(std::span<const HelpPart> parts) {
  std::string page;
  for (const HelpPart& part : parts)
    page += page.empty() ? OptionEntries(part.options) : FurtherPart(part);
  return page;
}

std::string Section(const char* heading, const std::string& text) {
  return text.empty() ? "" : std::string(".SH ") + heading + "\n" + text;
}

std::string ManualPage(const Command& command) {
  const std::string name = std::string("lodestone-") + command.name;
  const std::vector<HelpPart> all = PartsOf(command);
  const std::span<const HelpPart> parts = all;
  const auto first =
      std::ranges::find_if(parts, [](const HelpPart& part) { return part.options != nullptr; });
  const auto before = static_cast<std::size_t>(first - parts.begin());
  const std::span<const HelpPart> options = parts.subspan(before);
  return ".\\\" Made by lodestone help -as man.\n.TH " + Capitals(name) +
         " 1 \"" MagickReleaseDate "\" \"Lodestone " LODESTONE_VERSION "\" \"User commands\"\n" +
         Section("NAME", Escaped(name + " ") + "\\- " + Escaped(command.summary) + "\n") +
         Section("SYNOPSIS", SynopsisOf(command)) +
         Section("DESCRIPTION",
                 DescriptionOf(command, parts.first(before + (options.empty() ? 0 : 1)))) +
         Section("SUBCOMMANDS", SubcommandsOf(command)) + Section("OPTIONS", OptionsOf(options)) +
         Section("SEE ALSO", ".BR lodestone (1)\n");
}

}  // namespace

std::string ManualPages(CommandList commands) {
  std::string pages;
  for (const Command* command : commands)
    pages += WithSpelling(ManualPage(*command), std::string("lodestone ") + command->name);
  return pages;
}

}  // namespace lodestone::cli
