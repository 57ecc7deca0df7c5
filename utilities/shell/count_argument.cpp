#include "utilities/shell/count_argument.hpp"

#include <charconv>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

std::uint64_t ParseCount(const std::string& option, const std::string& text, std::uint64_t least) {
  std::uint64_t count = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, count);
  if (error != std::errc() || end != last || count < least) throw MalformedArgument(option, text);
  return count;
}

}  // namespace lodestone::cli
