// Windows and OS/2 bitmaps. The parts after the file header (DIB) also occur inside icons.
#pragma once

#include <array>
#include <optional>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// Of Windows, with its numbers; that of 24 bits is of OS/2.
enum class BmpCompression { kNone, kRle8, kRle4, kMasks, kJpeg, kPng, kRle24 };

// The header of a bitmap, all versions alike.
struct BmpHeader {
  std::size_t start = 0;  // its position in the file
  std::uint32_t size = 0;
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  bool top_down = false;
  unsigned bits = 0;  // per pixel
  BmpCompression compression = BmpCompression::kNone;
  std::uint32_t image_bytes = 0;
  std::uint32_t x_per_meter = 0;
  std::uint32_t y_per_meter = 0;
  std::uint32_t colors = 0;  // of the palette
  std::size_t color_bytes = 4;
  std::size_t palette = 0;                      // its position in the file
  std::array<std::uint32_t, 4> masks = {};      // red, green, blue, alpha
  std::uint32_t color_space = 0xffffffff;       // all ones if the header has none
  std::array<std::uint32_t, 9> endpoints = {};  // x, y, z of red, green, blue
  std::array<std::uint32_t, 3> gamma = {};
  std::uint32_t intent = 0;
  std::uint32_t profile_offset = 0;  // from the header
  std::uint32_t profile_bytes = 0;

  bool indexed() const { return bits <= 8; }
  bool deep() const { return bits > 32; }
  std::size_t RowBytes() const { return (std::size_t{columns} * bits + 31) / 32 * 4; }
};

inline constexpr std::uint32_t kCalibratedSpace = 0;
inline constexpr std::uint32_t kEmbeddedProfile = 0x4d424544;  // "MBED"
inline constexpr std::uint32_t kSrgbSpace = 0x73524742;        // "sRGB"

// Parses the header at the cursor, which is then behind the palette. `raster` is the position of
// the pixels, if that is known.
BmpHeader ParseBmpHeader(ByteCursor& cursor, std::optional<std::size_t> raster);

// Prepares the image and reads the pixels at the cursor, which is then behind them. With ping, the
// pixels are left out.
void ReadBmpRaster(const ImageInfo* image_info, const BmpHeader& header, ByteSpan file,
                   ByteCursor& cursor, Image* image, ExceptionInfo* exception);

// Decodes run lengths into one index per pixel, rows in file order; 3 bytes per pixel for RLE24.
std::vector<std::uint8_t> DecodeBmpRuns(const BmpHeader& header, ByteCursor& cursor);
// The reverse, for one row.
void EncodeBmpRuns(const std::uint8_t* values, std::size_t count, ByteSink& sink);

// One row of pixels of 1, 4, 8 (indexes), 24 or 32 bits, without padding.
void FillBmpRow(unsigned bits, const ConstPixels& source, std::size_t y, std::uint8_t* row);

Image* ReadBmp(const ImageInfo* image_info, ExceptionInfo* exception);
Image* ReadDib(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteBmp(const ImageInfo* image_info, Image* image);
unsigned int WriteDib(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
