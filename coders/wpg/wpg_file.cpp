#include "coders/common/samples.hpp"
#include "coders/wpg/wpg.hpp"

namespace lodestone::coders {
namespace {

enum class Wpg2Record : std::uint8_t {
  kStart = 1,
  kColormap = 0x0c,
  kBitmap = 0x0e,
  kPlace = 0x1b
};

// One, three or five bytes.
std::size_t TakeLength(ByteCursor& cursor) {
  constexpr unsigned kMore = 0xff, kLong = 0x8000;
  const unsigned byte = cursor.U8();
  if (byte != kMore) return byte;
  const std::size_t word = cursor.U16Le();
  if ((word & kLong) == 0) return word;
  return (word & (kLong - 1)) << 16 | cursor.U16Le();
}

// The last record of a file may be cut off.
ByteCursor TakeRecord(ByteCursor& cursor) {
  const std::size_t length = TakeLength(cursor);
  return ByteCursor(cursor.Take(std::min(length, cursor.Remaining())));
}

void TakeSize(ByteCursor& record, WpgBitmap& bitmap) {
  bitmap.columns = record.U16Le();
  bitmap.rows = record.U16Le();
  if (bitmap.columns == 0 || bitmap.rows == 0) Fail(CorruptImageError, "Improper image header");
}

bool IsDepth(unsigned bits) {
  return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 24;
}

void TakeBitmap1(ByteCursor& record, bool placed, WpgBitmap& bitmap) {
  constexpr unsigned kFlop = 0x8000, kFlip = 0x2000, kDegrees = 0x0fff;
  if (placed) {
    const unsigned turn = record.U16Le();
    bitmap.flop = (turn & kFlop) != 0;
    bitmap.flip = (turn & kFlip) != 0;
    bitmap.degrees = turn & kDegrees;
    record.Skip(8);  // its place on the page
  }
  TakeSize(record, bitmap);
  bitmap.bits = record.U16Le();
  if (!IsDepth(bitmap.bits)) Fail(CoderError, "Color type not supported");
  bitmap.x_density = record.U16Le();
  bitmap.y_density = record.U16Le();
  bitmap.coding = WpgBitmap::Coding::kRuns1;
  bitmap.bytes = record.Take(record.Remaining());
}

void TakeBitmap2(ByteCursor& record, WpgBitmap& bitmap) {
  constexpr unsigned kDepths[] = {0, 1, 2, 4, 8, 0, 0, 0, 24};
  TakeSize(record, bitmap);
  const unsigned depth = record.U8(), compression = record.U8();
  bitmap.bits = depth < std::size(kDepths) ? kDepths[depth] : 0;
  if (bitmap.bits == 0) Fail(CoderError, "Color type not supported");
  if (compression > 1) Fail(CoderError, "Unrecognized image compression");
  bitmap.coding = compression == 0 ? WpgBitmap::Coding::kPlain : WpgBitmap::Coding::kRuns2;
  bitmap.bytes = record.Take(record.Remaining());
}

// Whether the matrix of the next object mirrors it.
struct Mirror {
  bool flop = false, flip = false;
};

Mirror TakePlace(ByteCursor& record, bool precise) {
  constexpr unsigned kScaled = 8, kRotated = 0x10, kNumbered = 0x20, kLocked = 0x80;
  const unsigned flags = record.U16Le();
  if ((flags & kLocked) != 0) record.Skip(4);
  if ((flags & kNumbered) != 0) {
    const bool wide = precise || (record.U16Le() & 0x8000) != 0;
    if (wide) record.Skip(precise ? 4 : 2);
  }
  if ((flags & kRotated) != 0) record.Skip(4);
  Mirror mirror;
  if ((flags & (kRotated | kScaled)) != 0) {
    mirror.flop = record.I32Le() < 0;
    mirror.flip = record.I32Le() < 0;
  }
  return mirror;
}

}  // namespace

WpgFile::WpgFile(ByteSpan bytes) : cursor_(bytes) {
  if (!cursor_.TakeIf(kWpgMark)) Fail(CorruptImageError, "Improper image header");
  const std::size_t start = cursor_.U32Le();
  cursor_.Skip(1);  // the product
  if (cursor_.U8() != kWpgFileType) Fail(CorruptImageError, "Improper image header");
  version_ = cursor_.U8();
  cursor_.Skip(1);
  if (cursor_.U16Le() != 0) Fail(CoderError, "Encrypted WPG image file not supported");
  if (version_ != 1 && version_ != 2) Fail(CoderError, "Data encoding scheme is not supported");
  if (start < kWpgHeaderBytes) Fail(CorruptImageError, "Improper image header");
  cursor_.Seek(start);
}

bool WpgFile::Next(WpgBitmap& bitmap) {
  bitmap = {};
  if (!(version_ == 1 ? Next1(bitmap) : Next2(bitmap))) return false;
  bitmap.palette = palette_;
  bitmap.colors = colors_;
  return true;
}

bool WpgFile::Next1(WpgBitmap& bitmap) {
  while (cursor_.Remaining() >= 2) {
    const auto type = static_cast<Wpg1Record>(cursor_.U8());
    ByteCursor record = TakeRecord(cursor_);
    if (type == Wpg1Record::kEnd) return false;
    if (type == Wpg1Record::kColormap) TakeColors(record, 3);
    if (type != Wpg1Record::kBitmap && type != Wpg1Record::kPlacedBitmap) continue;
    TakeBitmap1(record, type == Wpg1Record::kPlacedBitmap, bitmap);
    // The colours of such bitmaps of one bit are not those of the map.
    bitmap.shades = type == Wpg1Record::kBitmap && bitmap.bits == 1;
    return true;
  }
  return false;
}

bool WpgFile::Next2(WpgBitmap& bitmap) {
  constexpr std::size_t kPrecision = 4;
  while (cursor_.Remaining() >= 4) {
    cursor_.Skip(1);  // class
    const auto type = static_cast<Wpg2Record>(cursor_.U8());
    TakeLength(cursor_);  // extension
    ByteCursor record = TakeRecord(cursor_);
    if (type == Wpg2Record::kStart && record.Remaining() > kPrecision) {
      record.Skip(kPrecision);
      precise_ = record.U8() != 0;
    } else if (type == Wpg2Record::kColormap) {
      TakeColors(record, 4);
    } else if (type == Wpg2Record::kPlace) {
      const Mirror mirror = TakePlace(record, precise_);
      flop_ = mirror.flop;
      flip_ = mirror.flip;
    } else if (type == Wpg2Record::kBitmap) {
      TakeBitmap2(record, bitmap);
      bitmap.flop = std::exchange(flop_, false);
      bitmap.flip = std::exchange(flip_, false);
      bitmap.shades = colors_ == 0;
      return true;
    }
  }
  return false;
}

void WpgFile::TakeColors(ByteCursor record, std::size_t entry_bytes) {
  const std::size_t start = record.U16Le(), count = record.U16Le();
  if (start + count > kWpgColors) Fail(CorruptImageError, "Colormap exceeds colors limit");
  ByteCursor entries(record.Take(count * entry_bytes));
  for (std::size_t i = 0; i < count; ++i) {
    PixelPacket& color = palette_[start + i];
    color.red = QuantumFromByte(entries.U8());
    color.green = QuantumFromByte(entries.U8());
    color.blue = QuantumFromByte(entries.U8());
    entries.Skip(entry_bytes - 3);
  }
  colors_ = std::max(colors_, start + count);
}

}  // namespace lodestone::coders
