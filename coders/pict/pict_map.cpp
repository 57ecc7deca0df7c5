#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"
#include "coders/pict/pict.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kPixels = 0x8000, kRowBytes = 0x7fff;
constexpr std::size_t kMostColors = 256;
constexpr std::size_t kPlainRowBytes = 7;    // no more is packed
constexpr std::size_t kShortRowBytes = 250;  // of which the packed length is one byte
enum PackType : unsigned { kDefault = 0, kPlain = 1, kNoAlpha = 2, kShorts = 3, kPlanes = 4 };

[[noreturn]] void FailMap(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

PixelPacket TakeColor(ByteCursor& cursor) {
  PixelPacket color{};
  color.red = QuantumFromShort(cursor.U16Be());
  color.green = QuantumFromShort(cursor.U16Be());
  color.blue = QuantumFromShort(cursor.U16Be());
  color.opacity = OpaqueOpacity;
  return color;
}

std::vector<PixelPacket> TakeColors(ByteCursor& cursor) {
  constexpr unsigned kInOrder = 0x8000;
  cursor.Skip(4);  // seed
  const bool in_order = (cursor.U16Be() & kInOrder) != 0;
  const std::size_t count = cursor.U16Be() + std::size_t{1};
  if (count > kMostColors) FailMap();
  std::vector<PixelPacket> colors(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t value = cursor.U16Be();
    colors[in_order ? i : value % count] = TakeColor(cursor);
  }
  return colors;
}

// Black bits on white.
std::vector<PixelPacket> BitColors() {
  return {{MaxRGB, MaxRGB, MaxRGB, OpaqueOpacity}, {0, 0, 0, OpaqueOpacity}};
}

void TakePixelFields(ByteCursor& cursor, PictMap& map) {
  cursor.Skip(2);  // version
  map.pack_type = cursor.U16Be();
  cursor.Skip(14);  // packed size, resolution, type
  map.bits = cursor.U16Be();
  map.channels = cursor.U16Be();
  cursor.Skip(14);  // size of a channel, of a plane; table; reserved
}

bool IsDepth(unsigned bits, bool direct) {
  if (direct) return bits == 16 || bits == 32;
  return bits == 1 || bits == 2 || bits == 4 || bits == 8;
}

std::size_t RowBytesOf(const PictMap& map) {
  const std::size_t columns = map.bounds.columns();
  if (map.bits <= 8) return PackedBytes(columns, map.bits);
  if (map.bits == 16) return columns * 2;
  if (map.pack_type == kPlain) return columns * 4;
  return columns * (map.pack_type == kNoAlpha ? 3 : map.channels);
}

void Check(const PictMap& map, bool direct) {
  if (!IsDepth(map.bits, direct)) Fail(CoderError, "Color type not supported");
  if (map.bounds.empty()) FailMap();
  if (direct && map.channels != 3 && map.channels != 4) FailMap();
  if (map.pack_type > kPlanes) Fail(CoderError, "Data encoding scheme is not supported");
  const bool rows_as_memory = map.bits <= 16 || map.pack_type == kPlain;
  if (rows_as_memory && map.row_bytes < RowBytesOf(map)) FailMap();
}

// What is not packed is so by its type, and nothing else has types of 32 bits.
void Normalize(PictMap& map) {
  if (map.row_bytes <= kPlainRowBytes) map.pack_type = kPlain;
  if (map.pack_type == kPlain) return;
  if (map.bits != 32)
    map.pack_type = kShorts;
  else if (map.pack_type == kDefault)
    map.pack_type = kPlanes;
}

// From the length of its rows on.
PictMap TakeMap(bool direct, ByteCursor& cursor) {
  PictMap map;
  const unsigned row = cursor.U16Be();
  const bool pixels = direct || (row & kPixels) != 0;
  map.row_bytes = row & kRowBytes;
  map.bounds = TakePictRectangle(cursor);
  if (pixels) TakePixelFields(cursor, map);
  if (!direct) map.colors = pixels ? TakeColors(cursor) : BitColors();
  Normalize(map);
  Check(map, direct);
  return map;
}

}  // namespace

PictRectangle TakePictRectangle(ByteCursor& cursor) {
  const auto next = [&] { return int{static_cast<std::int16_t>(cursor.U16Be())}; };
  PictRectangle rectangle;
  rectangle.top = next();
  rectangle.left = next();
  rectangle.bottom = next();
  rectangle.right = next();
  return rectangle;
}

PictMap TakePictMap(unsigned command, ByteCursor& cursor) {
  const bool direct = command == kPictDirectBits || command == kPictDirectBitsRegion;
  if (direct) cursor.Skip(4);  // a place in memory
  PictMap map = TakeMap(direct, cursor);
  map.source = TakePictRectangle(cursor);
  map.destination = TakePictRectangle(cursor);
  cursor.Skip(2);  // mode
  const bool region = command == kPictBitsRegion || command == kPictPackedBitsRegion ||
                      command == kPictDirectBitsRegion;
  if (region) cursor.Skip(std::max(cursor.U16Be() - 2, 0));
  return map;
}

PictMap TakePictPattern(ByteCursor& cursor) {
  return TakeMap(false, cursor);
}

PictRows::PictRows(const PictMap& map, ByteCursor& cursor)
    : map_(map), cursor_(cursor), row_(RowBytesOf(map)) {
  const std::size_t least = map.pack_type == kPlain     ? map.row_bytes
                            : map.pack_type == kNoAlpha ? row_.size()
                                                        : 1;
  if (cursor.Remaining() / least < map.bounds.rows()) FailTruncated();
}

// A length of two bytes begins with 0, which no length is. GraphicsMagick writes such to rows of
// more than 200 bytes.
ByteSpan PictRows::Packed() {
  if (map_.row_bytes > kShortRowBytes) return cursor_.Take(cursor_.U16Be());
  const std::size_t length = cursor_.U8();
  return cursor_.Take(length == 0 ? cursor_.U8() : length);
}

void PictRows::Unpack(ByteSpan packed, std::size_t unit) {
  constexpr unsigned kNothing = 128;
  ByteCursor cursor(packed);
  std::size_t at = 0;
  while (at < row_.size() && !cursor.AtEnd()) {
    const unsigned control = cursor.U8();
    if (control == kNothing) continue;
    const bool run = control > kNothing;
    const std::size_t count = (run ? 257 - control : control + 1) * unit;
    const ByteSpan bytes = cursor.Take(run ? unit : count);
    const std::size_t room = std::min(count, row_.size() - at);
    for (std::size_t i = 0; i < room; ++i) row_[at++] = bytes[i % bytes.size()];
  }
  if (at < row_.size()) Fail(CorruptImageError, "Unable to runlength decode image");
}

void PictRows::SpreadColors(std::uint8_t* values) const {
  const std::size_t columns = map_.bounds.columns();
  const bool planes = map_.pack_type == kPlanes, alpha = map_.alpha();
  // Where in the pixel or among the planes red is.
  const std::size_t first = planes ? map_.channels - 3 : map_.pack_type == kPlain ? 1 : 0;
  const std::size_t step = planes ? 1 : map_.pack_type == kPlain ? 4 : 3;
  const std::size_t channel = planes ? columns : 1;
  for (std::size_t x = 0; x < columns; ++x, values += kPictColorBytes) {
    const std::uint8_t* const pixel = &row_[x * step];
    values[0] = alpha && first == 1 ? pixel[0] : 255;
    for (std::size_t i = 0; i < 3; ++i) values[1 + i] = pixel[(first + i) * channel];
  }
}

void PictRows::Next(std::uint8_t* values) {
  const std::size_t columns = map_.bounds.columns();
  if (map_.pack_type == kPlain)
    std::copy_n(cursor_.Take(map_.row_bytes).data(), row_.size(), row_.data());
  else if (map_.pack_type == kNoAlpha)
    std::copy_n(cursor_.Take(row_.size()).data(), row_.size(), row_.data());
  else
    Unpack(Packed(), map_.bits == 16 ? 2 : 1);
  if (map_.bits <= 8) return UnpackBits(row_.data(), map_.bits, columns, values);
  if (map_.bits == 32) return SpreadColors(values);
  for (std::size_t x = 0; x < columns; ++x, values += kPictColorBytes) {
    const unsigned value = row_[2 * x] * 256u + row_[2 * x + 1];
    values[0] = 255;
    for (unsigned i = 0; i < 3; ++i) {
      const unsigned level = value >> (10 - 5 * i) & 31;
      values[1 + i] = static_cast<std::uint8_t>(level << 3 | level >> 2);
    }
  }
}

}  // namespace lodestone::coders
