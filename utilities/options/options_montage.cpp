// Options of montage alone, which carries them out.
#include <cctype>

#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

void CheckMode(const OptionUse& use) {
  for (const char* known : {"concatenate", "frame", "unframe"})
    if (LocaleCompare(known, use.value()) == 0) return;
  throw CommandError("Unrecognized image mode", use.value());
}

void CheckScenes(const OptionUse& use) {
  if (!std::isdigit(static_cast<unsigned char>(use.value()[0])))
    throw MalformedArgument(use.spelled(), use.value());
}

constexpr Option Own(const char* name, int values, const char* argument, const char* help,
                     void (*check)(const OptionUse&) = nullptr) {
  return {name, kMontage, values, 0, argument, help, check, nullptr, nullptr};
}

constexpr Option kOptions[] = {
    Own("borderwidth", 1, "value", "width of the border of each image", CheckGeometry),
    Own("frame", 1, "geometry", "surround each image with an ornamental border", CheckGeometry),
    Own("mode", 1, "type", "Frame, Unframe, or Concatenate", CheckMode),
    Own("scenes", 1, "first-last", "read a file for each of these numbers, name.0, name.1 ...",
        CheckScenes),
    Own("shadow", 0, "", "put a shadow beneath each tile"),
    Own("texture", 1, "filename", "cover the background with copies of this image"),
    Own("tile", 1, "geometry", "number of columns and rows of tiles", CheckGeometry),
    Own("title", 1, "string", "title above the tiles"),
};

}  // namespace

std::span<const Option> MontageOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
