// Commands of gm that need an X server: they say what to do instead.
#include "utilities/shell/command.hpp"

namespace lodestone::cli {
namespace {

template <const Command& kCommand, const char* kReason>
int Refuse(const CommandContext& context, const Arguments& arguments) {
  if (!AsksForHelp(arguments)) throw CommandError(kReason);
  PrintUsage(context, kCommand);
  return 0;
}

constexpr char kNoWindows[] =
    "This build has no X11 display: write a file for a viewer with convert instead";
constexpr char kNoScreen[] =
    "This build has no X11 display: convert the file of a screenshot program instead";
constexpr char kOtherPrograms[] =
    "This build has no X11 display. To see an image, write it in a format that a viewer shows\n"
    "(lodestone convert image.tif image.png), an animation as GIF, WebP or APNG; to capture a\n"
    "screen, use a screenshot program, and convert the file that it writes.";

constexpr Command WithoutDisplay(const char* name, const char* summary,
                                 int (*run)(const CommandContext&, const Arguments&)) {
  return {
      .name = name,
      .summary = summary,
      .run = run,
      .synopsis = "$ [options ...] file ...",
      .text = kOtherPrograms,
      .has_banner = true,
  };
}

}  // namespace

const Command kAnimateCommand =
    WithoutDisplay("animate", "animate a sequence of images (not in this build)",
                   Refuse<kAnimateCommand, kNoWindows>);
const Command kDisplayCommand = WithoutDisplay("display", "display an image (not in this build)",
                                               Refuse<kDisplayCommand, kNoWindows>);
const Command kImportCommand = WithoutDisplay("import", "capture a screen (not in this build)",
                                              Refuse<kImportCommand, kNoScreen>);

}  // namespace lodestone::cli
