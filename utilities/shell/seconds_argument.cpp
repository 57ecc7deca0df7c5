#include "utilities/shell/seconds_argument.hpp"

#include <cmath>
#include <cstdlib>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

double ParseSeconds(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !std::isfinite(seconds) || seconds <= 0) {
    throw MalformedArgument(option, text);
  }
  return seconds;
}

}  // namespace lodestone::cli
