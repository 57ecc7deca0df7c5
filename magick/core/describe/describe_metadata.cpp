// Attributes, profiles and visual directories in words.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "base/owner.hpp"
#include "magick/attribute.h"
#include "magick/constitute.h"
#include "magick/core/describe/describe.hpp"
#include "magick/list.h"
#include "magick/core/metadata/profiles.hpp"
#include "magick/profile.h"
#include "magick/signature.h"
#include "magick/core/strings/string_list.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

using StringList = Owner<char*, FreeStringList>;

struct ProfileBytes {
  const unsigned char* data;
  std::size_t length;
};

template <class Visit>
void ForEachLine(const char* text, Visit visit) {
  const StringList lines(StringToList(text));
  for (char** line = lines.get(); line != nullptr && *line != nullptr; ++line) visit(*line);
}

void PrintAttributes(const Image* image, FILE* file) {
  const ImageAttribute* attribute = GetImageAttribute(image, nullptr);
  for (; attribute != nullptr; attribute = attribute->next) {
    if (LocaleNCompare("EXIF", attribute->key, 4) == 0) continue;
    const auto first = static_cast<unsigned char>(attribute->key[0]);
    std::fprintf(file, "  %c%.1024s: %s\n", std::toupper(first),
                 first == '\0' ? "" : attribute->key + 1,
                 attribute->value == nullptr ? "" : attribute->value);
  }
}

struct IptcField {
  unsigned char number;
  const char* name;
};

constexpr IptcField kIptcFields[] = {
    {5, "Image Name"},
    {7, "Edit Status"},
    {10, "Priority"},
    {15, "Category"},
    {20, "Supplemental Category"},
    {22, "Fixture Identifier"},
    {25, "Keyword"},
    {30, "Release Date"},
    {35, "Release Time"},
    {40, "Special Instructions"},
    {45, "Reference Service"},
    {47, "Reference Date"},
    {50, "Reference Number"},
    {55, "Created Date"},
    {60, "Created Time"},
    {65, "Originating Program"},
    {70, "Program Version"},
    {75, "Object Cyc"},
    {80, "Byline"},
    {85, "Byline Title"},
    {90, "City"},
    {95, "Province State"},
    {100, "Country Code"},
    {101, "Country"},
    {103, "Original Transmission Reference"},
    {105, "Headline"},
    {110, "Credit"},
    {115, "Source"},
    {116, "Copyright String"},
    {120, "Caption"},
    {121, "Local Caption"},
    {122, "Caption Writer"},
};

std::string IptcName(unsigned char number) {
  constexpr int kFirstCustom = 200, kCustomFields = 20;
  if (number >= kFirstCustom && number < kFirstCustom + kCustomFields) {
    return "Custom Field " + std::to_string(number - kFirstCustom + 1);
  }
  const auto* field = std::find_if(std::begin(kIptcFields), std::end(kIptcFields),
                                   [=](const IptcField& one) { return one.number == number; });
  return field == std::end(kIptcFields) ? "unknown" : field->name;
}

// Of each record: a marker, the number of its kind, that of the field, and the length, high byte
// first.
void PrintIptc(const ProfileBytes& profile, FILE* file) {
  constexpr unsigned char kMarker = 0x1c;
  constexpr std::size_t kHeader = 5;
  for (std::size_t at = 0; at + kHeader < profile.length;) {
    const unsigned char* record = profile.data + at;
    if (record[0] != kMarker) {
      ++at;
      continue;
    }
    at += kHeader;
    const std::size_t length =
        std::min<std::size_t>(std::size_t{record[3]} << 8 | record[4], profile.length - at);
    const std::string text(reinterpret_cast<const char*>(record) + kHeader, length);
    std::fprintf(file, "    %s:\n", IptcName(record[2]).c_str());
    ForEachLine(text.c_str(), [file](const char* line) { std::fprintf(file, "  %s\n", line); });
    at += length;
  }
}

// "ISOSpeedRatings=100" -> "ISO Speed Ratings: 100"
std::string SpacedValue(std::string_view line) {
  const auto is = [line](std::size_t i, int (*kind)(int)) {
    return i < line.size() && kind(static_cast<unsigned char>(line[i])) != 0;
  };
  const std::size_t end = std::min(line.find('='), line.size());
  std::string spaced;
  for (std::size_t i = 0; i < end; ++i) {
    if (i != 0 && is(i, std::isupper) && is(i + 1, std::islower)) spaced += ' ';
    spaced += line[i];
  }
  if (end < line.size()) spaced.append(": ").append(line.substr(end + 1));
  return spaced;
}

void PrintExif(const Image* image, FILE* file) {
  const ImageAttribute* attribute = GetImageAttribute(image, "EXIF:*");
  if (attribute == nullptr) return;
  ForEachLine(attribute->value, [file](const char* line) {
    std::fprintf(file, "    %s\n", SpacedValue(line).c_str());
  });
}

ProfileBytes ProfileOf(const Image* image, const char* name) {
  ProfileBytes profile{nullptr, 0};
  profile.data = GetImageProfile(image, name, &profile.length);
  return profile;
}

bool IsColorOrIptc(const char* name) {
  return LocaleCompare(name, "ICC") == 0 || LocaleCompare(name, "ICM") == 0 ||
         LocaleCompare(name, "IPTC") == 0 || LocaleCompare(name, "8BIM") == 0;
}

void PrintOtherProfiles(const Image* image, FILE* file) {
  for (std::size_t i = 0; const auto profile = lodestone::ProfileAt(image, i); ++i) {
    if (IsColorOrIptc(profile->name) || profile->length == 0) continue;
    std::fprintf(file, "  Profile-%.1024s: %zu bytes\n", profile->name, profile->length);
    if (LocaleCompare(profile->name, "EXIF") == 0) PrintExif(image, file);
  }
}

void PrintProfiles(const Image* image, FILE* file) {
  const ProfileBytes color = ProfileOf(image, "ICM");
  if (color.data != nullptr) std::fprintf(file, "  Profile-color: %zu bytes\n", color.length);
  const ProfileBytes iptc = ProfileOf(image, "IPTC");
  if (iptc.data != nullptr) {
    std::fprintf(file, "  Profile-iptc: %zu bytes\n", iptc.length);
    PrintIptc(iptc, file);
  }
  PrintOtherProfiles(image, file);
}

void PrintTile(ImageInfo* info, std::string_view name, ExceptionInfo* exception, FILE* file) {
  const std::size_t length = name.copy(info->filename, sizeof info->filename - 1);
  info->filename[length] = '\0';
  std::fprintf(file, "    %.1024s", info->filename);
  const Owner<Image, DestroyImageList> tile(ReadImage(info, exception));
  if (tile == nullptr) {
    std::fputc('\n', file);
    return;
  }
  std::fprintf(file, " %lux%lu %.1024s\n", tile->magick_columns, tile->magick_rows, tile->magick);
  SignatureImage(tile.get());
  const ImageAttribute* attribute = GetImageAttribute(tile.get(), nullptr);
  for (; attribute != nullptr; attribute = attribute->next) {
    if (*attribute->key == '[') continue;
    std::fprintf(file, "  %.1024s:\n%s\n", attribute->key, attribute->value);
  }
}

// The files whose thumbnails the image shows, one name a line.
void PrintDirectory(Image* image, FILE* file) {
  if (image->montage != nullptr) std::fprintf(file, "  Montage: %.1024s\n", image->montage);
  if (image->directory == nullptr) return;
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (info == nullptr) throw std::bad_alloc();
  CloneString(&info->size, "64x64");
  std::fputs("  Directory:\n", file);
  std::string_view names = image->directory;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('\n'), names.size());
    PrintTile(info.get(), names.substr(0, end), &image->exception, file);
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

}  // namespace

void DescribeMetadata(Image* image, FILE* file) {
  PrintAttributes(image, file);
  PrintProfiles(image, file);
  PrintDirectory(image, file);
}

}  // namespace lodestone
