#include "utilities/shell/value_argument.hpp"

#include <algorithm>

#include "utilities/text/nearest_word.hpp"

namespace lodestone::cli {

bool IsHelp(const std::string& argument) {
  return argument == "-help" || argument == "--help" || argument == "-?";
}

bool AsksForHelp(const std::vector<std::string>& arguments) {
  return !arguments.empty() && IsHelp(arguments[0]);
}

const std::string& ValueAfter(const std::vector<std::string>& arguments, std::size_t* position,
                              OwnOptions own) {
  const std::string& option = arguments[*position];
  ++*position;
  if (*position >= arguments.size() || arguments[*position].empty()) {
    throw MalformedArgument(option);
  }
  const std::string& value = arguments[*position];
  if (std::find(own.begin(), own.end(), value) != own.end()) throw OptionAsValue(option, value);
  return value;
}

CommandError OptionAsValue(const std::string& option, const std::string& value) {
  return MalformedArgument(option, value)
      .WithHint(value + " is an option; a file of that name is ./" + value);
}

CommandError UnrecognizedOption(const std::string& spelled, OwnOptions own) {
  std::vector<std::string> names;
  for (const std::string_view name : own) names.emplace_back(name.substr(1));
  const std::string meant = MeantOption(spelled, names);
  return CommandError("Unrecognized option", spelled)
      .WithHint(meant.empty() ? "-help lists the options" : meant);
}

std::string MeantOption(const std::string& spelled, std::span<const std::string> names) {
  const std::size_t equals = spelled.find('=');
  const std::string name = spelled.substr(0, equals), value = spelled.substr(name.size());
  const std::size_t sign = name.starts_with("--") ? 2 : 1;
  const std::string bare = name.substr(std::min(sign, name.size()));
  const bool exact = std::find(names.begin(), names.end(), bare) != names.end();
  const std::string meant = exact ? bare : NearestWord(bare, names);
  if (meant.empty()) return "";
  const std::string separate = value.size() > 1 ? " " + value.substr(1) : "";
  return "did you mean -" + meant + separate + "?";
}

std::string MeantWord(const std::string& word, std::span<const std::string> words) {
  const std::string nearest = NearestWord(word, words);
  return nearest.empty() ? "" : "did you mean " + nearest + "?";
}

}  // namespace lodestone::cli
