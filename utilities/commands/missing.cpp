// Commands of gm that need an X server or MSL: they say what to do instead.
#include <cstdio>

#include "utilities/shell/command.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {
namespace {}  // namespace

void DisplayUsage(const CommandContext& context) {
  PrintBanner();
  std::printf(
      "Usage: %s [options ...] file ...\n"
      "\n"
      "This build has no X11 display. To see an image, write it in a format that a viewer shows\n"
      "(lodestone convert image.tif image.png), an animation as GIF, WebP or APNG; to capture a\n"
      "screen, use a screenshot program, and convert the file that it writes.\n",
      context.Spelled().c_str());
}

int RunWithDisplay(const CommandContext& context, const Arguments& arguments) {
  if (AsksForHelp(arguments)) {
    DisplayUsage(context);
    return 0;
  }
  const char* const instead = context.command == "import"
                                  ? "convert the file of a screenshot program instead"
                                  : "write a file for a viewer with convert instead";
  throw CommandError(std::string("This build has no X11 display: ") + instead);
}

void ConjureUsage(const CommandContext& context) {
  PrintBanner();
  std::printf(
      "Usage: %s [options ...] file\n"
      "\n"
      "This build runs no scripts in MSL. To run several commands in one process, use batch.\n",
      context.Spelled().c_str());
}

int RunConjure(const CommandContext& context, const Arguments& arguments) {
  if (AsksForHelp(arguments)) {
    ConjureUsage(context);
    return 0;
  }
  throw CommandError("This build runs no scripts in MSL: run several commands with batch instead");
}

}  // namespace lodestone::cli
