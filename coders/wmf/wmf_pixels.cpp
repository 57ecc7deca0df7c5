#include "coders/bmp/bmp.hpp"
#include "coders/wmf/wmf_player.hpp"
#include "magick/utility.h"

namespace lodestone::coders {

bool WmfPlayer::PlayPixels(const WmfRecord& record) {
  WmfNumbers numbers(record.parameters);
  const auto target = [&] {  // height, width, y, x
    const double height = numbers.Take(), width = numbers.Take();
    const double y = numbers.Take(), x = numbers.Take();
    Box box{X(x), Y(y), X(x + width), Y(y + height)};
    if (box.left > box.right) std::swap(box.left, box.right);
    if (box.top > box.bottom) std::swap(box.top, box.bottom);
    return box;
  };
  constexpr std::size_t kSource = 8;  // bytes of the source's place and size
  // Records that only fill have no bitmap, and are as long as the high byte of their number says.
  const bool has_bitmap = record.parameters.size() > 2 * std::size_t{record.function >> 8};
  switch (record.function) {
    case kWmfText: {
      const std::size_t count = numbers.TakeUnsigned();
      const ByteSpan text = numbers.TakeBytes(count);
      if (count % 2 != 0) numbers.TakeBytes(1);
      const double y = numbers.Take();
      DrawText(numbers.Take(), y, text);
      return true;
    }
    case kWmfExtendedText:
      DrawExtendedText(numbers);
      return true;
    case kWmfBitmap: {
      if (!has_bitmap) return true;
      numbers.TakeLong();
      numbers.TakeBytes(kSource / 2);
      const Box box = target();
      DrawBitmap(numbers.Rest(), box);
      return true;
    }
    case kWmfStretchedBitmap:
    case kWmfStretchedDeviceBitmap: {
      if (!has_bitmap) return true;
      numbers.TakeLong();
      if (record.function == kWmfStretchedDeviceBitmap) numbers.Take();
      numbers.TakeBytes(kSource);
      const Box box = target();
      DrawBitmap(numbers.Rest(), box);
      return true;
    }
    case kWmfDeviceBitmap: {
      numbers.TakeBytes(2 + kSource);
      const Box box = target();
      DrawBitmap(numbers.Rest(), box);
      return true;
    }
    default:
      return false;
  }
}

// All of it, whatever part of it is meant.
void WmfPlayer::DrawBitmap(ByteSpan dib, const Box& target) {
  Cover(target);
  if (dib.empty() || target.Width() < 0.5 || target.Height() < 0.5) return;
  const ImageOwner bitmap(AllocateImage(info_));
  if (bitmap.get() == nullptr) throw std::bad_alloc();
  ByteCursor cursor(dib);
  const BmpHeader header = ParseBmpHeader(cursor, std::nullopt);
  // All of them are held until the drawing is done.
  constexpr std::uint64_t kMostPixels = 100'000'000;
  bitmap_pixels_ += std::uint64_t{header.columns} * header.rows;
  if (bitmap_pixels_ > kMostPixels)
    Fail(ResourceLimitError, "The bitmaps of the drawing have too many pixels");
  ReadBmpRaster(info_, header, dib, cursor, bitmap.get(), exception_);
  bitmap.get()->compression = ZipCompression;
  MagickStrlCpy(bitmap.get()->magick, "MIFF", MaxTextExtent);  // in which the drawing holds it
  DrawComposite(context_, OverCompositeOp, target.left, target.top, target.Width(), target.Height(),
                bitmap.get());
}

}  // namespace lodestone::coders
