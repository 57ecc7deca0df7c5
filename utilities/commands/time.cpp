// lodestone time: runs another command and says how long that took.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "base/printable_text.hpp"
#include "magick/api.h"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {
namespace {

// As much of the command as leaves room for the times on a line of the terminal.
std::string CommandText(const Arguments& words) {
  constexpr int kLeastColumns = 80;
  constexpr int kColumnsOfTimes = 55;
  const char* const columns = std::getenv("COLUMNS");
  const int width = std::max(kLeastColumns, columns == nullptr ? 0 : std::atoi(columns) - 1);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : " ") + words[i];
    if (static_cast<int>(text.size()) <= width - kColumnsOfTimes) continue;
    return text + (i + 1 < words.size() ? "... " : "    ");
  }
  return text + "    ";
}

void PrintTimes(const Arguments& words, TimerInfo* timer) {
  const double user = GetUserTime(timer);
  const double elapsed = GetElapsedTime(timer);
  std::fflush(stdout);
  std::fprintf(stderr, "%s%.2fs user %.2fs system %.0f%% cpu %.6f total\n",
               Printable(CommandText(words)).c_str(), user, 0.0, 100.0 * user / elapsed, elapsed);
}

int Run(const CommandContext& context, const Arguments& words) {
  const Command& command = RequireCommand(words[0]);
  const ClientName client(std::string(GetClientName()) + " " + command.name);
  return RunWithin(context, command, {words.begin() + 1, words.end()});
}

int RunTime(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kTimeCommand);
  if (arguments.size() == 1 && AsksForHelp(arguments)) {
    PrintUsage(context, kTimeCommand);
    return 0;
  }
  TimerInfo timer;
  GetTimerInfo(&timer);
  // What goes wrong is said after the times.
  std::exception_ptr failure;
  int status = 1;
  try {
    status = Run(context, arguments);
  } catch (...) {
    failure = std::current_exception();
  }
  PrintTimes(arguments, &timer);
  if (failure) std::rethrow_exception(failure);
  return status;
}

}  // namespace

const Command kTimeCommand = {
    .name = "time",
    .summary = "time one of the other commands",
    .run = RunTime,
    .synopsis = "$ command ...\nwhere 'command' is one of the other commands",
    .description = "Runs a command and prints how long it took.",
    .has_banner = true,
};

}  // namespace lodestone::cli
