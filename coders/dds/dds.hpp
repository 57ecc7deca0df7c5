// DirectDraw surfaces: textures, with the layouts of Direct3D 9 and, by a further header, of later
// ones.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/checked_size.hpp"
#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

enum class DdsCoding {
  kMasks,    // whole numbers, of which masks say where the channels are
  kPalette,  // indexes of 8 bits
  kShorts,   // samples of 16 bits
  kHalves,
  kFloats,
  kBc1,  // blocks of 4x4 pixels
  kBc2,
  kBc3,
  kBc4,
  kBc5,
  kBc6,
  kBc7
};

inline constexpr std::uint32_t kDdsIdentifier = 0x20534444;  // "DDS "
inline constexpr std::uint32_t kDdsHeaderBytes = 124, kDdsFormatBytes = 32;
inline constexpr std::uint32_t kDdsAlphaPixels = 1, kDdsAlphaOnly = 2, kDdsFourCc = 4,
                               kDdsPalette = 0x20, kDdsRgb = 0x40, kDdsLuminance = 0x20000;

constexpr std::uint32_t DdsName(const char (&name)[5]) {
  std::uint32_t number = 0;
  for (unsigned i = 4; i-- > 0;) number = number << 8 | static_cast<std::uint8_t>(name[i]);
  return number;
}

// How pixels are stored.
struct DdsLayout {
  DdsCoding coding = DdsCoding::kMasks;
  unsigned bits = 0;  // of a pixel, or of a block
  unsigned channels = 4;
  std::array<std::uint32_t, 4> masks = {};  // of red or grey, green, blue, alpha
  bool is_signed = false;
  bool alpha = false;
  bool premultiplied = false;

  bool IsBlocks() const { return coding >= DdsCoding::kBc1; }
  bool IsLight() const {
    return coding == DdsCoding::kHalves || coding == DdsCoding::kFloats ||
           coding == DdsCoding::kBc6;
  }
  bool IsGray() const { return channels == 1; }
  // Of one image of that size.
  CheckedSize Bytes(std::size_t columns, std::size_t rows) const {
    if (IsBlocks()) return CheckedSize((columns + 3) / 4) * ((rows + 3) / 4) * (bits / 8);
    return RowBytes(columns) * rows;
  }
  CheckedSize RowBytes(std::size_t columns) const {
    return (CheckedSize(columns) * bits).valid() ? (columns * bits + 7) / 8
                                                 : CheckedSize(columns) * bits;
  }
};

// dds_layouts.cpp: nothing if it is not supported.
std::optional<DdsLayout> DdsLayoutOfFourCc(std::uint32_t number);
std::optional<DdsLayout> DdsLayoutOfDxgi(std::uint32_t number);

struct DdsHeader {
  std::uint32_t columns = 0, rows = 0;
  std::uint32_t slices = 1;  // of a volume
  std::uint32_t levels = 1;  // the image, and smaller copies
  std::uint64_t images = 1;  // faces of a cube, elements of an array
  DdsLayout layout;
  ByteSpan palette;  // red, green, blue and alpha of 256 colours
};

// dds_header.cpp
DdsHeader TakeDdsHeader(ByteCursor& cursor);

// dds_pixels.cpp: reads the pixels of an image of which all but these is known.
void ReadDdsPixels(const ImageInfo* image_info, const DdsHeader& header, ByteSpan bytes,
                   Image* image, ExceptionInfo* exception);

unsigned int WriteDds(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
