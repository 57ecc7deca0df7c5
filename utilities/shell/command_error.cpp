#include "utilities/shell/command_error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

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

int RunNamed(const std::string& name, const std::function<int()>& body) {
  // The library keeps a pointer to the text, and a command may run inside another (benchmark).
  const std::string outer = GetClientName();
  SetClientName(name.c_str());
  int status = 1;
  try {
    status = body();
  } catch (const CommandError& error) {
    PrintMessage(error.what(), error.description(), error.error_number());
  } catch (const std::bad_alloc&) {
    PrintMessage("Memory allocation failed", "", 0);
  } catch (const std::exception& error) {
    PrintMessage(error.what(), "", 0);
  }
  SetClientName(outer.c_str());
  return status;
}

int FlushOutput(int status) {
  if (std::fflush(stdout) == 0) return status;
  PrintMessage("Unable to write to standard output", "", errno);
  return 1;
}

}  // namespace lodestone::cli
