#include <array>

#include "coders/bmp/bmp.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kCoreSize = 12;   // OS/2 1.x and Windows 2
constexpr std::uint32_t kInfoSize = 40;   // Windows 3
constexpr std::uint32_t kMaskSize = 52;   // with masks
constexpr std::uint32_t kAlphaSize = 56;  // with an alpha mask
constexpr std::uint32_t kOs2Size = 64;    // OS/2 2.x; shorter ones lack the last fields
constexpr std::uint32_t kV4Size = 108;
constexpr std::uint32_t kV5Size = 124;

// The fields of a header; those that a short one lacks are 0.
class Fields {
 public:
  Fields(ByteCursor& cursor, std::uint32_t size) {
    const ByteSpan bytes = cursor.Take(size - 4);
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + 4);
  }
  std::uint32_t Long(std::size_t offset) const { return ByteCursor(At(offset, 4)).U32Le(); }
  unsigned Short(std::size_t offset) const { return ByteCursor(At(offset, 2)).U16Le(); }

 private:
  ByteSpan At(std::size_t offset, std::size_t length) const {
    return ByteSpan(bytes_).subspan(offset, length);
  }
  std::array<std::uint8_t, kV5Size> bytes_ = {};
};

bool IsKnownSize(std::uint32_t size) {
  const bool os2 = size >= 16 && size <= kOs2Size;
  return size == kCoreSize || os2 || size == kV4Size || size == kV5Size;
}

bool IsOs2(std::uint32_t size) {
  return size <= kOs2Size && size != kInfoSize && size != kMaskSize && size != kAlphaSize;
}

BmpCompression CompressionOf(std::uint32_t code, const BmpHeader& header) {
  const bool os2 = IsOs2(header.size);
  switch (code) {
    case 0:
      return BmpCompression::kNone;
    case 1:
      return BmpCompression::kRle8;
    case 2:
      return BmpCompression::kRle4;
    case 3:
      if (os2) Fail(CoderError, "Huffman compression of bitmaps is not supported");
      return BmpCompression::kMasks;
    case 4:
      return os2 ? BmpCompression::kRle24 : BmpCompression::kJpeg;
    case 5:
      return BmpCompression::kPng;
    case 6:
      return BmpCompression::kMasks;
    default:
      Fail(CorruptImageError, "Unrecognized image compression");
  }
}

void SetSize(BmpHeader& header, std::int32_t columns, std::int32_t rows) {
  if (columns <= 0 || rows == 0 || rows == INT32_MIN) {
    Fail(CorruptImageError, "Negative or zero image size");
  }
  header.columns = static_cast<std::uint32_t>(columns);
  header.top_down = rows < 0;
  header.rows = static_cast<std::uint32_t>(rows < 0 ? -rows : rows);
}

bool DepthFits(const BmpHeader& header) {
  const unsigned bits = header.bits;
  switch (header.compression) {
    case BmpCompression::kNone:
      return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 24 ||
             bits == 32 || bits == 48 || bits == 64;
    case BmpCompression::kRle8:
      return bits == 8;
    case BmpCompression::kRle4:
      return bits == 4;
    case BmpCompression::kRle24:
      return bits == 24;
    case BmpCompression::kMasks:
      return bits == 16 || bits == 32;
    default:
      return true;
  }
}

void ReadColorSpace(const Fields& fields, BmpHeader& header) {
  header.color_space = fields.Long(56);
  for (std::size_t i = 0; i < 9; ++i) header.endpoints[i] = fields.Long(60 + 4 * i);
  for (std::size_t i = 0; i < 3; ++i) header.gamma[i] = fields.Long(96 + 4 * i);
  if (header.size < kV5Size) return;
  header.intent = fields.Long(108);
  header.profile_offset = fields.Long(112);
  header.profile_bytes = fields.Long(116);
}

// The usual masks if there are none, else those of the header or right behind it.
void ReadMasks(const Fields& fields, std::uint32_t code, ByteCursor& cursor, BmpHeader& header) {
  if (header.compression == BmpCompression::kNone) {
    header.masks = {0xff0000, 0xff00, 0xff, 0xff000000};
    if (header.bits == 16) header.masks = {0x7c00, 0x3e0, 0x1f, 0};
  } else if (header.compression != BmpCompression::kMasks) {
    return;
  } else if (header.size >= kMaskSize) {
    for (std::size_t i = 0; i < 4; ++i) header.masks[i] = fields.Long(40 + 4 * i);
  } else {
    const std::size_t count = code == 6 ? 4 : 3;
    for (std::size_t i = 0; i < count; ++i) header.masks[i] = cursor.U32Le();
  }
}

void ReadInfo(ByteCursor& cursor, BmpHeader& header) {
  const Fields fields(cursor, header.size);
  SetSize(header, static_cast<std::int32_t>(fields.Long(4)),
          static_cast<std::int32_t>(fields.Long(8)));
  if (fields.Short(12) != 1) Fail(CorruptImageError, "Static planes value not equal to one");
  header.bits = fields.Short(14);
  const std::uint32_t code = fields.Long(16);
  header.compression = CompressionOf(code, header);
  header.image_bytes = fields.Long(20);
  header.x_per_meter = fields.Long(24);
  header.y_per_meter = fields.Long(28);
  header.colors = fields.Long(32);
  if (!DepthFits(header)) Fail(CorruptImageError, "Unrecognized bits per pixel");
  ReadMasks(fields, code, cursor, header);
  if (header.size >= kV4Size) ReadColorSpace(fields, header);
}

void ReadCore(ByteCursor& cursor, BmpHeader& header) {
  const Fields fields(cursor, header.size);
  SetSize(header, static_cast<std::int16_t>(fields.Short(4)),
          static_cast<std::int16_t>(fields.Short(6)));
  if (fields.Short(8) != 1) Fail(CorruptImageError, "Static planes value not equal to one");
  header.bits = fields.Short(10);
  header.color_bytes = 3;
  if (!DepthFits(header)) Fail(CorruptImageError, "Unrecognized bits per pixel");
  header.masks = {0xff0000, 0xff00, 0xff, 0xff000000};
  if (header.bits == 16) header.masks = {0x7c00, 0x3e0, 0x1f, 0};
}

// Some files have fewer colours than they claim: only so many fit before the pixels.
void FindPalette(ByteCursor& cursor, std::optional<std::size_t> raster, BmpHeader& header) {
  header.palette = cursor.Position();
  if (!header.indexed() || header.bits == 0) return;
  const std::uint32_t most = 1u << header.bits;
  const std::uint32_t claimed = header.colors == 0 ? most : header.colors;
  header.colors = std::min(claimed, most);
  if (!raster) {
    cursor.Skip(std::size_t{claimed} * header.color_bytes);
    return;
  }
  if (*raster <= header.palette) return;
  const std::size_t room = *raster - header.palette;
  // Some writers use three bytes per colour with the header of OS/2 2.x.
  if (header.size == kOs2Size && room == std::size_t{claimed} * 3) header.color_bytes = 3;
  const std::size_t fitting = room / header.color_bytes;
  if (fitting > 0 && fitting < header.colors) header.colors = static_cast<std::uint32_t>(fitting);
}

}  // namespace

BmpHeader ParseBmpHeader(ByteCursor& cursor, std::optional<std::size_t> raster) {
  BmpHeader header;
  header.start = cursor.Position();
  header.size = cursor.U32Le();
  if (!IsKnownSize(header.size)) Fail(CorruptImageError, "Improper image header");
  if (header.size == kCoreSize) {
    ReadCore(cursor, header);
  } else {
    ReadInfo(cursor, header);
  }
  const bool run_lengths = header.compression == BmpCompression::kRle8 ||
                           header.compression == BmpCompression::kRle4 ||
                           header.compression == BmpCompression::kRle24;
  if (header.top_down && run_lengths) Fail(CorruptImageError, "Compression not valid");
  FindPalette(cursor, raster, header);
  return header;
}

}  // namespace lodestone::coders
