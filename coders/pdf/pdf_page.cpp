#include "coders/pdf/pdf_page.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "coders/pdf/pdf_file.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct Entry {
  const char* key;
  const char* name;
};

// As PDF has it, in UTC: D:20220428104719Z.
std::string DateOf(const char* seconds) {
  std::int64_t value = 0;
  const char* const end = seconds + std::strlen(seconds);
  const auto parsed = std::from_chars(seconds, end, value);
  const std::time_t time = static_cast<std::time_t>(value);
  std::tm parts = {};
  if (parsed.ec != std::errc() || parsed.ptr != end || gmtime_r(&time, &parts) == nullptr ||
      parts.tm_year < -1900 || parts.tm_year > 9999 - 1900) {
    Fail(OptionError, std::string("Not a number of seconds since 1970: ") + seconds);
  }
  char text[32];
  std::snprintf(text, sizeof text, "(D:%04d%02d%02d%02d%02d%02dZ)", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return text;
}

}  // namespace

std::string PdfInformation(const ImageInfo* image_info) {
  constexpr Entry kTexts[] = {{"title", "Title"},     {"author", "Author"},
                              {"subject", "Subject"}, {"keywords", "Keywords"},
                              {"creator", "Creator"}, {"producer", "Producer"}};
  constexpr Entry kDates[] = {{"create-epoch", "CreationDate"}, {"modify-epoch", "ModDate"}};
  std::string entries;
  const auto add = [&](const Entry& entry, auto convert) {
    const char* const value = AccessDefinition(image_info, "pdf", entry.key);
    if (value != nullptr) entries += std::string("/") + entry.name + " " + convert(value) + "\n";
  };
  for (const Entry& entry : kTexts) add(entry, PdfText);
  for (const Entry& entry : kDates) add(entry, DateOf);
  return entries;
}

}  // namespace lodestone::coders
