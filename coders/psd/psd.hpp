// Adobe Photoshop documents.
#pragma once

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

enum class PsdMode {
  kBitmap = 0,
  kGray = 1,
  kIndexed = 2,
  kRgb = 3,
  kCmyk = 4,
  kMultichannel = 7,
  kDuotone = 8,
  kLab = 9
};

inline constexpr std::string_view kPsdIdentifier = "8BPS";
inline constexpr std::string_view kPsdBlock = "8BIM";
inline constexpr std::uint32_t kPsdSideMax = 30000;
inline constexpr std::size_t kPsdChannelsMax = 56;

struct PsdHeader {
  bool large = false;  // version 2, with lengths of 64 bits
  unsigned channels = 0;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  unsigned depth = 8;
  PsdMode mode = PsdMode::kRgb;

  // Channels of colours; others are alpha and selections.
  unsigned Colors() const {
    if (mode == PsdMode::kRgb || mode == PsdMode::kLab) return 3;
    if (mode == PsdMode::kMultichannel) return channels < 3 ? 1 : 3;
    return mode == PsdMode::kCmyk ? 4 : 1;
  }
  std::size_t LineBytes(std::size_t width) const { return (width * depth + 7) / 8; }
  // Lengths of some parts are longer in large files.
  std::uint64_t TakeLength(ByteCursor& cursor) const {
    const std::uint64_t high = large ? cursor.U32Be() : 0;
    return high << 32 | cursor.U32Be();
  }
};

Image* ReadPsd(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WritePsd(const ImageInfo* image_info, Image* image);

// psd_resources.cpp: profiles and resolution. Those without a meaning here are in the IPTC profile,
// with their headers.
void ReadPsdResources(ByteSpan resources, Image* image);
std::vector<std::uint8_t> MakePsdResources(Image* image, PsdMode mode);

}  // namespace lodestone::coders
