// How the pixels of a directory are stored.
#pragma once

#include "coders/tiff/tiff.hpp"

namespace lodestone::coders {

// Who converts the pixels.
enum class TiffMethod {
  kSamples,  // this coder
  kLight,    // the core: luminances or CIE XYZ in floating point
  kLibrary   // libtiff, to 8 bits
};

struct TiffLayout {
  std::uint32_t columns = 0, rows = 0;
  TiffFormat format;
  std::uint16_t photometric = 0;
  std::uint16_t compression = COMPRESSION_NONE;
  unsigned samples = 1;  // per pixel
  TiffSamples wanted;    // the first of them, which are read
  bool separate = false;
  bool white_is_zero = false;
  TiffAlpha alpha = TiffAlpha::kNone;
  std::size_t before_alpha = 0;  // samples behind the colours
  bool jpeg_color = false;       // JPEG data of YCbCr, which libtiff gives as RGB
  TiffMethod method = TiffMethod::kSamples;
  // A chunk is a strip or a tile.
  bool tiled = false;
  std::uint32_t chunk_columns = 0, chunk_rows = 0;
  std::uint64_t chunk_bytes = 0;

  bool palette() const { return photometric == PHOTOMETRIC_PALETTE; }
  bool gray() const;
  bool opaque_gray() const { return gray() && alpha == TiffAlpha::kNone; }
  std::uint32_t chunks_across() const { return (columns - 1) / chunk_columns + 1; }
  std::uint32_t chunks_down() const { return (rows - 1) / chunk_rows + 1; }
  unsigned planes() const { return separate ? static_cast<unsigned>(wanted.size()) : 1; }
};

// Reads what describes the image of the current directory.
TiffLayout ReadTiffLayout(TiffFile& file, const ImageInfo* image_info);

// Adds how to read the pixels, or fails if nobody can, and sets what libtiff converts.
void PlanTiffReading(TiffFile& file, TiffLayout& layout);

// tiff_lab.cpp: whether this coder converts L*a*b* of that layout.
bool IsTiffLab(const TiffLayout& layout);

// Makes libtiff convert as the layout expects, in a file opened anew.
void SetTiffConversion(TiffFile& file, const TiffLayout& layout);

// Fails if a file of that size cannot hold the pixels.
void CheckTiffData(const TiffLayout& layout, std::uint64_t file_bytes);

}  // namespace lodestone::coders
