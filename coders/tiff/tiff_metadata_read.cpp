#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/tiff/tiff.hpp"
#include "coders/tiff/tiff_texts.hpp"
#include "magick/core/enums/enum_range.hpp"

namespace lodestone::coders {
namespace {

constexpr std::string_view kBlockMark = "8BIM";
constexpr std::size_t kBlockAlignment = 2;

float FloatOf(TIFF* tiff, std::uint32_t tag, double otherwise) {
  float value = 0.0f;
  const bool found = TIFFGetFieldDefaulted(tiff, tag, &value) == 1 && std::isfinite(value);
  return found && value >= 0.0f ? value : static_cast<float>(otherwise);
}

void ReadResolution(TIFF* tiff, Image* image) {
  std::uint16_t units = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &units);
  if (units == RESUNIT_INCH) image->units = PixelsPerInchResolution;
  if (units == RESUNIT_CENTIMETER) image->units = PixelsPerCentimeterResolution;
  image->x_resolution = FloatOf(tiff, TIFFTAG_XRESOLUTION, image->x_resolution);
  image->y_resolution = FloatOf(tiff, TIFFTAG_YRESOLUTION, image->y_resolution);
}

long OffsetOf(TIFF* tiff, std::uint32_t tag, double resolution) {
  constexpr double kLargest = 1e9;
  const double offset = FloatOf(tiff, tag, 0.0) * resolution;
  return std::lround(std::min(offset, kLargest));
}

void ReadPlace(TIFF* tiff, Image* image) {
  std::uint16_t orientation = 0;
  if (TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation) == 1) {
    const auto stored = static_cast<OrientationType>(orientation);
    if (IsKnown(stored)) image->orientation = stored;
  }
  image->page.x = OffsetOf(tiff, TIFFTAG_XPOSITION, image->x_resolution);
  image->page.y = OffsetOf(tiff, TIFFTAG_YPOSITION, image->y_resolution);
}

bool AreColors(const float* values, std::size_t count) {
  return values != nullptr && std::all_of(values, values + count, [](float value) {
           return std::isfinite(value) && value >= 0.0f;
         });
}

void ReadChromaticity(TIFF* tiff, Image* image) {
  ChromaticityInfo& c = image->chromaticity;
  float* values = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_WHITEPOINT, &values) == 1 && AreColors(values, 2)) {
    c.white_point.x = values[0];
    c.white_point.y = values[1];
  }
  if (TIFFGetField(tiff, TIFFTAG_PRIMARYCHROMATICITIES, &values) == 1 && AreColors(values, 6)) {
    c.red_primary.x = values[0];
    c.red_primary.y = values[1];
    c.green_primary.x = values[2];
    c.green_primary.y = values[3];
    c.blue_primary.x = values[4];
    c.blue_primary.y = values[5];
  }
}

std::span<const std::uint8_t> BytesOf(TIFF* tiff, std::uint32_t tag) {
  std::uint32_t count = 0;
  const std::uint8_t* data = nullptr;
  if (TIFFGetField(tiff, tag, &count, &data) != 1 || data == nullptr) return {};
  return {data, count};
}

// From the first block of a Photoshop resource on.
std::span<const std::uint8_t> BlocksOf(std::span<const std::uint8_t> data) {
  for (; data.size() > kBlockMark.size(); data = data.subspan(kBlockAlignment)) {
    if (std::memcmp(data.data(), kBlockMark.data(), kBlockMark.size()) == 0) return data;
  }
  return {};
}

// The records of an IPTC field as the block of a Photoshop resource that other formats have.
std::vector<std::uint8_t> BlockOf(std::span<const std::uint8_t> records) {
  const auto size = static_cast<std::uint32_t>(records.size());
  std::vector<std::uint8_t> block = {'8', 'B', 'I', 'M', 4, 4, 0, 0};
  for (int shift = 24; shift >= 0; shift -= 8) {
    block.push_back(static_cast<std::uint8_t>(size >> shift));
  }
  block.insert(block.end(), records.begin(), records.end());
  if (block.size() % kBlockAlignment != 0) block.push_back(0);
  return block;
}

void ReadProfiles(TIFF* tiff, Image* image) {
  StoreProfile(image, "ICM", BytesOf(tiff, TIFFTAG_ICCPROFILE));
  StoreProfile(image, "XMP", BytesOf(tiff, TIFFTAG_XMLPACKET));
  const std::span<const std::uint8_t> blocks = BlocksOf(BytesOf(tiff, TIFFTAG_PHOTOSHOP));
  if (!blocks.empty()) return StoreProfile(image, "8BIM", blocks);
  const std::span<const std::uint8_t> records = BytesOf(tiff, TIFFTAG_RICHTIFFIPTC);
  if (!records.empty()) StoreProfile(image, "IPTC", BlockOf(records));
}

void ReadTexts(TIFF* tiff, Image* image) {
  for (const TiffText& text : kTiffTexts) {
    const char* value = nullptr;
    if (TIFFGetField(tiff, text.tag, &value) == 1 && value != nullptr) {
      StoreText(image, text.attribute, value);
    }
  }
}

// Fields that libtiff knows only from the file.
void ReadForeignTexts(TIFF* tiff, Image* image) {
  constexpr std::pair<std::uint32_t, const char*> kFields[] = {
      {32781, "imageid"}, {33423, "kodak-33423"}, {36867, "kodak-36867"}};
  for (const auto& [tag, attribute] : kFields) {
    const TIFFField* field = TIFFFindField(tiff, tag, TIFF_ASCII);
    if (field == nullptr || TIFFFieldPassCount(field) == 0 ||
        TIFFFieldReadCount(field) != TIFF_VARIABLE2) {
      continue;
    }
    const std::span<const std::uint8_t> bytes = BytesOf(tiff, tag);
    const std::string text(bytes.begin(), std::find(bytes.begin(), bytes.end(), 0));
    if (!text.empty()) StoreText(image, attribute, text.c_str());
  }
}

}  // namespace

void ReadTiffMetadata(const TiffFile& file, Image* image) {
  TIFF* tiff = file.get();
  ReadResolution(tiff, image);
  ReadPlace(tiff, image);
  ReadChromaticity(tiff, image);
  ReadProfiles(tiff, image);
  ReadTexts(tiff, image);
  ReadForeignTexts(tiff, image);
}

}  // namespace lodestone::coders
