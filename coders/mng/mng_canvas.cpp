#include "coders/common/over.hpp"
#include "coders/mng/mng.hpp"

namespace lodestone::coders {

MngCanvas::MngCanvas(std::uint32_t columns, std::uint32_t rows, const PixelPacket& background)
    : columns_(columns),
      rows_(rows),
      background_(background),
      blank_(background.opacity == TransparentOpacity) {
  const std::uint64_t pixels = std::uint64_t{columns} * rows;
  if (!claim_.Acquire(pixels * sizeof(PixelPacket))) FailOfMemoryLimit();
  pixels_.assign(pixels, background);
}

void MngCanvas::Clear(const MngBox& box) {
  const MngBox whole{0, static_cast<std::int64_t>(columns_), 0, static_cast<std::int64_t>(rows_)};
  const MngBox part = box.Within(whole);
  for (std::int64_t y = part.top; y < part.bottom && part.left < part.right; ++y) {
    std::fill_n(
        &pixels_[static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(part.left)],
        part.right - part.left, background_);
  }
  if (part == whole) blank_ = background_.opacity == TransparentOpacity;
}

void MngCanvas::Draw(const Image* image, std::int64_t x, std::int64_t y, const MngBox& clip,
                     ExceptionInfo* exception) {
  const ConstPixels source = AllPixels(image, exception);
  const MngBox place{x, x + static_cast<std::int64_t>(image->columns), y,
                     y + static_cast<std::int64_t>(image->rows)};
  const MngBox part = place.Within(clip).Within(
      {0, static_cast<std::int64_t>(columns_), 0, static_cast<std::int64_t>(rows_)});
  const bool matte = image->matte != MagickFalse;
  for (std::int64_t row = part.top; row < part.bottom; ++row) {
    const PixelPacket* const from = source.Row(static_cast<std::size_t>(row - y));
    PixelPacket* const to = &pixels_[static_cast<std::size_t>(row) * columns_];
    for (std::int64_t column = part.left; column < part.right; ++column) {
      PixelPacket pixel = from[column - x];
      if (!matte) pixel.opacity = OpaqueOpacity;
      to[column] = Over(pixel, to[column]);
    }
  }
  blank_ = false;
}

void MngCanvas::Keep() {
  if (kept_.empty() && !kept_claim_.Acquire(pixels_.size() * sizeof(PixelPacket)))
    FailOfMemoryLimit();
  kept_ = pixels_;
}

void MngCanvas::Restore() {
  pixels_ = kept_;
}

void MngCanvas::Show(Image* image, ExceptionInfo* exception) const {
  image->columns = columns_;
  image->rows = rows_;
  image->storage_class = DirectClass;
  image->matte =
      std::ranges::all_of(pixels_, [](const PixelPacket& p) { return p.opacity == OpaqueOpacity; })
          ? MagickFalse
          : MagickTrue;
  SetShade(image, false, false);
  const Pixels target = NewPixels(image, exception);
  std::ranges::copy(pixels_, target.pixels);
  SyncPixels(image, exception);
}

}  // namespace lodestone::coders
