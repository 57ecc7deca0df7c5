// What is said of options that a command does not have.
#include <algorithm>
#include <cctype>
#include <vector>

#include "utilities/options/options.hpp"
#include "utilities/text/nearest_word.hpp"

namespace lodestone::cli {
namespace {

// Those of display, animate and import alone.
constexpr std::string_view kForWindows[] = {
    "backdrop", "colormap", "descend", "immutable", "pause",  "remote",      "screen",
    "silent",   "snaps",    "update",  "visual",    "window", "window_group"};

bool Contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string OptionHint(const std::string& spelled, unsigned command) {
  std::string name = spelled.substr(1);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const Option* known = FindOption(name, command);
  if (known != nullptr) {
    return spelled[0] == '+' ? "there is -" + name + ", but no +" + name : "";
  }
  if (Contains(kForWindows, name)) {
    return spelled + " is for windows of X11, which are not opened here";
  }
  if (FindOption(name, ~0U) != nullptr) return "other commands have -" + name;
  const std::string nearest = NearestWord(name, OptionNames(command));
  return nearest.empty() ? "" : "did you mean -" + nearest + "?";
}

}  // namespace lodestone::cli
