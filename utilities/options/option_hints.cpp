// What is said of options that a command does not have.
#include <algorithm>
#include <cctype>
#include <vector>

#include "utilities/options/options.hpp"
#include "utilities/shell/own_options.hpp"

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

std::string OptionHint(const std::string& spelled, unsigned command,
                       std::span<const std::string> own) {
  const std::size_t end = std::min(spelled.find('='), spelled.size());
  std::string name = spelled.substr(1, end - 1);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool has_value = end != spelled.size();
  if (FindOption(name, command) != nullptr && !has_value) {
    return spelled[0] == '+' ? "there is -" + name + ", but no +" + name : "";
  }
  if (Contains(kForWindows, name)) {
    return spelled + " is for windows of X11, which are not opened here";
  }
  std::vector<std::string> names = OptionNames(command);
  names.insert(names.end(), own.begin(), own.end());
  const std::string meant = MeantOption("-" + name + spelled.substr(end), names);
  if (has_value || FindOption(name, ~0U) == nullptr) return meant;
  return "other commands have -" + name;
}

}  // namespace lodestone::cli
