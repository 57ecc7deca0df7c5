// From the data of a TIFF to the pixels of an image.
#pragma once

#include "coders/tiff/tiff_layout.hpp"
#include "coders/tiff/tiff_samples.hpp"

namespace lodestone::coders {

// Where pixels go: to `gray` if it has samples, else to `pixels`.
struct TiffTarget {
  GrayPixels gray;
  Pixels pixels;
  std::vector<PixelPacket> palette;  // of images whose samples are indexes
};

// Converts rows, with memory of its own, so that each thread has one.
class TiffRowReader {
 public:
  TiffRowReader(const TiffLayout& layout, const TiffUnpacker& unpacker, const TiffTarget& target)
      : layout_(layout), unpacker_(unpacker), target_(target) {}

  // `count` pixels from column x of row y on. `plane`: which sample the data hold, if separate.
  void Convert(const std::uint8_t* row, std::size_t x, std::size_t y, std::size_t count,
               unsigned plane);

 private:
  void ConvertGray(const std::uint8_t* row, Quantum* out, std::size_t count);
  void ConvertIndexes(const std::uint8_t* row, std::size_t at, std::size_t count, unsigned plane);
  void ConvertLab(const std::uint8_t* row, std::size_t at, std::size_t count);
  void StoreAlphaNumbers(PixelPacket* pixels, std::size_t count, std::size_t first,
                         std::size_t stride) const;
  void ConvertColors(const std::uint8_t* row, std::size_t at, std::size_t count, unsigned plane);
  bool IsImportable() const;

  const TiffLayout& layout_;
  const TiffUnpacker& unpacker_;
  const TiffTarget& target_;
  std::vector<Quantum> quanta_;
  std::vector<std::uint16_t> numbers_;
};

// Everything that reading the pixels of one directory needs.
struct TiffReading {
  TiffFile& file;
  const TiffMemory& data;
  std::uint64_t file_bytes;
  const ImageInfo* image_info;
  Image* image;
  ExceptionInfo* exception;
};

// tiff_chunks.cpp: strips and tiles, several at once.
void ReadTiffChunks(const TiffReading& reading, const TiffLayout& layout, const TiffTarget& target);

// tiff_foreign.cpp: pixels that the core or libtiff converts.
void ReadTiffLight(const TiffReading& reading, const TiffLayout& layout);
void ReadTiffByLibrary(const TiffReading& reading, const TiffLayout& layout);

// tiff_lab.cpp: from numbers of all samples of each pixel.
void StoreTiffLab(const TiffLayout& layout, const std::uint16_t* numbers, std::size_t count,
                  PixelPacket* pixels);

// Divides colours by alpha.
void UnassociateAlpha(const Pixels& pixels, std::size_t rows);

}  // namespace lodestone::coders
