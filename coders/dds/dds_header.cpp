#include <algorithm>
#include <bit>
#include <utility>

#include "coders/dds/dds.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kCubeMap = 0x200, kVolume = 0x200000;  // of the second capabilities
constexpr unsigned kFaceShift = 10, kFaces = 6;
constexpr std::uint32_t kHasDepth = 0x800000;  // of the header
constexpr std::size_t kPaletteBytes = 1024;
constexpr std::uint32_t kMostImages = 2048;  // of Direct3D

[[noreturn]] void FailOfLayout() {
  Fail(CoderError, "Data storage type is not supported");
}

struct PixelFormat {
  std::uint32_t flags = 0, four_cc = 0, bits = 0;
  std::array<std::uint32_t, 4> masks = {};
};

PixelFormat TakePixelFormat(ByteCursor& cursor) {
  PixelFormat format;
  if (cursor.U32Le() != kDdsFormatBytes) Fail(CorruptImageError, "Improper image header");
  format.flags = cursor.U32Le();
  format.four_cc = cursor.U32Le();
  format.bits = cursor.U32Le();
  for (std::uint32_t& mask : format.masks) mask = cursor.U32Le();
  return format;
}

DdsLayout LayoutOfMasks(const PixelFormat& format) {
  DdsLayout layout;
  layout.bits = format.bits;
  layout.masks = format.masks;
  if ((format.flags & kDdsPalette) != 0 && format.bits == 8) {
    layout.coding = DdsCoding::kPalette;
    layout.channels = 3;
    return layout;
  }
  if (format.bits == 0 || format.bits > 32 || format.bits % 8 != 0) FailOfLayout();
  const bool gray = (format.flags & kDdsLuminance) != 0;
  const bool colors = (format.flags & kDdsRgb) != 0;
  const bool only_alpha = (format.flags & kDdsAlphaOnly) != 0;
  if (!gray && !colors && !only_alpha) FailOfLayout();
  layout.channels = gray ? 1 : 3;
  // Of these masks, those that Direct3D itself wrote name red and blue the wrong way round, and
  // everything that reads them expects that.
  constexpr std::uint32_t kTenBits = 0x3ff, kUpperTenBits = 0x3ff00000;
  std::uint32_t &red = layout.masks[0], &blue = layout.masks[2];
  if ((red == kTenBits && blue == kUpperTenBits) || (blue == kTenBits && red == kUpperTenBits))
    std::swap(red, blue);
  if (gray) layout.masks[1] = layout.masks[2] = 0;
  if (only_alpha) layout.masks[0] = layout.masks[1] = layout.masks[2] = 0;
  layout.alpha = (format.flags & (kDdsAlphaPixels | kDdsAlphaOnly)) != 0 && layout.masks[3] != 0;
  if (!layout.alpha) layout.masks[3] = 0;
  return layout;
}

// The header of Direct3D 10: a layout, and how many images there are.
void TakeNewHeader(ByteCursor& cursor, DdsHeader& header) {
  constexpr std::uint32_t kVolumes = 4, kCube = 4, kPremultiplied = 2, kOpaque = 3;
  const std::optional<DdsLayout> layout = DdsLayoutOfDxgi(cursor.U32Le());
  if (!layout) FailOfLayout();
  header.layout = *layout;
  const std::uint32_t dimension = cursor.U32Le(), flags = cursor.U32Le();
  header.images = std::max<std::uint64_t>(cursor.U32Le(), 1);
  const std::uint32_t alpha = cursor.U32Le() & 7;
  if (dimension != kVolumes) header.slices = 1;
  if ((flags & kCube) != 0) header.images *= kFaces;
  if (alpha == kPremultiplied) header.layout.premultiplied = true;
  if (alpha == kOpaque) header.layout.alpha = false;
}

std::uint32_t LevelsOf(std::uint32_t stated, const DdsHeader& header) {
  const std::uint32_t longest = std::max({header.columns, header.rows, header.slices, 1u});
  return std::clamp<std::uint32_t>(stated, 1, static_cast<std::uint32_t>(std::bit_width(longest)));
}

}  // namespace

DdsHeader TakeDdsHeader(ByteCursor& cursor) {
  DdsHeader header;
  if (cursor.U32Le() != kDdsIdentifier || cursor.U32Le() != kDdsHeaderBytes)
    Fail(CorruptImageError, "Improper image header");
  const std::uint32_t flags = cursor.U32Le();
  header.rows = cursor.U32Le();
  header.columns = cursor.U32Le();
  cursor.Skip(4);  // the length of a row or of an image, which is often wrong
  const std::uint32_t depth = cursor.U32Le(), levels = cursor.U32Le();
  cursor.Skip(44);
  const PixelFormat format = TakePixelFormat(cursor);
  cursor.Skip(4);
  const std::uint32_t kinds = cursor.U32Le();
  cursor.Skip(12);
  const bool volume = (kinds & kVolume) != 0 || (flags & kHasDepth) != 0;
  header.slices = volume ? std::max(depth, 1u) : 1;
  if ((kinds & kCubeMap) != 0)
    header.images =
        static_cast<unsigned>(std::popcount(kinds >> kFaceShift & ((1u << kFaces) - 1)));
  if ((format.flags & kDdsFourCc) == 0) {
    header.layout = LayoutOfMasks(format);
  } else if (format.four_cc == DdsName("DX10")) {
    TakeNewHeader(cursor, header);
  } else if (const auto layout = DdsLayoutOfFourCc(format.four_cc)) {
    header.layout = *layout;
  } else {
    FailOfLayout();
  }
  header.images = std::max<std::uint64_t>(header.images, 1);
  if (header.images > kMostImages || header.slices > kMostImages ||
      (header.images > 1 && header.slices > 1)) {
    Fail(CorruptImageError, "Improper image header");
  }
  header.levels = LevelsOf(levels, header);
  if (header.layout.coding == DdsCoding::kPalette) header.palette = cursor.Take(kPaletteBytes);
  return header;
}

}  // namespace lodestone::coders
