#include "coders/pdf/pdf_page.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "coders/pdf/pdf_file.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr double kPointsPerInch = 72.0;
constexpr double kCentimetersPerInch = 2.54;

struct Resolution {
  double x = kPointsPerInch, y = kPointsPerInch;  // pixels an inch
};

Resolution InInches(double x, double y, ResolutionType units) {
  const double scale = units == PixelsPerCentimeterResolution ? kCentimetersPerInch : 1.0;
  const bool valid = std::isfinite(x) && std::isfinite(y) && x > 0.0 && y > 0.0;
  return valid ? Resolution{x * scale, y * scale} : Resolution();
}

Resolution ResolutionOf(const ImageInfo* image_info, const Image* image) {
  if (image_info->density != nullptr) {
    double x = 0.0, y = 0.0;
    const int count = GetMagickDimension(image_info->density, &x, &y, nullptr, nullptr);
    return InInches(x, count < 2 ? x : y, image_info->units);
  }
  if (image->units == UndefinedResolution) return {};
  return InInches(image->x_resolution, image->y_resolution, image->units);
}

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

PdfPlacement PlaceOnPage(const ImageInfo* image_info, const Image* image) {
  const Resolution resolution = ResolutionOf(image_info, image);
  const double x_scale = kPointsPerInch / resolution.x, y_scale = kPointsPerInch / resolution.y;
  PdfPlacement placed;
  RectangleInfo size = {image->columns, image->rows, 0, 0};
  RectangleInfo page = {};
  if (image_info->page != nullptr) {
    const MagickPtr<char> geometry(GetPageGeometry(image_info->page));
    if (geometry == nullptr) throw std::bad_alloc();
    GetGeometry(geometry.get(), &page.x, &page.y, &page.width, &page.height);
    if (page.width != 0 && page.height != 0)
      GetMagickGeometry(geometry.get(), &size.x, &size.y, &size.width, &size.height);
    placed.x = static_cast<double>(page.x);
    placed.y = static_cast<double>(page.y);
  }
  placed.width = static_cast<double>(size.width) * x_scale;
  placed.height = static_cast<double>(size.height) * y_scale;
  const bool has_size = page.width != 0 && page.height != 0;
  placed.page_width = has_size ? static_cast<double>(page.width) * x_scale : placed.width;
  placed.page_height = has_size ? static_cast<double>(page.height) * y_scale : placed.height;
  return placed;
}

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
