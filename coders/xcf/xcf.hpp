// Documents of GIMP: a canvas with layers, which have places, masks and blend modes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

enum class XcfBase { kRgb = 0, kGray = 1, kIndexed = 2 };
enum class XcfCompression { kNone = 0, kRunLengths = 1, kZlib = 2 };

inline constexpr std::uint32_t kXcfTileSide = 64;

// How one sample is stored.
struct XcfPrecision {
  unsigned bytes = 1;
  bool floating = false;
  bool linear = false;  // proportional to light
  bool little_endian = false;
};

struct XcfHeader {
  unsigned version = 0;
  std::uint32_t columns = 0, rows = 0;
  XcfBase base = XcfBase::kRgb;
  XcfPrecision precision;
  XcfCompression compression = XcfCompression::kNone;
  std::vector<std::array<std::uint8_t, 3>> colormap;

  unsigned Colors() const { return base == XcfBase::kRgb ? 3 : 1; }
  // Where something is in the file: 0 is nowhere.
  std::uint64_t TakePointer(ByteCursor& cursor) const {
    const std::uint64_t high = version >= 11 ? cursor.U32Be() : 0;
    return high << 32 | cursor.U32Be();
  }
};

// The pixels of a layer or of a mask, at least one: tiles, row after row. Without tiles, all
// samples are 0.
struct XcfPlane {
  std::uint32_t columns = 0, rows = 0;
  unsigned channels = 1;
  std::vector<std::uint64_t> tiles;

  std::uint32_t TilesAcross() const { return (columns - 1) / kXcfTileSide + 1; }
  std::uint32_t TilesDown() const { return (rows - 1) / kXcfTileSide + 1; }
};

// What a layer says of blending in the file: a negative number is what its mode did by itself in
// the program that wrote it, 0 is what it usually does.
struct XcfBlend {
  std::uint32_t mode = 0;
  std::int32_t composite_mode = 0, composite_space = 0, blend_space = 0;
};

struct XcfLayer {
  std::string name;
  std::int32_t x = 0, y = 0;
  float opacity = 1;
  bool visible = true;
  bool alpha = false;
  bool group = false;
  XcfBlend blend;
  XcfPlane pixels;  // of groups, the size alone
  std::optional<XcfPlane> mask;
  std::vector<XcfLayer> layers;  // of a group, the topmost first

  bool IsOpaque() const { return !group && !alpha && !mask && opacity >= 1; }
};

struct XcfDocument {
  ByteSpan file;
  XcfHeader header;
  float x_resolution = 0, y_resolution = 0;  // per inch
  // What programs attached to the image.
  ByteSpan icc, exif;
  std::string comment;
  std::vector<XcfLayer> layers;  // the topmost first
};

// xcf_file.cpp: parses all but pixels.
XcfDocument TakeXcfDocument(ByteSpan file);

// xcf_properties.cpp
std::string TakeXcfString(ByteCursor& cursor);
void TakeXcfProperties(ByteCursor& cursor, XcfDocument& document);
struct XcfItem {  // what properties say of a layer or a mask
  XcfLayer layer;
  bool floating = false;  // a selection that is being moved
  bool apply_mask = true;
  std::size_t depth = 1;  // 1: in no group
};
XcfItem TakeXcfItemProperties(ByteCursor& cursor);
}  // namespace lodestone::coders
