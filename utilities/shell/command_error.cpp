#include "utilities/shell/command_error.hpp"

#include <cstdio>
#include <cstring>

#include "magick/api.h"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {

CommandError MalformedArgument(const std::string& option) {
  return CommandError("Option '" + option + "' requires an argument or argument is malformed");
}

void PrintMessage(const std::string& reason, const std::string& description, int error_number) {
  std::fflush(stdout);
  ProgressLine::ClearCurrent();
  std::string text = std::string(GetClientName()) + ": " + reason;
  if (!description.empty()) text += " (" + description + ")";
  if (error_number != 0) text += std::string(" [") + std::strerror(error_number) + "]";
  std::fprintf(stderr, "%s.\n", text.c_str());
}

}  // namespace lodestone::cli
