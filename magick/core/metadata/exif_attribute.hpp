// Values of the text attributes "EXIF:...".
#pragma once

#include <optional>
#include <span>
#include <string>

namespace lodestone {

// The text for `key`, given without "EXIF:": the name of a tag, "#hhhh" (its number in
// hexadecimal), "*" (every tag as "name=value", one per line) or "!" ("#hhhh=value" lines).
// "unknown" for the name of a tag that the profile does not have. No value: no such name, or no
// EXIF profile.
std::optional<std::string> ExifAttribute(std::span<const unsigned char> profile,
                                         const std::string& key);

}  // namespace lodestone
