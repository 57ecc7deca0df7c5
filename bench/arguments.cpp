#include "bench/arguments.hpp"

#include <getopt.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "utilities/shell/command_error.hpp"

namespace lodestone::bench {

unsigned ParseNumber(const std::string& text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) {
    throw std::invalid_argument("not a number above 0: '" + text + "'");
  }
  return value;
}

std::pair<unsigned, unsigned> ParseSize(const std::string& text) {
  const std::vector<std::string> sides = Split(text, 'x');
  if (sides.size() != 2) throw std::invalid_argument("not a size such as 640x360: '" + text + "'");
  return {ParseNumber(sides[0]), ParseNumber(sides[1])};
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Taker Into(std::string* text) {
  return [text](const std::string& value) { *text = value; };
}

Taker Into(unsigned* number) {
  return [number](const std::string& value) { *number = ParseNumber(value); };
}

Taker Into(std::vector<std::string>* parts) {
  return [parts](const std::string& value) { *parts = Split(value, ','); };
}

Taker Into(bool* flag) {
  return [flag](const std::string&) { *flag = true; };
}

void TakeOptions(int count, char** words, const std::vector<ProgramOption>& options,
                 const std::string& usage) {
  std::vector<option> known;
  for (const ProgramOption& each : options) {
    known.push_back({each.name, each.has_value ? required_argument : no_argument, nullptr, 0});
  }
  known.push_back({nullptr, 0, nullptr, 0});
  int index = 0;
  for (int found; (found = getopt_long_only(count, words, "", known.data(), &index)) != -1;) {
    if (found != 0) throw std::invalid_argument(usage);
    options[static_cast<std::size_t>(index)].take(optarg == nullptr ? "" : optarg);
  }
  if (optind < count) {
    throw std::invalid_argument(std::string("unexpected argument: ") + words[optind]);
  }
}

int RunProgram(const char* program, int failure, const std::function<int()>& body) {
  try {
    return body();
  } catch (const std::exception& error) {
    const auto* of_library = dynamic_cast<const cli::CommandError*>(&error);
    const std::string description = of_library == nullptr ? "" : of_library->description();
    std::fprintf(stderr, "%s: %s%s%s\n", program, error.what(), description.empty() ? "" : ": ",
                 description.c_str());
    return failure;
  }
}

}  // namespace lodestone::bench
