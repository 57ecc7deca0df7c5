#include <array>
#include <cmath>
#include <optional>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/profiles.hpp"
#include "coders/jp2/jp2.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

constexpr std::string_view kSignature("\0\0\0\x0cjP  \r\n\x87\n", 12);
constexpr std::string_view kExifId("JpgTiffExif->JP2");
constexpr std::string_view kXmpId(
    "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac", 16);
constexpr std::string_view kIptcId(
    "\x33\xc7\xa4\xd2\xb8\x1d\x47\x23\xa0\xba\xf1\xa3\xe0\x97\xad\x38", 16);
constexpr std::string_view kOwnComment("Created by OpenJPEG");

enum ColorMethod { kColorsByNumber = 1, kColorsByProfile = 2 };
enum Marker : unsigned { kSoc = 0xff4f, kSiz = 0xff51, kCom = 0xff64, kSot = 0xff90 };

struct Box {
  std::string_view type;
  ByteSpan content;
};

std::string_view AsText(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The next box, cut at the end of the data; none if there is no header of one.
std::optional<Box> TakeBox(ByteCursor& cursor) {
  std::size_t header = 8;
  if (cursor.Remaining() < header) return std::nullopt;
  std::uint64_t length = cursor.U32Be();
  const std::string_view type = AsText(cursor.Take(4));
  if (length == 1) {
    if (cursor.Remaining() < 8) return std::nullopt;
    length = std::uint64_t{cursor.U32Be()} << 32;
    length |= cursor.U32Be();
    header = 16;
  }
  if (length == 0) length = header + cursor.Remaining();
  if (length < header) return std::nullopt;
  const std::uint64_t content = std::min<std::uint64_t>(length - header, cursor.Remaining());
  return Box{type, cursor.Take(static_cast<std::size_t>(content))};
}

void ReadResolution(ByteSpan content, Jp2Resolution& resolution) {
  if (content.size() < 10) return;
  ByteCursor cursor(content);
  const double down = cursor.U16Be(), down_per = cursor.U16Be();
  const double across = cursor.U16Be(), across_per = cursor.U16Be();
  if (down == 0 || down_per == 0 || across == 0 || across_per == 0) return;
  const int down_power = static_cast<std::int8_t>(cursor.U8());
  const int across_power = static_cast<std::int8_t>(cursor.U8());
  constexpr double kInch = 254;  // hundredths of a millimetre
  resolution.y = down / down_per * std::pow(10.0, down_power);
  resolution.x = across / across_per * std::pow(10.0, across_power);
  resolution.inches = down_per == kInch && across_per == kInch;
}

// What it is to be shown with is preferred to what it was scanned with.
void ReadResolutions(ByteSpan content, Jp2Resolution& resolution) {
  ByteCursor cursor(content);
  while (const std::optional<Box> box = TakeBox(cursor)) {
    if (box->type == "resd" || (box->type == "resc" && resolution.x == 0))
      ReadResolution(box->content, resolution);
  }
}

bool NamesAlpha(ByteSpan content) {
  constexpr std::size_t kEntryBytes = 6;
  ByteCursor cursor(content);
  if (cursor.Remaining() < 2) return false;
  cursor.Skip(2);
  while (cursor.Remaining() >= kEntryBytes) {
    cursor.Skip(2);
    const unsigned type = cursor.U16Be();
    cursor.Skip(2);
    if (type == 1 || type == 2) return true;
  }
  return false;
}

// Of a box of colours that has one; others name theirs by a number.
ByteSpan ProfileIn(ByteSpan content) {
  constexpr std::size_t kHeaderBytes = 3;
  const bool has_profile = content.size() > kHeaderBytes && content[0] == kColorsByProfile;
  return has_profile ? content.subspan(kHeaderBytes) : ByteSpan();
}

bool NamesCmyk(ByteSpan content) {
  constexpr std::uint32_t kCmyk = 12;
  ByteCursor cursor(content);
  if (cursor.Remaining() < 7 || cursor.U8() != kColorsByNumber) return false;
  cursor.Skip(2);
  return cursor.U32Be() == kCmyk;
}

void ReadHeaderBoxes(ByteSpan content, Jp2Header& header) {
  ByteCursor cursor(content);
  while (const std::optional<Box> box = TakeBox(cursor)) {
    if (box->type == "colr" && header.icc.empty()) header.icc = ProfileIn(box->content);
    if (box->type == "pclr") header.palette = true;
    if (box->type == "colr" && NamesCmyk(box->content)) header.cmyk = true;
    if (box->type == "cdef") {
      header.channels_named = true;
      header.alpha = NamesAlpha(box->content);
    }
    if (box->type == "res ") ReadResolutions(box->content, header.resolution);
  }
}

void ReadUuid(ByteSpan content, Jp2Header& header) {
  constexpr std::size_t kIdBytes = 16;
  if (content.size() < kIdBytes) return;
  const std::string_view id = AsText(content.first(kIdBytes));
  const ByteSpan rest = content.subspan(kIdBytes);
  if (id == kExifId) header.exif = rest;
  if (id == kXmpId) header.xmp = rest;
  if (id == kIptcId) header.iptc = rest;
}

std::uint64_t Parts(std::uint64_t length, std::uint64_t part) {
  return part == 0 ? 0 : (length + part - 1) / part;
}

void ReadSize(ByteSpan segment, Jp2Header& header) {
  ByteCursor cursor(segment);
  cursor.Skip(2);
  const std::uint64_t right = cursor.U32Be(), bottom = cursor.U32Be();
  const std::uint64_t left = cursor.U32Be(), top = cursor.U32Be();
  const std::uint64_t tile_columns = cursor.U32Be(), tile_rows = cursor.U32Be();
  const std::uint64_t tile_left = cursor.U32Be(), tile_top = cursor.U32Be();
  header.components = cursor.U16Be();
  if (right <= left || bottom <= top || tile_left > left || tile_top > top || tile_columns == 0 ||
      tile_rows == 0)
    Fail(CorruptImageError, "Improper image header");
  header.columns = right - left;
  header.rows = bottom - top;
  header.tiles = Parts(right - tile_left, tile_columns) * Parts(bottom - tile_top, tile_rows);
}

void ReadComment(ByteSpan segment, Jp2Header& header) {
  constexpr unsigned kLatin = 1;
  ByteCursor cursor(segment);
  if (segment.size() < 2 || cursor.U16Be() != kLatin) return;
  const std::string_view text = AsText(segment.subspan(2));
  if (!text.starts_with(kOwnComment)) header.comment = text.substr(0, text.find('\0'));
}

// The segments before the first tile.
void ReadCodestream(ByteSpan stream, Jp2Header& header) {
  ByteCursor cursor(stream);
  if (cursor.U16Be() != kSoc) Fail(CorruptImageError, "Improper image header");
  while (cursor.Remaining() >= 4) {
    const unsigned marker = cursor.U16Be();
    if (marker == kSot) break;
    const unsigned length = cursor.U16Be();
    if (length < 2) Fail(CorruptImageError, "Improper image header");
    const ByteSpan segment = cursor.Take(length - 2);
    if (marker == kSiz) ReadSize(segment, header);
    if (marker == kCom) ReadComment(segment, header);
  }
  if (header.components == 0) Fail(CorruptImageError, "Improper image header");
}

// Pixels per metre as a fraction of 16-bit numbers and a power of ten.
struct Fraction {
  unsigned over = 1, under = 1;
  int power = 0;
};

Fraction FractionOf(double resolution, bool inches) {
  constexpr double kMost = 65535;
  Fraction fraction;
  fraction.under = inches ? 254 : 1;
  fraction.power = inches ? 4 : 2;
  while (resolution * 10 <= kMost && resolution != std::floor(resolution)) {
    resolution *= 10;
    --fraction.power;
  }
  fraction.over = static_cast<unsigned>(std::min(std::floor(resolution + 0.5), kMost));
  return fraction;
}

void PutBox(ByteSink& sink, std::string_view type, ByteSpan content,
            std::string_view id = std::string_view()) {
  sink.U32Be(static_cast<std::uint32_t>(8 + id.size() + content.size()));
  sink.Text(type);
  sink.Text(id);
  sink.Bytes(content);
}

void PutResolution(ByteSink& boxes, const Image* image) {
  constexpr double kLeast = 0.01, kMost = 65535;
  if (image->units == UndefinedResolution || !(image->x_resolution >= kLeast) ||
      !(image->y_resolution >= kLeast) || image->x_resolution > kMost ||
      image->y_resolution > kMost)
    return;
  const bool inches = image->units == PixelsPerInchResolution;
  const Fraction down = FractionOf(image->y_resolution, inches);
  const Fraction across = FractionOf(image->x_resolution, inches);
  ByteSink content, super;
  for (const Fraction& fraction : {down, across}) {
    content.U16Be(fraction.over);
    content.U16Be(fraction.under);
  }
  content.U8(static_cast<unsigned>(down.power));
  content.U8(static_cast<unsigned>(across.power));
  PutBox(super, "resd", content.bytes());
  PutBox(boxes, "res ", super.bytes());
}

void PutColors(ByteSink& boxes, const Jp2Colors& colors) {
  enum { kSrgb = 16, kGray = 17 };
  ByteSink content;
  content.U8(colors.icc.empty() ? kColorsByNumber : kColorsByProfile);
  content.U16Be(0);
  if (colors.icc.empty())
    content.U32Be(colors.gray ? kGray : kSrgb);
  else
    content.Bytes(colors.icc);
  PutBox(boxes, "colr", content.bytes());
}

// Which component is which channel; needed only where one is alpha.
void PutChannels(ByteSink& boxes, const Jp2Colors& colors) {
  if (!colors.alpha) return;
  const auto count = static_cast<unsigned>(colors.Components());
  ByteSink content;
  content.U16Be(count);
  for (unsigned i = 0; i < count; ++i) {
    const bool is_alpha = i + 1 == count;
    content.U16Be(i);
    content.U16Be(is_alpha ? 1 : 0);
    content.U16Be(is_alpha ? 0 : i + 1);
  }
  PutBox(boxes, "cdef", content.bytes());
}

void PutHeader(ByteSink& sink, const Jp2Colors& colors, const Image* image) {
  constexpr unsigned kWavelets = 7;
  ByteSink size, boxes;
  size.U32Be(static_cast<std::uint32_t>(image->rows));
  size.U32Be(static_cast<std::uint32_t>(image->columns));
  size.U16Be(static_cast<unsigned>(colors.Components()));
  size.U8(colors.bits - 1);
  size.U8(kWavelets);
  size.U16Be(0);
  PutBox(boxes, "ihdr", size.bytes());
  PutColors(boxes, colors);
  PutChannels(boxes, colors);
  PutResolution(boxes, image);
  PutBox(sink, "jp2h", boxes.bytes());
}

void PutProfiles(ByteSink& sink, const Image* image) {
  const std::pair<std::string_view, ByteSpan> profiles[] = {{kExifId, ExifTiffOf(image)},
                                                            {kXmpId, ProfileOf(image, "XMP")},
                                                            {kIptcId, ProfileOf(image, "IPTC")}};
  for (const auto& [id, content] : profiles) {
    if (!content.empty()) PutBox(sink, "uuid", content, id);
  }
}

}  // namespace

bool IsBoxed(std::span<const std::uint8_t> file) {
  // Old files have other bytes behind the name of the box.
  return file.size() >= 9 && AsText(file.subspan(4, 5)) == "jP  \r";
}

Jp2Header ParseJp2(std::span<const std::uint8_t> file) {
  Jp2Header header;
  header.boxed = IsBoxed(file);
  if (!header.boxed) {
    ReadCodestream(file, header);
    return header;
  }
  ByteCursor cursor(file);
  while (const std::optional<Box> box = TakeBox(cursor)) {
    if (box->type == "jp2h") ReadHeaderBoxes(box->content, header);
    if (box->type == "uuid") ReadUuid(box->content, header);
    if (box->type == "jp2c" && header.components == 0) ReadCodestream(box->content, header);
  }
  if (header.components == 0) Fail(CorruptImageError, "No images in the file");
  return header;
}

std::vector<std::uint8_t> Jp2Boxes(const Jp2Colors& colors, const Image* image,
                                   std::uint64_t bytes) {
  ByteSink sink;
  sink.Text(kSignature);
  ByteSink brands;
  brands.Text("jp2 ");
  brands.U32Be(0);
  brands.Text("jp2 ");
  PutBox(sink, "ftyp", brands.bytes());
  PutHeader(sink, colors, image);
  PutProfiles(sink, image);
  constexpr std::uint64_t kShort = 0xffffffff - 8;
  const bool is_long = bytes > kShort;
  sink.U32Be(is_long ? 1 : static_cast<std::uint32_t>(bytes + 8));
  sink.Text("jp2c");
  if (is_long) {
    sink.U32Be(static_cast<std::uint32_t>((bytes + 16) >> 32));
    sink.U32Be(static_cast<std::uint32_t>(bytes + 16));
  }
  return std::move(sink.bytes());
}

}  // namespace lodestone::coders
