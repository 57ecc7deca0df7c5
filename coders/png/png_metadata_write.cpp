#include <algorithm>
#include <cstring>

#include "base/printable_text.hpp"
#include "coders/common/profiles.hpp"
#include "coders/png/png.hpp"
#include "coders/common/samples.hpp"
#include "magick/attribute.h"
#include "magick/core/enums/enum_range.hpp"
#include "magick/core/metadata/profiles.hpp"
#include "magick/profile.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kCompressTextFrom = 128;
constexpr std::size_t kKeywordBytesMax = 79;
constexpr std::string_view kExifHeader("Exif\0\0", 6);

bool Is(const char* name, const char* wanted) {
  return LocaleCompare(name, wanted) == 0;
}

bool IsAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = CharacterLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void SetText(PngWriter& writer, const char* key, std::string_view value, int compression) {
  png_text text = {};
  text.compression = compression;
  text.key = const_cast<char*>(key);  // only read
  text.text = const_cast<char*>(value.data());
  text.lang = const_cast<char*>("");
  text.lang_key = const_cast<char*>("");
  (compression > 0 ? text.itxt_length : text.text_length) = value.size();
  PngCall(writer.png, [&] { png_set_text(writer.png, writer.info, &text, 1); });
}

void SetAttribute(PngWriter& writer, const ImageInfo* image_info, const char* key,
                  const std::string& value) {
  const bool compress =
      value.size() >= kCompressTextFrom && image_info->compression != NoCompression;
  const bool international = !IsAscii(value) && IsUtf8(value);
  if (international) {
    SetText(writer, key, value, compress ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE);
  } else {
    SetText(writer, key, value, compress ? PNG_TEXT_COMPRESSION_zTXt : PNG_TEXT_COMPRESSION_NONE);
  }
}

bool IsPrivateAttribute(const char* key) {
  return *key == '[' || std::strncmp(key, "png:", 4) == 0 || std::strncmp(key, "EXIF:", 5) == 0 ||
         std::strncmp(key, "JPEG-", 5) == 0 || *key == '\0' || Is(key, kCicpKey) ||
         std::strlen(key) > kKeywordBytesMax;
}

void SetAttributes(PngWriter& writer, const ImageInfo* image_info, const Image* image) {
  const ImageAttribute* attribute = GetImageAttribute(image, nullptr);
  for (; attribute != nullptr; attribute = attribute->next) {
    if (attribute->value == nullptr || IsPrivateAttribute(attribute->key)) continue;
    SetAttribute(writer, image_info, attribute->key, attribute->value);
  }
}

void SetHexProfile(PngWriter& writer, const ImageInfo* image_info, const char* name,
                   const unsigned char* data, std::size_t length) {
  std::string type = name;
  LocaleLower(type.data());
  SetAttribute(writer, image_info, ("Raw profile type " + type).substr(0, 79).c_str(),
               EncodeRawProfile(type, data, length));
}

// False if libpng rejects the profile.
bool SetIcc(PngWriter& writer, const unsigned char* data, std::size_t length) {
  PngCall(writer.png, [&] {
    png_set_iCCP(writer.png, writer.info, "icm", 0, data, static_cast<png_uint_32>(length));
  });
  return png_get_valid(writer.png, writer.info, PNG_INFO_iCCP) != 0;
}

bool SetExif(PngWriter& writer, const unsigned char* data, std::size_t length) {
  if (length > kExifHeader.size() &&
      std::memcmp(data, kExifHeader.data(), kExifHeader.size()) == 0) {
    data += kExifHeader.size();
    length -= kExifHeader.size();
  }
  const bool tiff =
      length > 4 && (std::memcmp(data, "II*\0", 4) == 0 || std::memcmp(data, "MM\0*", 4) == 0);
  if (!tiff) return false;
  PngCall(writer.png, [&] {
    png_set_eXIf_1(writer.png, writer.info, static_cast<png_uint_32>(length),
                   const_cast<png_bytep>(data));
  });
  return true;
}

bool SetXmp(PngWriter& writer, const unsigned char* data, std::size_t length) {
  const std::string text(reinterpret_cast<const char*>(data), length);
  if (text.find('\0') != std::string::npos) return false;
  SetText(writer, "XML:com.adobe.xmp", text, PNG_ITXT_COMPRESSION_NONE);
  return true;
}

void SetProfile(PngWriter& writer, const ImageInfo* image_info, const char* name,
                const unsigned char* data, std::size_t length) {
  bool done = false;
  if (IsIcc(name)) {
    done = SetIcc(writer, data, length);
  } else if (Is(name, "EXIF")) {
    done = SetExif(writer, data, length);
  } else if (Is(name, "XMP")) {
    done = SetXmp(writer, data, length);
  }
  if (!done) SetHexProfile(writer, image_info, name, data, length);
}

void SetProfiles(PngWriter& writer, const ImageInfo* image_info, const Image* image) {
  const bool color = (png_get_color_type(writer.png, writer.info) & PNG_COLOR_MASK_COLOR) != 0;
  const auto* const client = static_cast<const PngClient*>(png_get_error_ptr(writer.png));
  const auto icc = FittingIcc(image, color ? IccColors::kRgb : IccColors::kGray, client->exception,
                              ColorNumbers::kKept);
  for (std::size_t i = 0; const auto profile = ProfileAt(image, i); ++i)
    if (profile->length != 0 && (!IsIcc(profile->name) || !icc.empty()))
      SetProfile(writer, image_info, profile->name, profile->data, profile->length);
}

void SetColorSpace(png_structp png, png_infop info, const Image* image) {
  const bool icc = png_get_valid(png, info, PNG_INFO_iCCP) != 0;
  const bool intent =
      image->rendering_intent != UndefinedIntent && IsKnown(image->rendering_intent);
  if (intent && !icc) {
    png_set_sRGB_gAMA_and_cHRM(png, info, image->rendering_intent - 1);
    if (image->chromaticity.red_primary.x == 0.0) png_set_invalid(png, info, PNG_INFO_cHRM);
    return;
  }
  if (image->gamma > 0.0) png_set_gAMA(png, info, image->gamma);
  const ChromaticityInfo& c = image->chromaticity;
  if (c.red_primary.x > 0.0 && c.white_point.x > 0.0) {
    png_set_cHRM(png, info, c.white_point.x, c.white_point.y, c.red_primary.x, c.red_primary.y,
                 c.green_primary.x, c.green_primary.y, c.blue_primary.x, c.blue_primary.y);
  }
}

png_uint_32 Resolution(double value) {
  return value <= 0.0 || value > 2147483647.0 ? 0 : static_cast<png_uint_32>(value);
}

void SetGeometry(png_structp png, png_infop info, const Image* image) {
  const double x = image->x_resolution;
  const double y = image->y_resolution;
  if (x > 0.0 && y > 0.0) {
    if (image->units == PixelsPerInchResolution) {
      png_set_pHYs(png, info, Resolution((100.0 * x + 0.5) / 2.54),
                   Resolution((100.0 * y + 0.5) / 2.54), PNG_RESOLUTION_METER);
    } else if (image->units == PixelsPerCentimeterResolution) {
      png_set_pHYs(png, info, Resolution(100.0 * x + 0.5), Resolution(100.0 * y + 0.5),
                   PNG_RESOLUTION_METER);
    } else {
      png_set_pHYs(png, info, Resolution(x), Resolution(y), PNG_RESOLUTION_UNKNOWN);
    }
  }
  const RectangleInfo& page = image->page;
  const bool whole = (page.width == 0 || page.width == image->columns) &&
                     (page.height == 0 || page.height == image->rows);
  if (whole && (page.x != 0 || page.y != 0)) {
    png_set_oFFs(png, info, static_cast<png_int_32>(image->page.x),
                 static_cast<png_int_32>(image->page.y), PNG_OFFSET_PIXEL);
  }
}

void SetBackground(png_structp png, png_infop info, const Image* image) {
  const int color_type = png_get_color_type(png, info);
  if ((color_type & PNG_COLOR_MASK_ALPHA) == 0) return;
  const PixelPacket& color = image->background_color;
  const bool deep = png_get_bit_depth(png, info) == 16;
  const auto scaled = [deep](Quantum value) -> png_uint_16 {
    return deep ? ShortFromQuantum(value) : ByteFromQuantum(value);
  };
  png_color_16 background = {};
  background.red = scaled(color.red);
  background.green = scaled(color.green);
  background.blue = scaled(color.blue);
  background.gray = scaled(Intensity(color));
  png_set_bKGD(png, info, &background);
}

}  // namespace

void SetPngMetadata(PngWriter& writer, const ImageInfo* image_info, const Image* image) {
  SetProfiles(writer, image_info, image);
  PngCall(writer.png, [&] {
    SetColorSpace(writer.png, writer.info, image);
    SetGeometry(writer.png, writer.info, image);
    SetBackground(writer.png, writer.info, image);
  });
  SetPngExtraChunks(writer, image);
  SetAttributes(writer, image_info, image);
}

}  // namespace lodestone::coders
