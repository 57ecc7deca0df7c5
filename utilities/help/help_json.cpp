// Commands as JSON.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "utilities/help/help_forms.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

void AddNew(const ShownOptions& options, ShownOptions* all) {
  for (const ShownOption& option : options) {
    const auto same = [&](const ShownOption& other) {
      return std::string_view(other.name) == option.name;
    };
    if (std::ranges::none_of(*all, same)) all->push_back(option);
  }
}

ShownOptions OptionsOfParts(const Command& command) {
  ShownOptions all;
  for (const HelpPart& part : PartsOf(command))
    if (part.options != nullptr) AddNew(part.options(), &all);
  return all;
}

ShownOptions OptionsOf(const Subcommand& subcommand) {
  return subcommand.options == nullptr ? ShownOptions() : subcommand.options();
}

Json ToJson(const ShownOptions& options) {
  Json json = Json::array();
  for (const ShownOption& option : options) {
    json.push_back({{"name", option.name},
                    {"argument", option.argument},
                    {"text", OneLine(option.help)},
                    {"kind", option.operation ? "operation" : "setting"},
                    {"plus", option.plus}});
  }
  return json;
}

Json ToJson(const Command& command) {
  Json subcommands = Json::array();
  for (const Subcommand* subcommand : command.subcommands) {
    subcommands.push_back({{"name", subcommand->name},
                           {"text", OneLine(subcommand->text)},
                           {"options", ToJson(OptionsOf(*subcommand))}});
  }
  return {{"name", command.name},
          {"text", command.summary},
          {"options", ToJson(OptionsOfParts(command))},
          {"subcommands", subcommands}};
}

}  // namespace

std::string OneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

ShownOptions AllOptions(const Command& command) {
  ShownOptions all = OptionsOfParts(command);
  for (const Subcommand* subcommand : command.subcommands) AddNew(OptionsOf(*subcommand), &all);
  return all;
}

std::string CommandsJson(CommandList commands) {
  Json json = Json::array();
  for (const Command* command : commands) json.push_back(ToJson(*command));
  return json.dump(2) + "\n";
}

}  // namespace lodestone::cli
