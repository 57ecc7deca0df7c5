// Pictures of QuickDraw on the Macintosh: drawing commands, of which those with bitmaps are read.
#pragma once

#include <array>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::size_t kPictPreambleBytes = 512;  // of files; a picture follows

struct PictRectangle {
  int top = 0, left = 0, bottom = 0, right = 0;
  bool empty() const { return bottom <= top || right <= left; }
  std::size_t columns() const { return static_cast<std::size_t>(right - left); }
  std::size_t rows() const { return static_cast<std::size_t>(bottom - top); }
};
PictRectangle TakePictRectangle(ByteCursor& cursor);

enum PictCommand : unsigned {
  kPictClip = 0x01,
  kPictFirstPattern = 0x12,
  kPictLastPattern = 0x14,
  kPictVersion = 0x11,
  kPictBits = 0x90,
  kPictBitsRegion = 0x91,
  kPictPackedBits = 0x98,
  kPictPackedBitsRegion = 0x99,
  kPictDirectBits = 0x9a,
  kPictDirectBitsRegion = 0x9b,
  kPictLongComment = 0xa1,
  kPictEnd = 0xff,
  kPictHeader = 0x0c00,
  kPictQuickTime = 0x8200
};
inline constexpr unsigned kPictProfileComment = 224;
inline constexpr unsigned kPictProfileBegin = 0, kPictProfileMore = 1, kPictProfileEnd = 2;
inline constexpr unsigned kPictResourcesComment = 498;  // of Photoshop
inline constexpr std::string_view kPictResources = "8BIM";

// Of what version 2 has in the place of a number of its own.
inline constexpr std::uint32_t kPictExtended = 0xfffe0000;

// Passes by what belongs to a command that is of no use here.
void SkipPictCommand(unsigned command, ByteCursor& cursor);

// A map of pixels or of bits, and where in the picture it is put.
struct PictMap {
  std::size_t row_bytes = 0;
  PictRectangle bounds, source, destination;
  unsigned pack_type = 0;
  unsigned bits = 1;  // of a pixel
  unsigned channels = 1;
  std::vector<PixelPacket> colors;  // of up to eight bits a pixel

  bool alpha() const { return bits == 32 && channels == 4; }
};

// The description of a map that a command brings, up to its pixels.
PictMap TakePictMap(unsigned command, ByteCursor& cursor);
// That of a pattern.
PictMap TakePictPattern(ByteCursor& cursor);

// The rows of a map in turn, as values of a byte; of more than eight bits a pixel, as bytes of
// alpha, red, green and blue. Fails at once if there are too few bytes for them.
class PictRows {
 public:
  PictRows(const PictMap& map, ByteCursor& cursor);
  void Next(std::uint8_t* values);

 private:
  ByteSpan Packed();
  void Unpack(ByteSpan packed, std::size_t unit);
  void SpreadColors(std::uint8_t* values) const;

  const PictMap& map_;
  ByteCursor& cursor_;
  std::vector<std::uint8_t> row_;
};
inline constexpr std::size_t kPictColorBytes = 4;

Image* ReadPict(const ImageInfo* image_info, ExceptionInfo* exception);

}  // namespace lodestone::coders
