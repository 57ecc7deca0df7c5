// Options of composite alone, which carries them out.
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

constexpr Option Own(const char* name, int values, const char* argument, const char* help,
                     void (*check)(const OptionUse&) = nullptr) {
  return {name, kComposite, values, 0, argument, help, check, nullptr, nullptr};
}

constexpr Option kOptions[] = {
    Own("displace", 1, "geometry", "shift pixels as far as the change image says", CheckGeometry),
    Own("dissolve", 1, "value", "mix in so many per cent of the change image", CheckGeometry),
    Own("stegano", 1, "offset", "hide the change image within the base image", CheckGeometry),
    Own("stereo", 0, "", "combine two images to one for glasses of two colors"),
    Own("tile", 0, "", "repeat the change image across the base image"),
    Own("watermark", 1, "geometry", "per cent of brightness and saturation to change",
        CheckGeometry),
};

}  // namespace

std::span<const Option> CompositeOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
