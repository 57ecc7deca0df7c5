#include "magick/core/metadata/exif_attribute.hpp"

#include <cstdio>
#include <cstdlib>

#include "magick/attribute.h"
#include "magick/core/metadata/exif.hpp"
#include "magick/utility.h"

namespace lodestone {

namespace {

std::string NumberOf(std::uint16_t tag, const char* format) {
  char text[16];
  std::snprintf(text, sizeof(text), format, unsigned{tag});
  return text;
}

std::string NameOf(const ExifEntry& entry) {
  const char* name = ExifTagName(entry.directory, entry.tag);
  return name == nullptr ? NumberOf(entry.tag, "0x%04X") : name;
}

std::optional<std::string> AllValues(std::span<const unsigned char> profile, bool by_name) {
  std::string text;
  const bool is_exif = ForEachExifEntry(profile, [&](const ExifEntry& entry) {
    if (!text.empty()) text += '\n';
    text += by_name ? NameOf(entry) : NumberOf(entry.tag, "#%04x");
    text += '=';
    text += FormatExifValue(entry);
    return true;
  });
  if (!is_exif) return std::nullopt;
  return text.empty() ? "unknown" : text;
}

// The first entry for which `matches` holds.
template <typename Matches>
std::optional<std::string> OneValue(std::span<const unsigned char> profile, Matches matches) {
  std::optional<std::string> value;
  const bool is_exif = ForEachExifEntry(profile, [&](const ExifEntry& entry) {
    if (matches(entry)) value = FormatExifValue(entry);
    return !value.has_value();
  });
  if (is_exif && !value.has_value()) value = "unknown";
  return value;
}

}  // namespace

std::optional<std::string> ExifAttribute(std::span<const unsigned char> profile,
                                         const std::string& key) {
  if (key == "*") return AllValues(profile, true);
  if (key == "!") return AllValues(profile, false);
  if (key.size() == 5 && key.front() == '#') {
    char* end = nullptr;
    const unsigned long tag = std::strtoul(key.c_str() + 1, &end, 16);
    if (*end != '\0') return std::nullopt;
    return OneValue(profile, [tag](const ExifEntry& entry) { return entry.tag == tag; });
  }
  if (!IsExifTagName(key.c_str())) return std::nullopt;
  return OneValue(profile, [&key](const ExifEntry& entry) {
    const char* name = ExifTagName(entry.directory, entry.tag);
    return name != nullptr && LocaleCompare(name, key.c_str()) == 0;
  });
}

}  // namespace lodestone
