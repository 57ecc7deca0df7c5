#include <algorithm>
#include <optional>
#include <set>

#include "coders/xcf/xcf.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kMostNested = 64;  // groups in groups

[[noreturn]] void FailOfHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

unsigned TakeVersion(ByteCursor& cursor) {
  constexpr unsigned kCinePaint = 100;  // another format
  if (!cursor.TakeIf("gimp xcf ")) FailOfHeader();
  const ByteSpan text = cursor.Take(5);
  if (std::ranges::equal(text.first(4), AsBytes("file"))) return 0;
  unsigned version = 0;
  for (const std::uint8_t digit : text.subspan(1, 3)) {
    if (digit < '0' || digit > '9') FailOfHeader();
    version = version * 10 + (digit - '0');
  }
  if (text[0] != 'v') FailOfHeader();
  if (version >= kCinePaint) Fail(CoderError, "Version of the format is not supported");
  return version;
}

// The number that versions from 7 on have for that of an older one.
unsigned NewCode(unsigned version, unsigned code) {
  constexpr unsigned kFirst[] = {150, 250, 300, 500, 600};
  if (version == 4) return code < std::size(kFirst) ? kFirst[code] : 0;
  return version < 7 && code >= 400 ? code + 100 : code;
}

XcfPrecision TakePrecision(unsigned version, ByteCursor& cursor) {
  XcfPrecision precision;
  if (version < 4) return precision;
  const unsigned code = NewCode(version, cursor.U32Be());
  constexpr unsigned kBytes[] = {0, 1, 2, 4, 0, 2, 4, 8};  // by hundreds
  if (code / 100 >= std::size(kBytes) || kBytes[code / 100] == 0 || code % 50 != 0)
    Fail(CoderError, "Data storage type is not supported");
  precision.bytes = kBytes[code / 100];
  precision.floating = code >= 500;
  precision.linear = code % 100 == 0;
  precision.little_endian = version < 12;  // the order of the machine that wrote it
  return precision;
}

XcfHeader TakeHeader(ByteCursor& cursor) {
  XcfHeader header;
  header.version = TakeVersion(cursor);
  header.columns = cursor.U32Be();
  header.rows = cursor.U32Be();
  const unsigned base = cursor.U32Be();
  if (base > static_cast<unsigned>(XcfBase::kIndexed)) FailOfHeader();
  header.base = static_cast<XcfBase>(base);
  header.precision = TakePrecision(header.version, cursor);
  return header;
}

class Parser {
 public:
  explicit Parser(XcfDocument& document) : document_(document) {}

  void TakeLayers(ByteCursor& cursor) {
    while (const std::uint64_t pointer = document_.header.TakePointer(cursor)) {
      if (std::optional<XcfItem> item = TakeLayer(pointer)) Add(std::move(*item));
    }
  }

 private:
  // Structures of their own: those that are shared could make a small file take very long.
  ByteCursor At(std::uint64_t pointer) {
    if (!seen_.insert(pointer).second) FailOfHeader();
    if (pointer > document_.file.size()) FailTruncated();
    ByteCursor cursor(document_.file);
    cursor.Seek(static_cast<std::size_t>(pointer));
    return cursor;
  }

  // Nothing for a selection that is being moved.
  std::optional<XcfItem> TakeLayer(std::uint64_t pointer) {
    ByteCursor cursor = At(pointer);
    XcfPlane plane;
    plane.columns = cursor.U32Be();
    plane.rows = cursor.U32Be();
    const unsigned type = cursor.U32Be();
    std::string name = TakeXcfString(cursor);
    XcfItem item = TakeXcfItemProperties(cursor);
    if (item.floating) return std::nullopt;
    const XcfHeader& header = document_.header;
    if (plane.columns == 0 || plane.rows == 0 || type / 2 != static_cast<unsigned>(header.base))
      FailOfHeader();
    item.layer.name = std::move(name);
    item.layer.alpha = type % 2 != 0;
    plane.channels = header.Colors() + type % 2;
    item.layer.pixels = plane;
    const std::uint64_t pixels = header.TakePointer(cursor), mask = header.TakePointer(cursor);
    if (!item.layer.group) item.layer.pixels.tiles = TakeTiles(pixels, plane);
    if (mask != 0 && item.apply_mask) item.layer.mask = TakeMask(mask, plane);
    return item;
  }

  XcfPlane TakeMask(std::uint64_t pointer, const XcfPlane& layer) {
    ByteCursor cursor = At(pointer);
    if (cursor.U32Be() != layer.columns || cursor.U32Be() != layer.rows) FailOfHeader();
    TakeXcfString(cursor);
    TakeXcfItemProperties(cursor);
    XcfPlane plane{layer.columns, layer.rows, 1, {}};
    plane.tiles = TakeTiles(document_.header.TakePointer(cursor), plane);
    return plane;
  }

  // Of the first level, the only one that has pixels.
  std::vector<std::uint64_t> TakeTiles(std::uint64_t pointer, const XcfPlane& plane) {
    ByteCursor cursor = At(pointer);
    if (cursor.U32Be() != plane.columns || cursor.U32Be() != plane.rows ||
        cursor.U32Be() != plane.channels * document_.header.precision.bytes) {
      FailOfHeader();
    }
    ByteCursor level = At(document_.header.TakePointer(cursor));
    if (level.U32Be() != plane.columns || level.U32Be() != plane.rows) FailOfHeader();
    const std::uint64_t count = std::uint64_t{plane.TilesAcross()} * plane.TilesDown();
    const std::size_t pointer_bytes = document_.header.version >= 11 ? 8 : 4;
    if (count > level.Remaining() / pointer_bytes) FailTruncated();
    tiles_ += count;
    if (tiles_ > document_.file.size() / pointer_bytes) FailOfHeader();  // they overlap
    std::vector<std::uint64_t> tiles(count);
    for (std::uint64_t& tile : tiles) {
      tile = document_.header.TakePointer(level);
      if (tile != 0) continue;
      if (&tile == tiles.data()) return {};
      Fail(CorruptImageError, "Not enough tiles found in level");
    }
    return tiles;
  }

  // Layers of a group follow it.
  void Add(XcfItem item) {
    if (item.depth > kMostNested) Fail(CoderError, "Groups of layers are nested too deeply");
    std::vector<XcfLayer>* layers = &document_.layers;
    for (std::size_t depth = 1; depth < item.depth; ++depth) {
      if (layers->empty() || !layers->back().group) break;
      layers = &layers->back().layers;
    }
    layers->push_back(std::move(item.layer));
  }

  XcfDocument& document_;
  std::set<std::uint64_t> seen_;
  std::uint64_t tiles_ = 0;
};

}  // namespace

XcfDocument TakeXcfDocument(ByteSpan file) {
  XcfDocument document;
  document.file = file;
  ByteCursor cursor(file);
  document.header = TakeHeader(cursor);
  TakeXcfProperties(cursor, document);
  const XcfHeader& header = document.header;
  if (header.base == XcfBase::kIndexed &&
      (header.colormap.empty() || header.precision.bytes != 1)) {
    FailOfHeader();
  }
  Parser(document).TakeLayers(cursor);
  return document;
}

}  // namespace lodestone::coders
