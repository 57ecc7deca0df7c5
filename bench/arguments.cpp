#include "bench/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
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

void PrintError(const char* program, const std::exception& error) {
  const auto* of_library = dynamic_cast<const cli::CommandError*>(&error);
  const std::string description = of_library == nullptr ? "" : of_library->description();
  std::fprintf(stderr, "%s: %s%s%s\n", program, error.what(), description.empty() ? "" : ": ",
               description.c_str());
}

}  // namespace lodestone::bench
