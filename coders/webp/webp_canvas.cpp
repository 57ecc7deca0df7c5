#include <algorithm>

#include "coders/common/samples.hpp"
#include "coders/webp/webp.hpp"

namespace lodestone::coders {
namespace {

// One straight colour over another.
std::uint32_t Over(std::uint32_t top, std::uint32_t bottom) {
  const std::uint32_t a = top >> 24, b = bottom >> 24;
  if (a == 255 || b == 0) return top;
  if (a == 0) return bottom;
  const std::uint32_t below = b * (255 - a);  // times 255
  const std::uint32_t alpha = a * 255 + below;
  std::uint32_t out = (alpha + 127) / 255 << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    const std::uint32_t sum =
        (top >> shift & 255) * a * 255 + (bottom >> shift & 255) * below + alpha / 2;
    out |= sum / alpha << shift;
  }
  return out;
}

// The part of an image that is on the canvas.
struct Part {
  std::size_t left, top, right, bottom;  // on the canvas
};

Part OnCanvas(const Image* image, std::size_t columns, std::size_t rows) {
  const auto clip = [](long at, std::size_t size) {
    return static_cast<std::size_t>(std::clamp<long>(at, 0, static_cast<long>(size)));
  };
  const long x = image->page.x, y = image->page.y;
  return {clip(x, columns), clip(y, rows), clip(x + static_cast<long>(image->columns), columns),
          clip(y + static_cast<long>(image->rows), rows)};
}

}  // namespace

void WebpRow(const Image* image, const PixelPacket* pixels, std::uint32_t* argb) {
  const bool matte = image->matte != MagickFalse;
  for (std::size_t x = 0; x < image->columns; ++x) {
    const PixelPacket& p = pixels[x];
    const std::uint32_t alpha = matte ? 255u - ByteFromQuantum(p.opacity) : 255u;
    argb[x] = alpha << 24 | std::uint32_t{ByteFromQuantum(p.red)} << 16 |
              std::uint32_t{ByteFromQuantum(p.green)} << 8 | ByteFromQuantum(p.blue);
  }
}

// The page of the first image, or its size.
WebpCanvas::WebpCanvas(const Image* first)
    : columns_(std::max(first->page.width, first->columns)),
      rows_(std::max(first->page.height, first->rows)) {
  if (columns_ > WEBP_MAX_DIMENSION || rows_ > WEBP_MAX_DIMENSION) {
    Fail(ImageError, "A WebP image is at most 16383 pixels wide and high");
  }
  if (!claim_.Acquire(2 * sizeof(std::uint32_t) * columns_ * rows_)) {
    FailOfMemoryLimit();
  }
  pixels_.assign(columns_ * rows_, 0);
}

// Clears or restores the place of the last image.
void WebpCanvas::Dispose() {
  if (drawn_ == nullptr) return;
  if (drawn_->dispose == PreviousDispose) pixels_ = kept_;
  if (drawn_->dispose != BackgroundDispose) return;
  const Part part = OnCanvas(drawn_, columns_, rows_);
  for (std::size_t y = part.top; y < part.bottom; ++y) {
    std::fill(&pixels_[y * columns_ + part.left], &pixels_[y * columns_] + part.right, 0u);
  }
}

void WebpCanvas::Draw(Image* image, ExceptionInfo* exception) {
  Dispose();
  drawn_ = image;
  if (image->dispose == PreviousDispose) kept_ = pixels_;
  ToRgb(image);
  const ConstPixels all = AllPixels(image, exception);
  const Part part = OnCanvas(image, columns_, rows_);
  std::vector<std::uint32_t> row(image->columns);
  for (std::size_t y = part.top; y < part.bottom; ++y) {
    WebpRow(image, all.Row(y - static_cast<std::size_t>(image->page.y)), row.data());
    const std::uint32_t* source = row.data() + (static_cast<long>(part.left) - image->page.x);
    std::uint32_t* target = &pixels_[y * columns_];
    for (std::size_t x = part.left; x < part.right; ++x) {
      target[x] = Over(source[x - part.left], target[x]);
    }
  }
}

}  // namespace lodestone::coders
