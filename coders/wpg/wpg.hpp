// Bitmaps in graphics of WordPerfect, of its versions 1 and 2.
#pragma once

#include <array>
#include <functional>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::string_view kWpgMark = "\377WPC";
inline constexpr std::size_t kWpgHeaderBytes = 16;
inline constexpr unsigned kWpgFileType = 0x16;
inline constexpr unsigned kWpgDensity = 75;  // pixels per inch, where an image has none

enum class Wpg1Record : std::uint8_t {
  kBitmap = 0x0b,
  kColormap = 0x0e,
  kStart = 0x0f,
  kEnd = 0x10,
  kPlacedBitmap = 0x14
};

inline constexpr std::size_t kWpgColors = 256;
using WpgColors = std::array<PixelPacket, kWpgColors>;
// Those of a file that brings none: as of VGA.
WpgColors DefaultWpgColors();

// Called with each row that is complete.
using WpgPutRow = std::function<void(const std::uint8_t* row)>;

// Decode the runs of a bitmap. They fail if these end before all rows are complete.
void DecodeWpg1(ByteSpan runs, std::size_t row_bytes, std::size_t rows, const WpgPutRow& put);
void DecodeWpg2(ByteSpan runs, std::size_t row_bytes, std::size_t rows, const WpgPutRow& put);
void EncodeWpg1(ByteSpan row, ByteSink& sink);

// A bitmap of a file, and how it is turned.
struct WpgBitmap {
  std::size_t columns = 0, rows = 0;
  unsigned bits = 0;                    // of a pixel: 1, 2, 4, 8 or 24
  double x_density = 0, y_density = 0;  // pixels per inch, or 0
  bool flop = false, flip = false;
  unsigned degrees = 0;
  std::size_t colors = 0;  // that the file brings
  WpgColors palette;
  bool shades = false;  // of those without colours
  enum class Coding { kPlain, kRuns1, kRuns2 } coding = Coding::kRuns1;
  ByteSpan bytes;
};

// The records of a file that are bitmaps, one after the other. False if there are no more.
class WpgFile {
 public:
  explicit WpgFile(ByteSpan bytes);
  bool Next(WpgBitmap& bitmap);

 private:
  bool Next1(WpgBitmap& bitmap);
  bool Next2(WpgBitmap& bitmap);
  void TakeColors(ByteCursor record, std::size_t entry_bytes);

  ByteCursor cursor_;
  unsigned version_ = 1;
  WpgColors palette_ = DefaultWpgColors();
  std::size_t colors_ = 0;
  bool flop_ = false, flip_ = false;  // of the next bitmap of version 2
  bool precise_ = false;
};

Image* ReadWpg(const ImageInfo* image_info, ExceptionInfo* exception);

}  // namespace lodestone::coders
