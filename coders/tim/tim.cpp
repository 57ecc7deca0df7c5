// Textures of the PlayStation.
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kMark = 16;

// Numbers of two bytes: a palette, or rows of samples.
struct Block {
  std::size_t columns = 0, rows = 0;
  ByteSpan bytes;
  const std::uint8_t* Row(std::size_t y) const { return &bytes[2 * columns * y]; }
};

Block TakeBlock(ByteCursor& cursor) {
  cursor.Skip(4 + 2 * 2);  // its length, and where it goes in the console's memory
  Block block;
  block.columns = cursor.U16Le();
  block.rows = cursor.U16Le();
  if (block.columns != 0 && cursor.Remaining() / 2 / block.columns < block.rows) FailTruncated();
  block.bytes = cursor.Take(2 * block.columns * block.rows);
  return block;
}

PixelPacket ColorOf(const std::uint8_t* bytes) {
  const unsigned value = bytes[0] | bytes[1] << 8;
  const auto wide = [](unsigned five) { return QuantumFromByte(five << 3 | five >> 2); };
  PixelPacket color{};
  color.red = wide(value & 31);
  color.green = wide(value >> 5 & 31);
  color.blue = wide(value >> 10 & 31);
  color.opacity = OpaqueOpacity;
  return color;
}

struct Texture {
  unsigned bits = 0;
  Block palette, samples;
  std::size_t Columns() const { return samples.columns * 16 / bits; }
};

Texture TakeTexture(ByteCursor& cursor) {
  constexpr unsigned kBits[] = {4, 8, 16, 24};
  constexpr std::uint32_t kHasPalette = 8;
  if (cursor.U32Le() != kMark) Fail(CorruptImageError, "Improper image header");
  const std::uint32_t flags = cursor.U32Le(), mode = flags & 7;
  if (mode >= std::size(kBits)) Fail(CoderError, "Data encoding scheme is not supported");
  Texture texture{kBits[mode], {}, {}};
  if ((flags & kHasPalette) != 0) texture.palette = TakeBlock(cursor);
  texture.samples = TakeBlock(cursor);
  if (texture.Columns() == 0 || texture.samples.rows == 0 ||
      (texture.bits <= 8 && texture.palette.bytes.empty()))
    Fail(CorruptImageError, "Improper image header");
  return texture;
}

// Of several palettes the first.
void SetPalette(const Texture& texture, Image* image) {
  MakeColormap(image, std::min(texture.palette.bytes.size() / 2, std::size_t{1} << texture.bits));
  for (std::size_t i = 0; i < image->colors; ++i)
    image->colormap[i] = ColorOf(&texture.palette.bytes[2 * i]);
}

void ReadIndexes(const Texture& texture, Image* image, const Pixels& target,
                 ExceptionInfo* exception) {
  PaletteRows rows(image, target);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::vector<std::uint8_t> values(target.columns);
  for (std::size_t y = 0; y < image->rows; ++y) {
    const std::uint8_t* const row = texture.samples.Row(y);
    for (std::size_t x = 0; x < values.size(); ++x)  // the first of two in the low bits
      values[x] = texture.bits == 8 ? row[x] : row[x / 2] >> 4 * (x % 2) & 15;
    rows.Put(y, values.data());
    progress.Tick(y);
  }
  rows.Finish(exception);
}

void ReadColors(const Texture& texture, Image* image, const Pixels& target,
                ExceptionInfo* exception) {
  ReadRows(image, exception, [&](std::size_t y) {
    const std::uint8_t* const row = texture.samples.Row(y);
    PixelPacket* const pixels = target.Row(y);
    if (texture.bits == 24)
      return ImportRow({Channels::kRgb, 1}, row, target.columns, pixels, nullptr, nullptr);
    for (std::size_t x = 0; x < target.columns; ++x) pixels[x] = ColorOf(&row[2 * x]);
  });
}

void ReadTexture(const Texture& texture, bool ping, Image* image, ExceptionInfo* exception) {
  image->columns = texture.Columns();
  image->rows = texture.samples.rows;
  image->depth = 8;
  CheckLimits(image);
  if (texture.bits <= 8) SetPalette(texture, image);
  if (ping) return;
  const Pixels target = NewPixels(image, exception);
  (texture.bits <= 8 ? ReadIndexes : ReadColors)(texture, image, target, exception);
  SyncPixels(image, exception);
}

// Whether another texture follows; what else does is not looked at.
bool HasNext(ByteCursor cursor) {
  return cursor.Remaining() >= 4 && cursor.U32Le() == kMark;
}

Image* ReadTim(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    for (;;) {
      ReadTexture(TakeTexture(cursor), image_info->ping != MagickFalse, image, exception);
      if (IsLastWanted(image_info, image) || !HasNext(cursor)) return;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace

void RegisterTimImage() {
  FormatEntry entry{"TIM", "PSX TIM", "TIM", ReadTim};
  entry.traits = {"4, 5, 8", "", "images", "", "65535 rows"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
