// Rasters of TopoL, a geographic information system.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

inline constexpr std::size_t kTopolNameBytes = 20, kTopolHeaderBytes = 512;

enum class TopolType : std::uint16_t {
  kBits = 0,
  kGray8 = 1,
  kPalette8 = 2,
  kGray4 = 3,
  kPalette4 = 4,
  kRgb = 5,
  kGray16 = 6,
  kGray32 = 7
};

constexpr unsigned BitsOf(TopolType type) {
  constexpr unsigned kBits[] = {1, 8, 8, 4, 4, 24, 16, 32};
  return kBits[static_cast<std::size_t>(type)];
}

// Colours or shades that lie in files beside that of the image, for its values. Empty if none do.
std::vector<PixelPacket> TopolPalette(const char* filename, std::size_t colors);

Image* ReadTopol(const ImageInfo* image_info, ExceptionInfo* exception);

}  // namespace lodestone::coders
