#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "coders/common/metadata.hpp"
#include "coders/dpx/dpx.hpp"
#include "magick/attribute.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

using Kind = DpxFieldKind;
using Field = DpxField;

constexpr Field kFields[] = {
    {"file.version", 8, Kind::kText, 8, nullptr, false},
    {"file.filename", 36, Kind::kText, 100, "document"},
    {"file.creation.datetime", 136, Kind::kText, 24},
    {"file.creator", 160, Kind::kText, 100, "software", false},
    {"file.project.name", 260, Kind::kText, 200, "comment"},
    {"file.copyright", 460, Kind::kText, 200, "copyright"},
    {"file.encryption.key", 660, Kind::kLong, 0},
    {"image.orientation", kDpxOrientation, Kind::kShort, 0, nullptr, false},
    {"source.x-offset", 1408, Kind::kLong, 0},
    {"source.y-offset", 1412, Kind::kLong, 0},
    {"source.x-center", 1416, Kind::kFloat, 0},
    {"source.y-center", 1420, Kind::kFloat, 0},
    {"source.x-original-size", 1424, Kind::kLong, 0},
    {"source.y-original-size", 1428, Kind::kLong, 0},
    {"source.filename", 1432, Kind::kText, 100},
    {"source.creation.datetime", 1532, Kind::kText, 24},
    {"source.device.name", 1556, Kind::kText, 32},
    {"source.device.serialnumber", 1588, Kind::kText, 32},
    {"source.border.validity.left", 1620, Kind::kShort, 0},
    {"source.border.validity.right", 1622, Kind::kShort, 0},
    {"source.border.validity.top", 1624, Kind::kShort, 0},
    {"source.border.validity.bottom", 1626, Kind::kShort, 0},
    {"source.aspect.ratio.horizontal", 1628, Kind::kLong, 0},
    {"source.aspect.ratio.vertical", 1632, Kind::kLong, 0},
    {"source.scanned.size.x", 1636, Kind::kFloat, 0},
    {"source.scanned.size.y", 1640, Kind::kFloat, 0},
    {"mp.film.manufacturer.id", 1664, Kind::kText, 2},
    {"mp.film.type", 1666, Kind::kText, 2},
    {"mp.perfs.offset", 1668, Kind::kText, 2},
    {"mp.prefix", 1670, Kind::kText, 6},
    {"mp.count", 1676, Kind::kText, 4},
    {"mp.format", 1680, Kind::kText, 32},
    {"mp.frame.position", 1712, Kind::kLong, 0},
    {"mp.sequence.length", 1716, Kind::kLong, 0},
    {"mp.held.count", 1720, Kind::kLong, 0},
    {"mp.frame.rate", 1724, Kind::kFloat, 0},
    {"mp.shutter.angle", 1728, Kind::kFloat, 0},
    {"mp.frame.id", 1732, Kind::kText, 32},
    {"mp.slate.info", 1764, Kind::kText, 100},
    {"tv.time.code", 1920, Kind::kDigits, 0},
    {"tv.user.bits", 1924, Kind::kDigits, 0},
    {"tv.interlace", 1928, Kind::kByte, 0},
    {"tv.field.number", 1929, Kind::kByte, 0},
    {"tv.video.signal", 1930, Kind::kByte, 0},
    {"tv.horizontal.sampling.rate", 1932, Kind::kFloat, 0},
    {"tv.temporal.sampling.rate", 1940, Kind::kFloat, 0},
    {"tv.sync.time", 1944, Kind::kFloat, 0},
    {"tv.gamma", 1948, Kind::kFloat, 0},
    {"tv.black.level", 1952, Kind::kFloat, 0},
    {"tv.black.gain", 1956, Kind::kFloat, 0},
    {"tv.breakpoint", 1960, Kind::kFloat, 0},
    {"tv.white.level", 1964, Kind::kFloat, 0},
    {"tv.integration.time", 1968, Kind::kFloat, 0}};

std::size_t BytesOf(const Field& field) {
  switch (field.kind) {
    case Kind::kText:
      return field.bytes;
    case Kind::kByte:
      return 1;
    case Kind::kShort:
      return 2;
    default:
      return 4;
  }
}

std::uint32_t Undefined(const Field& field) {
  if (field.kind == Kind::kSigned) return 0x80000000;
  if (field.kind == Kind::kReal) return std::bit_cast<std::uint32_t>(HUGE_VALF);
  return 0xffffffffu >> (32 - 8 * BytesOf(field));
}

bool IsReal(const Field& field) {
  return field.kind == Kind::kFloat || field.kind == Kind::kReal;
}

// Eight digits of four bits, in pairs.
std::string DigitsOf(std::uint32_t value) {
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4) {
    text += static_cast<char>('0' + std::min(value >> shift & 15, 9u));
    if (shift % 8 == 0 && shift != 0) text += ':';
  }
  return text;
}

std::uint32_t FromDigits(const char* text) {
  std::uint32_t value = 0;
  int shift = 28;
  for (; *text != '\0' && shift >= 0; ++text) {
    if (*text < '0' || *text > '9') continue;
    value |= static_cast<std::uint32_t>(*text - '0') << shift;
    shift -= 4;
  }
  return value;
}

std::string TextOf(const Field& field, ByteSpan header, bool little_endian) {
  if (field.kind == Kind::kText) {
    const ByteSpan bytes = header.subspan(field.at, field.bytes);
    if (bytes[0] == 0 || bytes[0] >= 128) return "";
    return std::string(bytes.begin(), std::ranges::find(bytes, std::uint8_t{0}));
  }
  const std::uint32_t value = DpxNumber(header, field.at, BytesOf(field), little_endian);
  if (value == Undefined(field)) return "";
  if (field.kind == Kind::kDigits) return DigitsOf(value);
  if (field.kind == Kind::kSigned) return std::to_string(static_cast<std::int32_t>(value));
  if (!IsReal(field)) return std::to_string(value);
  char text[32];
  std::snprintf(text, sizeof text, "%g", static_cast<double>(std::bit_cast<float>(value)));
  return text;
}

std::uint32_t NumberOf(const Field& field, const char* text) {
  if (text == nullptr) return Undefined(field);
  if (field.kind == Kind::kDigits) return FromDigits(text);
  if (IsReal(field))
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::strtod(text, nullptr)));
  if (field.kind == Kind::kSigned)
    return static_cast<std::uint32_t>(std::strtol(text, nullptr, 10));
  return static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) & Undefined(field);
}

}  // namespace

std::uint32_t DpxNumber(ByteSpan header, std::size_t at, std::size_t bytes, bool little_endian) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value = value << 8 | header[at + (little_endian ? bytes - 1 - i : i)];
  return value;
}

void PutDpxNumber(std::span<std::uint8_t> header, std::size_t at, std::size_t bytes,
                  std::uint32_t value, bool little_endian) {
  for (std::size_t i = 0; i < bytes; ++i)
    header[at + (little_endian ? i : bytes - 1 - i)] = static_cast<std::uint8_t>(value >> 8 * i);
}

void DescribeFields(std::span<const DpxField> fields, ByteSpan header, bool little_endian,
                    Image* image) {
  for (const Field& field : fields) {
    if (field.at + BytesOf(field) > header.size()) break;
    const std::string text = TextOf(field, header, little_endian);
    if (text.empty()) continue;
    StoreText(image, (std::string("DPX:") + field.name).c_str(), text.c_str());
    if (field.also != nullptr) StoreText(image, field.also, text.c_str());
  }
}

void FillFields(std::span<const DpxField> fields, const ImageInfo* image_info, const Image* image,
                bool little_endian, std::span<std::uint8_t> header) {
  for (const Field& field : fields) {
    if (!field.written) continue;
    const char* const text = DpxText(image_info, image, field.name, field.also);
    if (field.kind != Kind::kText)
      PutDpxNumber(header, field.at, BytesOf(field), NumberOf(field, text), little_endian);
    else if (text != nullptr)
      std::memcpy(&header[field.at], text, std::min(std::strlen(text), field.bytes));
  }
}

const char* DpxText(const ImageInfo* image_info, const Image* image, const char* name,
                    const char* also) {
  if (const char* const text = AccessDefinition(image_info, "dpx", name)) return text;
  const ImageAttribute* attribute = GetImageAttribute(image, (std::string("DPX:") + name).c_str());
  if (attribute == nullptr && also != nullptr) attribute = GetImageAttribute(image, also);
  return attribute == nullptr ? nullptr : attribute->value;
}

void DescribeDpx(ByteSpan header, bool little_endian, Image* image) {
  const bool has_industry = DpxNumber(header, kDpxIndustryBytes, 4, little_endian) != 0;
  const std::size_t end = has_industry ? header.size() : std::size_t{kDpxGenericEnd};
  DescribeFields(kFields, header.first(std::min(end, header.size())), little_endian, image);
}

void FillDpxFields(const ImageInfo* image_info, const Image* image, bool little_endian,
                   std::span<std::uint8_t> header) {
  FillFields(kFields, image_info, image, little_endian, header);
}

}  // namespace lodestone::coders
