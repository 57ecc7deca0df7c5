// Animated PNG. libpng knows nothing of it: files are taken apart and put together here, and libpng
// reads and writes each frame as a PNG of its own.
#pragma once

#include <deque>
#include <vector>

#include "coders/common/byte_cursor.hpp"
#include "coders/png/png.hpp"

namespace lodestone::coders {

inline constexpr unsigned kApngKeep = 0;  // disposal of a frame
inline constexpr unsigned kApngClear = 1;
inline constexpr unsigned kApngRestore = 2;
inline constexpr unsigned kApngSource = 0;  // blending with what is below
inline constexpr unsigned kApngOver = 1;

struct ApngFrame {
  std::uint32_t width = 0, height = 0, x = 0, y = 0;
  unsigned long milliseconds = 0;  // that it is shown
  unsigned dispose = kApngKeep, blend = kApngSource;
  std::vector<ByteSpan> data;  // deflated rows
  bool is_default = false;     // its rows are those of the PNG
};

// A file taken apart; spans of whole chunks are those of the file.
struct ApngFile {
  std::uint32_t width = 0, height = 0;
  int color_type = 0;
  bool animated = false;
  std::uint32_t announced = 0, plays = 0;
  std::vector<ApngFrame> frames;
  std::vector<ByteSpan> head;  // chunks before the rows, less those of the animation
  std::vector<ByteSpan> tail;  // chunks behind them

  bool Covers(const ApngFrame& frame) const {
    return frame.width == width && frame.height == height;
  }
};

// Fails if the file is damaged where libpng does not see it.
ApngFile ParseApng(ByteSpan bytes);

// A frame as a PNG file, in pieces. The first one has all metadata, the others what colours need.
class ApngStream {
 public:
  explicit ApngStream(ByteSpan file) : parts_{file} {}
  ApngStream(const ApngFile& file, const ApngFrame& frame, bool all_metadata);
  // A source for libpng, which it is the io_ptr of.
  static void Read(png_structp png, png_bytep data, std::size_t length);

 private:
  void AddChunk(std::string_view name, ByteSpan data);

  std::vector<ByteSpan> parts_;
  std::deque<std::vector<std::uint8_t>> own_;  // pieces that the file does not have
  std::size_t part_ = 0, at_ = 0;
};

// Shows frames one upon the other, as browsers do.
class ApngCanvas {
 public:
  explicit ApngCanvas(const ApngFile& file);
  void Draw(const ApngFrame& frame, const Image* image, ExceptionInfo* exception);
  const PixelPacket* Row(std::size_t y) const { return pixels_.data() + y * columns_; }

 private:
  void Dispose();

  std::size_t columns_;
  MemoryClaim claim_;
  std::vector<PixelPacket> pixels_, kept_;
  ApngFrame drawn_;  // last, without its data
};

}  // namespace lodestone::coders
