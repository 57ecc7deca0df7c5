#include "utilities/shell/own_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "utilities/text/nearest_word.hpp"

namespace lodestone::cli {

std::uint64_t ParseCount(const std::string& option, const std::string& text, std::uint64_t least) {
  std::uint64_t count = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, count);
  if (error != std::errc() || end != last || count < least) throw MalformedArgument(option, text);
  return count;
}

double ParseSeconds(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !std::isfinite(seconds) || seconds <= 0) {
    throw MalformedArgument(option, text);
  }
  return seconds;
}

bool IsHelp(const std::string& argument) {
  return argument == "-help" || argument == "--help" || argument == "-?";
}

bool AsksForHelp(const Arguments& arguments) {
  return !arguments.empty() && IsHelp(arguments[0]);
}

const OwnOption* FindOwn(OwnOptions options, const std::string& word) {
  const auto found = std::ranges::find_if(
      options, [&](const OwnOption& option) { return word == std::string("-") + option.name; });
  return found == options.end() ? nullptr : &*found;
}

OwnUse TakeOwn(OwnOptions options, const OwnOption& option, const Arguments& arguments,
               std::size_t* position) {
  OwnUse use{arguments[(*position)++], ""};
  if (option.argument[0] == '\0') return use;
  if (*position == arguments.size()) throw MalformedArgument(use.option);
  use.value = arguments[(*position)++];
  if (option.any_value) return use;
  if (use.value.empty()) throw MalformedArgument(use.option);
  if (FindOwn(options, use.value) != nullptr) throw OptionAsValue(use.option, use.value);
  return use;
}

bool HasSign(const std::string& word) {
  return word.size() > 1 && word[0] == '-';
}

Arguments ParseOwn(OwnOptions options, const Arguments& arguments, Words words, void* request,
                   bool (*is_option)(const std::string& word)) {
  Arguments found;
  std::size_t i = 0;
  while (i < arguments.size()) {
    const std::string& argument = arguments[i];
    const OwnOption* const option = FindOwn(options, argument);
    if (option != nullptr && option->set != nullptr) {
      option->set(request, TakeOwn(options, *option, arguments, &i));
    } else if (words == Words::kNone || (words == Words::kLast && argument.starts_with('-')) ||
               (words == Words::kAmong && is_option(argument))) {
      throw UnrecognizedOption(argument, options);
    } else {
      found.push_back(argument);
      ++i;
      if (words == Words::kLast) break;
    }
  }
  found.insert(found.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
  return found;
}

CommandError OptionAsValue(const std::string& option, const std::string& value) {
  return MalformedArgument(option, value)
      .WithHint(value + " is an option; a file of that name is ./" + value);
}

std::vector<std::string> NamesOf(OwnOptions options) {
  std::vector<std::string> names;
  for (const OwnOption& option : options) {
    if (option.help != nullptr || option.set == nullptr) names.emplace_back(option.name);
  }
  return names;
}

CommandError UnrecognizedOption(const std::string& spelled, OwnOptions options) {
  const std::string meant = MeantOption(spelled, NamesOf(options));
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
