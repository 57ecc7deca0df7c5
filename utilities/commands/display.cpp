// Commands of gm that need an X server: they say what to do instead.
#include <cstdio>

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

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
  if (!arguments.empty() && (arguments[0] == "-help" || arguments[0] == "-?")) {
    DisplayUsage(context);
    return 0;
  }
  const char* const instead = context.command == "import"
                                  ? "convert the file of a screenshot program instead"
                                  : "write a file for a viewer with convert instead";
  throw CommandError(std::string("This build has no X11 display: ") + instead);
}

}  // namespace lodestone::cli
