#include <algorithm>
#include <optional>
#include <string>

#include "coders/common/profiles.hpp"
#include "coders/tiff/tiff_exif.hpp"
#include "coders/tiff/tiff_plan.hpp"
#include "coders/tiff/tiff_texts.hpp"
#include "magick/attribute.h"
#include "magick/profile.h"
#include "magick/utility.h"
#include "magick/version.h"

namespace lodestone::coders {
namespace {

const char* ValueOf(const Image* image, const char* key) {
  const ImageAttribute* attribute = GetImageAttribute(image, key);
  return attribute == nullptr ? nullptr : attribute->value;
}

// Of the main directory of an EXIF profile; empty if there is none.
std::string ExifTextOf(const std::optional<ExifTree>& exif, std::uint32_t tag) {
  if (!exif) return {};
  const auto found = exif->entries.find(static_cast<std::uint16_t>(tag));
  if (found == exif->entries.end() || found->second.type != TIFF_ASCII) return {};
  const std::vector<std::uint8_t>& value = found->second.value;
  return {value.begin(), std::ranges::find(value, std::uint8_t{0})};
}

void WriteResolution(TiffFile& file, const Image* image) {
  if (image->x_resolution <= 0.0 || image->y_resolution <= 0.0) return;
  std::uint16_t units = RESUNIT_NONE;
  if (image->units == PixelsPerInchResolution) units = RESUNIT_INCH;
  if (image->units == PixelsPerCentimeterResolution) units = RESUNIT_CENTIMETER;
  file.Set(TIFFTAG_RESOLUTIONUNIT, units);
  file.Set(TIFFTAG_XRESOLUTION, image->x_resolution);
  file.Set(TIFFTAG_YRESOLUTION, image->y_resolution);
  if (image->page.x <= 0 && image->page.y <= 0) return;
  file.Set(TIFFTAG_XPOSITION, std::max(image->page.x, 0l) / image->x_resolution);
  file.Set(TIFFTAG_YPOSITION, std::max(image->page.y, 0l) / image->y_resolution);
}

void WriteChromaticity(TiffFile& file, const Image* image) {
  const ChromaticityInfo& c = image->chromaticity;
  if (c.white_point.x == 0.0) return;
  float primaries[6] = {
      static_cast<float>(c.red_primary.x),   static_cast<float>(c.red_primary.y),
      static_cast<float>(c.green_primary.x), static_cast<float>(c.green_primary.y),
      static_cast<float>(c.blue_primary.x),  static_cast<float>(c.blue_primary.y)};
  float white[2] = {static_cast<float>(c.white_point.x), static_cast<float>(c.white_point.y)};
  file.Set(TIFFTAG_PRIMARYCHROMATICITIES, &primaries[0]);
  file.Set(TIFFTAG_WHITEPOINT, &white[0]);
}

// The bytes of a profile, with as many zeros as make the length a multiple of `alignment`.
std::vector<std::uint8_t> PaddedProfile(const Image* image, const char* name,
                                        std::size_t alignment) {
  std::size_t length = 0;
  const unsigned char* data = GetImageProfile(image, name, &length);
  if (data == nullptr || length == 0) return {};
  std::vector<std::uint8_t> bytes(data, data + length);
  bytes.resize((length + alignment - 1) / alignment * alignment);
  return bytes;
}

void WriteProfile(TiffFile& file, std::uint32_t tag, std::vector<std::uint8_t> bytes) {
  if (!bytes.empty()) file.Set(tag, static_cast<std::uint32_t>(bytes.size()), bytes.data());
}

// Blocks of Photoshop go to its field; records without blocks to that of IPTC.
void WriteIptc(TiffFile& file, const Image* image) {
  constexpr std::uint8_t kRecordMark = 0x1c;
  std::vector<std::uint8_t> bytes = PaddedProfile(image, "IPTC", 2);
  if (bytes.empty()) return;
  const bool records = bytes[0] == kRecordMark;
  WriteProfile(file, records ? TIFFTAG_RICHTIFFIPTC : TIFFTAG_PHOTOSHOP, std::move(bytes));
}

// The attributes, and what only the EXIF profile has, whose fields have the same numbers.
void WriteTexts(TiffFile& file, const Image* image) {
  const std::optional<ExifTree> exif = ParseExifProfile(ProfileOf(image, "EXIF"));
  for (const TiffText& text : kTiffTexts) {
    const char* const attribute = ValueOf(image, text.attribute);
    std::string value = attribute == nullptr ? ExifTextOf(exif, text.tag) : attribute;
    if (attribute == nullptr && value.empty() && text.tag == TIFFTAG_SOFTWARE)
      value = GetMagickVersion(nullptr);
    if (!value.empty()) file.Set(text.tag, value.c_str());
  }
}

IccColors ColorsOf(const TiffPlan& plan) {
  switch (plan.photometric) {
    case PHOTOMETRIC_SEPARATED:
      return IccColors::kCmyk;
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
      return IccColors::kGray;
    default:
      return IccColors::kRgb;
  }
}

}  // namespace

void WriteTiffMetadata(TiffFile& file, const TiffPlan& plan, const Image* image,
                       ExceptionInfo* exception) {
  if (image->orientation != UndefinedOrientation) {
    file.Set(TIFFTAG_ORIENTATION, static_cast<int>(image->orientation));
  }
  WriteResolution(file, image);
  WriteChromaticity(file, image);
  const auto icc = FittingIcc(image, ColorsOf(plan), exception);
  WriteProfile(file, TIFFTAG_ICCPROFILE, {icc.begin(), icc.end()});
  WriteProfile(file, TIFFTAG_XMLPACKET, PaddedProfile(image, "XMP", 1));
  WriteIptc(file, image);
  WriteTexts(file, image);
}

}  // namespace lodestone::coders
