// Dumps of windows by xwd: a header of numbers, the name of the window, colours, and the pixels as
// an X server has them.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::size_t kXwdHeaderBytes = 100, kXwdColorBytes = 12;
inline constexpr std::uint32_t kXwdVersion = 7;

enum class XwdFormat : std::uint32_t { kBitmap = 0, kPlanes = 1, kPixels = 2 };
enum class XwdVisual : std::uint32_t {
  kStaticGray = 0,
  kGrayScale = 1,
  kStaticColor = 2,
  kPseudoColor = 3,
  kTrueColor = 4,
  kDirectColor = 5
};

struct XwdHeader {
  bool little_endian = false;  // of the numbers, not of the pixels
  std::uint32_t bytes = kXwdHeaderBytes;
  XwdFormat format = XwdFormat::kPixels;
  std::uint32_t depth = 0;
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::uint32_t x_offset = 0;  // unused bits before a row of bits
  bool high_byte_first = true;
  std::uint32_t unit = 8;  // bits that belong together in rows of bits
  bool high_bit_first = true;
  std::uint32_t pad = 8;   // rows have a multiple of so many bits
  std::uint32_t bits = 8;  // of a pixel
  std::uint32_t row_bytes = 0;
  XwdVisual visual = XwdVisual::kPseudoColor;
  std::uint32_t masks[3] = {};  // of red, green and blue
  std::uint32_t colors = 0;

  // Whether a pixel has a bit of each plane, in rows of bits.
  bool bitwise() const { return format != XwdFormat::kPixels || bits == 1; }
  std::uint32_t planes() const { return format == XwdFormat::kPlanes ? depth : 1; }
  bool indexed() const { return visual < XwdVisual::kTrueColor; }
};

// Fails if it is invalid.
XwdHeader TakeXwdHeader(ByteCursor& cursor);

// The pixel values of rows.
class XwdRaster {
 public:
  XwdRaster(const XwdHeader& header, ByteSpan bytes) : header_(header), bytes_(bytes) {}
  void Row(std::size_t y, std::uint32_t* values) const;

 private:
  void AddPlane(const std::uint8_t* row, std::uint32_t* values) const;
  void Unpack(const std::uint8_t* row, std::uint32_t* values) const;

  const XwdHeader& header_;
  ByteSpan bytes_;
};

Image* ReadXwd(const ImageInfo* image_info, ExceptionInfo* exception);

}  // namespace lodestone::coders
