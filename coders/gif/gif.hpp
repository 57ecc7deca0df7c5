// Shared by the parts of the GIF coder; no other code sees gif_lib.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gif_lib.h>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"

namespace lodestone::coders {

inline constexpr unsigned kGifSideMax = 65535;
inline constexpr unsigned kGifColorsMax = 256;
inline constexpr std::size_t kGifBlockBytesMax = 255;

// Comments and profiles may be this large, all of a file together.
inline constexpr std::size_t kGifMetadataBytesMax = std::size_t{64} << 20;

// Application extensions: an identifier of eight characters, a code of three.
inline constexpr std::size_t kGifApplicationBytes = 11;
inline constexpr char kGifLoop[] = "NETSCAPE2.0";
inline constexpr char kGifIcc[] = "ICCRGBG1012";
inline constexpr char kGifXmp[] = "XMP DataXMP";

// What follows XMP in a GIF, before the empty block. XMP is not divided into blocks: read as the
// length of a block, each of these bytes leads to that empty block.
std::string GifXmpTrailer();

// Calls visit(y) for each row in the order of the file.
template <typename Visit>
void ForEachGifRow(std::size_t rows, bool interlaced, const Visit& visit) {
  struct Pass {
    std::size_t first;
    std::size_t step;
  };
  static constexpr Pass kPasses[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
  if (!interlaced) {
    for (std::size_t y = 0; y < rows; ++y) visit(y);
    return;
  }
  for (const Pass& pass : kPasses) {
    for (std::size_t y = pass.first; y < rows; y += pass.step) visit(y);
  }
}

// What the extensions before a frame say about it.
struct GifControl {
  unsigned long delay = 0;  // 1/100 s
  DisposeType dispose = UndefinedDispose;
  int transparent = NO_TRANSPARENT_COLOR;
  unsigned long iterations = 1;
  std::string comment;
};

// Profiles of the file.
struct GifProfiles {
  std::vector<std::uint8_t> icc;
  std::vector<std::uint8_t> xmp;
};

// gif_extensions.cpp
class GifExtensions {
 public:
  GifControl control;
  GifProfiles profiles;
  // Reads the extension that starts here. False if the file ends or libgif fails.
  bool Read(GifFileType* file);

 private:
  bool ReadBlocks(GifFileType* file, int function, GifByteType* block);
  bool ReadApplication(GifFileType* file, const GifByteType* block);
  void Take(std::size_t bytes);
  std::size_t bytes_left_ = kGifMetadataBytesMax;
};

// gif_frame.cpp: an image as indexes into a palette of a GIF.
class GifFrame {
 public:
  GifFrame(const ImageInfo* image_info, Image* image);

  // As its pixels are written.
  const Image* image() const { return image_; }
  const ColorMapObject* map() const { return map_.get(); }
  unsigned colors() const { return colors_; }
  int transparent() const { return transparent_; }
  unsigned Background() const;
  // Whether all colours of this frame are those of the same indexes in another map.
  bool Fits(const ColorMapObject* map) const;
  void FillRow(std::size_t y, GifPixelType* row) const;

 private:
  void TakeColors();
  void Quantize(const ImageInfo* image_info, unsigned long colors);
  void QuantizeWithTransparent(const ImageInfo* image_info);
  bool ChooseTransparent();
  bool AddTransparent();
  void MakeMap();

  Image* original_;
  Owner<Image, DestroyImage> copy_;  // if the original has no palette that fits
  const Image* image_;
  ConstPixels pixels_;
  std::vector<GifColorType> palette_;
  unsigned colors_ = 0;
  int transparent_ = NO_TRANSPARENT_COLOR;
  Owner<ColorMapObject, GifFreeMapObject> map_;
};

// gif_write_metadata.cpp; these return false if libgif fails.
bool WriteGifLoop(GifFileType* file, unsigned long iterations);
bool WriteGifProfiles(GifFileType* file, const Image* image, ExceptionInfo* exception);
bool WriteGifComment(GifFileType* file, const Image* image);
bool WriteGifControl(GifFileType* file, const Image* image, int transparent);

Image* ReadGif(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteGif(const ImageInfo* image_info, Image* first);

}  // namespace lodestone::coders
