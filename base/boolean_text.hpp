// Switches in the environment: on or off, in any of the words that people use.
#pragma once

#include <strings.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace lodestone {

// Case does not matter. Nothing for any other text.
inline std::optional<bool> ParseBoolean(const char* text) {
  const auto is_text = [text](const char* word) { return strcasecmp(text, word) == 0; };
  if (constexpr std::array kOn{"true", "yes", "on", "1"};
      std::any_of(kOn.begin(), kOn.end(), is_text))
    return true;
  if (constexpr std::array kOff{"false", "no", "off", "0"};
      std::any_of(kOff.begin(), kOff.end(), is_text))
    return false;
  return std::nullopt;
}

inline bool IsSwitchedOff(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && ParseBoolean(value) == false;
}

}  // namespace lodestone
