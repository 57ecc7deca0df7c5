// Completion for shells.
#include <map>
#include <tuple>

#include "utilities/help/help_forms.hpp"

namespace lodestone::cli {
namespace {

// Whether the word after it is a command.
bool TakesCommand(const Command& command) {
  return &command == &kHelpCommand || &command == &kTimeCommand;
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string NamesOf(CommandList commands) {
  std::vector<std::string> names;
  for (const Command* command : commands) names.emplace_back(command->name);
  return Joined(names);
}

std::string SubcommandNames(const Command& command) {
  std::vector<std::string> names;
  for (const Subcommand* subcommand : command.subcommands) names.emplace_back(subcommand->name);
  return Joined(names);
}

// In single quotes, with `escape` for each within them.
std::string Quoted(const std::string& text, const std::string& escape) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? escape : std::string(1, c);
  return quoted + "'";
}

std::string OptionWords(const ShownOptions& options) {
  std::vector<std::string> words;
  for (const ShownOption& option : options) {
    words.push_back(std::string("-") + option.name);
    if (option.plus) words.push_back(std::string("+") + option.name);
  }
  return Joined(words);
}

std::string BashCase(const Command& command) {
  const std::string name = command.name;
  const ShownOptions options = AllOptions(command);
  std::string text;
  if (TakesCommand(command)) text += "      subcommands=$commands\n";
  if (!command.subcommands.empty())
    text += "      subcommands='" + SubcommandNames(command) + "'\n";
  if (!options.empty()) text += "      options='" + OptionWords(options) + "'\n";
  return text.empty() ? "" : "    " + name + ")\n" + text + "      ;;\n";
}

// A colon would end the name.
std::string ZshEntry(const std::string& word, const std::string& text) {
  std::string entry = word + ":";
  for (const char c : text) entry += c == '\\' ? "\\\\" : std::string(1, c);
  return Quoted(entry, "'\\''") + "\n";
}

std::string ZshOptions(const ShownOptions& options) {
  std::string text;
  for (const ShownOption& option : options) {
    const std::string help = OneLine(option.help);
    text += "        " + ZshEntry(std::string("-") + option.name, help);
    if (option.plus) text += "        " + ZshEntry(std::string("+") + option.name, help);
  }
  return text.empty() ? "" : "      option_names=(\n" + text + "      )\n";
}

std::string ZshCase(const Command& command) {
  std::string text;
  if (TakesCommand(command)) text += "      subcommand_names=(\"$command_names[@]\")\n";
  if (!command.subcommands.empty())
    text += "      subcommand_names=(" + SubcommandNames(command) + ")\n";
  text += ZshOptions(AllOptions(command));
  return text.empty() ? "" : std::string("    ") + command.name + ")\n" + text + "      ;;\n";
}

std::string FishLine(const std::string& condition, const std::string& words,
                     const std::string& text) {
  return "complete -c lodestone -n \"" + condition + "\" " + words +
         (text.empty() ? "" : " -d " + Quoted(text, "\\'")) + "\n";
}

// A line for each option, of all commands where it means the same.
class FishOptions {
 public:
  void Add(const Command& command) {
    for (const ShownOption& option : AllOptions(command)) {
      const Key key{option.name, OneLine(option.help), option.argument[0] != '\0', option.plus};
      const auto [place, is_new] = commands_.try_emplace(key);
      if (is_new) order_.push_back(key);
      place->second.emplace_back(command.name);
    }
  }

  std::string Write() const {
    std::string text;
    for (const Key& key : order_) {
      const auto& [name, help, takes_value, plus] = key;
      const std::string seen = "__fish_seen_subcommand_from " + Joined(commands_.at(key));
      text += FishLine(seen, "-o " + name + (takes_value ? " -r" : ""), help);
      if (plus)
        text +=
            FishLine("string match -q -- '+*' (commandline -ct); and " + seen, "-a +" + name, help);
    }
    return text;
  }

 private:
  using Key = std::tuple<std::string, std::string, bool, bool>;

  std::map<Key, std::vector<std::string>> commands_;
  std::vector<Key> order_;
};

}  // namespace

std::string BashCompletion(CommandList commands) {
  std::string text =
      "# Completion for bash. Made by lodestone help -as bash.\n"
      "\n"
      "_lodestone() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} commands= options= "
      "subcommands=\n"
      "  commands='" +
      NamesOf(commands) +
      "'\n"
      "  case $command in\n";
  for (const Command* command : commands) text += BashCase(*command);
  return text +
         "  esac\n"
         "  local words=\n"
         "  if ((COMP_CWORD == 1)); then words=$commands\n"
         "  elif [[ $current == [-+]* ]]; then words=$options\n"
         "  elif ((COMP_CWORD == 2)); then words=$subcommands\n"
         "  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "\n"
         "complete -o default -F _lodestone lodestone\n";
}

std::string ZshCompletion(CommandList commands) {
  std::string text =
      "#compdef lodestone\n"
      "# Completion for zsh. Made by lodestone help -as zsh.\n"
      "\n"
      "_lodestone() {\n"
      "  local -a command_names subcommand_names option_names\n"
      "  command_names=(\n";
  for (const Command* command : commands)
    text += "    " + ZshEntry(command->name, command->summary);
  text +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe -t commands command command_names\n"
      "    return\n"
      "  fi\n"
      "  case $words[2] in\n";
  for (const Command* command : commands) text += ZshCase(*command);
  return text +
         "  esac\n"
         "  if [[ $PREFIX == [-+]* ]]; then\n"
         "    _describe -o -t options option option_names\n"
         "  else\n"
         "    ((CURRENT != 3 || !$#subcommand_names)) || _describe -t commands command "
         "subcommand_names\n"
         "    _files\n"
         "  fi\n"
         "}\n"
         "\n"
         "_lodestone \"$@\"\n";
}

std::string FishCompletion(CommandList commands) {
  std::string text = "# Completion for fish. Made by lodestone help -as fish.\n\n";
  for (const Command* command : commands)
    text += FishLine("test (count (commandline -opc)) -eq 1", std::string("-f -a ") + command->name,
                     command->summary);
  FishOptions options;
  for (const Command* command : commands) {
    const std::string words =
        TakesCommand(*command) ? NamesOf(commands) : SubcommandNames(*command);
    if (!words.empty())
      text += FishLine(std::string("test (count (commandline -opc)) -eq 2; and "
                                   "__fish_seen_subcommand_from ") +
                           command->name,
                       "-a '" + words + "'", "");
    options.Add(*command);
  }
  return text + options.Write();
}

}  // namespace lodestone::cli
