#include <cstring>

#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/png/png.hpp"
#include "coders/common/samples.hpp"
#include "magick/core/enums/enum_range.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::string_view kRawProfileKey = "Raw profile type ";
constexpr char kXmpKey[] = "XML:com.adobe.xmp";
constexpr std::string_view kExifHeader("Exif\0\0", 6);

void ReadColorSpace(PngReader& reader, Image* image) {
  int intent = 0;
  if (png_get_sRGB(reader.png, reader.info, &intent) != 0) {
    const auto stored = static_cast<RenderingIntent>(intent + 1);
    image->rendering_intent = IsKnown(stored) ? stored : UndefinedIntent;
  }
  double gamma = 0.0;
  const bool srgb = image->rendering_intent != UndefinedIntent;
  if (srgb) image->gamma = kSrgbGamma;
  if (!srgb && png_get_gAMA(reader.png, reader.info, &gamma) != 0) image->gamma = gamma;
  ChromaticityInfo& c = image->chromaticity;
  if (srgb) {
    c = ChromaticityInfo{{0.64, 0.33, 0}, {0.3, 0.6, 0}, {0.15, 0.06, 0}, {0.3127, 0.329, 0}};
    return;
  }
  png_get_cHRM(reader.png, reader.info, &c.white_point.x, &c.white_point.y, &c.red_primary.x,
               &c.red_primary.y, &c.green_primary.x, &c.green_primary.y, &c.blue_primary.x,
               &c.blue_primary.y);
}

void ReadIccProfile(PngReader& reader, Image* image) {
  png_charp name = nullptr;
  png_bytep profile = nullptr;
  png_uint_32 length = 0;
  int compression = 0;
  if (png_get_iCCP(reader.png, reader.info, &name, &compression, &profile, &length) != 0 &&
      length != 0) {
    StoreProfile(image, "ICM", {profile, length});
  }
}

void ReadGeometry(PngReader& reader, Image* image) {
  if (png_get_valid(reader.png, reader.info, PNG_INFO_oFFs) != 0) {
    image->page.x = png_get_x_offset_pixels(reader.png, reader.info);
    image->page.y = png_get_y_offset_pixels(reader.png, reader.info);
  }
  png_uint_32 x = 0;
  png_uint_32 y = 0;
  int unit = 0;
  if (png_get_pHYs(reader.png, reader.info, &x, &y, &unit) == 0) return;
  const bool meter = unit == PNG_RESOLUTION_METER;
  image->x_resolution = meter ? x / 100.0 : x;
  image->y_resolution = meter ? y / 100.0 : y;
  if (meter) image->units = PixelsPerCentimeterResolution;
}

void ReadBackground(PngReader& reader, Image* image) {
  png_color_16p background = nullptr;
  if (png_get_bKGD(reader.png, reader.info, &background) == 0) return;
  const int color_type = png_get_color_type(reader.png, reader.info);
  const std::uint32_t max = (1u << png_get_bit_depth(reader.png, reader.info)) - 1;
  PixelPacket& color = image->background_color;
  color.opacity = OpaqueOpacity;
  if (color_type == PNG_COLOR_TYPE_PALETTE) {
    color.red = QuantumFromByte(background->red & 255u);
    color.green = QuantumFromByte(background->green & 255u);
    color.blue = QuantumFromByte(background->blue & 255u);
    return;
  }
  const bool gray = (color_type & PNG_COLOR_MASK_COLOR) == 0;
  color.red = QuantumFromRange((gray ? background->gray : background->red) & max, max);
  color.green = QuantumFromRange((gray ? background->gray : background->green) & max, max);
  color.blue = QuantumFromRange((gray ? background->gray : background->blue) & max, max);
}

void SetExif(Image* image, const unsigned char* data, std::size_t length) {
  std::vector<unsigned char> profile;
  const bool has_header = length >= kExifHeader.size() &&
                          std::memcmp(data, kExifHeader.data(), kExifHeader.size()) == 0;
  if (!has_header) profile.assign(kExifHeader.begin(), kExifHeader.end());
  profile.insert(profile.end(), data, data + length);
  StoreProfile(image, "EXIF", profile);
}

void ReadExifChunk(PngReader& reader, Image* image) {
  png_bytep data = nullptr;
  png_uint_32 length = 0;
  if (png_get_eXIf_1(reader.png, reader.info, &length, &data) != 0 && length != 0) {
    SetExif(image, data, length);
  }
}

void SetRawProfile(Image* image, std::string_view type, std::string_view text) {
  std::vector<unsigned char> data;
  if (!DecodeRawProfile(text, data)) return;
  std::string name(type);
  LocaleUpper(name.data());
  if (name == "EXIF" || name == "APP1") {
    SetExif(image, data.data(), data.size());
  } else if (name == "ICC") {
    StoreProfile(image, "ICM", data);
  } else {
    StoreProfile(image, name.c_str(), data);
  }
}

void ReadText(const png_text& text, Image* image) {
  const bool international = text.compression > 0;
  const std::size_t length = international ? text.itxt_length : text.text_length;
  const std::string_view key(text.key);
  const std::string_view value(text.text, length);
  if (key == kXmpKey) {
    StoreProfile(image, "XMP", {reinterpret_cast<const unsigned char*>(value.data()), length});
  } else if (key.starts_with(kRawProfileKey)) {
    SetRawProfile(image, key.substr(kRawProfileKey.size()), value);
  } else {
    StoreText(image, text.key, std::string(value).c_str());
  }
}

}  // namespace

void ReadPngHeaderMetadata(PngReader& reader, Image* image) {
  // None of these getters raises an error, so none can longjmp.
  ReadColorSpace(reader, image);
  ReadIccProfile(reader, image);
  ReadGeometry(reader, image);
  ReadBackground(reader, image);
  ReadPngExtraChunks(reader, image);
}

void ReadPngTextAndProfiles(PngReader& reader, Image* image) {
  ReadExifChunk(reader, image);
  png_textp texts = nullptr;
  int count = 0;
  png_get_text(reader.png, reader.info, &texts, &count);
  for (int i = 0; i < count; ++i) ReadText(texts[i], image);
  SetOrientationFromExif(image);
}

}  // namespace lodestone::coders
