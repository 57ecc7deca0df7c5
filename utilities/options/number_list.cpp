#include "utilities/options/number_list.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

double ParseSample(const char* text) {
  const double value = std::strtod(text, nullptr);
  return std::strchr(text, '%') ? value * MaxRGBDouble / 100.0 : value;
}

double ParseNumber(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(value)) throw MalformedArgument(option, text);
  return value;
}

void CheckNumber(const std::string& text, const OptionUse& use) {
  (void)ParseNumber(use.spelled(), text);
}

std::vector<double> ParseElements(const OptionUse& use, std::size_t argument) {
  constexpr char kBetween[] = ", \t\n";
  const std::string& text = use.values.at(argument);
  std::vector<double> numbers;
  for (std::size_t at = text.find_first_not_of(kBetween); at != std::string::npos;
       at = text.find_first_not_of(kBetween, at)) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const std::string word = text.substr(at, end - at);
    // One sign at most: from_chars accepts only '-'.
    const char* digits = word.c_str() + (word[0] == '+' && word[1] != '-' ? 1 : 0);
    double value = 0.0;
    const auto [stop, error] = std::from_chars(digits, word.c_str() + word.size(), value);
    if (error != std::errc() || *stop != '\0' || !std::isfinite(value))
      throw CommandError("Not a number in the argument of '" + use.spelled() + "'", word);
    numbers.push_back(value);
    at = end;
  }
  return numbers;
}

unsigned SquareOrder(const std::vector<double>& elements) {
  return static_cast<unsigned>(std::lround(std::sqrt(static_cast<double>(elements.size()))));
}

unsigned CheckSquare(const OptionUse& use) {
  const std::vector<double> elements = ParseElements(use);
  const std::size_t order = SquareOrder(elements);
  if (elements.empty()) throw MalformedArgument(use.spelled(), use.value());
  if (order * order != elements.size())
    throw CommandError("Matrix is not square", std::to_string(elements.size()) + " elements");
  return static_cast<unsigned>(order);
}

}  // namespace lodestone::cli
