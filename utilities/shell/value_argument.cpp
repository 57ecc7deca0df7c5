#include "utilities/shell/value_argument.hpp"

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

const std::string& ValueAfter(const std::vector<std::string>& arguments, std::size_t* position) {
  const std::string& option = arguments[*position];
  ++*position;
  if (*position >= arguments.size() || arguments[*position].empty()) {
    throw MalformedArgument(option);
  }
  return arguments[*position];
}

}  // namespace lodestone::cli
