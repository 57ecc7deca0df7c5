#include <algorithm>
#include <array>

#include "coders/common/one_bit_alpha.hpp"
#include "coders/common/samples.hpp"
#include "coders/gif/gif.hpp"
#include "magick/colorspace.h"
#include "magick/quantize.h"

namespace lodestone::coders {
namespace {

bool HasPalette(const Image* image) {
  return image->storage_class == PseudoClass && image->colors > 0 &&
         image->colors <= kGifColorsMax && IsRGBColorspace(image->colorspace);
}

GifColorType ColorOf(const PixelPacket& color) {
  return {ByteFromQuantum(color.red), ByteFromQuantum(color.green), ByteFromQuantum(color.blue)};
}

bool Same(const GifColorType& a, const GifColorType& b) {
  return a.Red == b.Red && a.Green == b.Green && a.Blue == b.Blue;
}

}  // namespace

GifFrame::GifFrame(const ImageInfo* image_info, Image* image) : original_(image), image_(image) {
  const bool matte = image->matte != MagickFalse;
  if (HasPalette(image)) {
    TakeColors();
    // If all 256 colours are of opaque pixels, another has to go.
    if (matte && !ChooseTransparent()) QuantizeWithTransparent(image_info);
  } else if (matte) {
    QuantizeWithTransparent(image_info);
  } else {
    Quantize(image_info, kGifColorsMax);
  }
  MakeMap();
}

// Works on a copy: the image of the caller stays as it is.
void GifFrame::Quantize(const ImageInfo* image_info, unsigned long colors) {
  if (copy_ == nullptr) {
    copy_.reset(CloneImage(original_, 0, 0, MagickTrue, &original_->exception));
  }
  if (copy_ == nullptr) FailAfter(&original_->exception, CoderError, "Unable to copy the image");
  image_ = copy_.get();
  ToRgb(copy_.get());
  copy_->storage_class = DirectClass;
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.dither = image_info->dither;
  info.number_colors = colors;
  if (QuantizeImage(&info, copy_.get()) == MagickFail) {
    CopyException(&original_->exception, &copy_->exception);
    FailAfter(&original_->exception, CoderError, "Unable to reduce the colors to a palette");
  }
  TakeColors();
}

void GifFrame::QuantizeWithTransparent(const ImageInfo* image_info) {
  Quantize(image_info, kGifColorsMax - 1);
  AddTransparent();
}

void GifFrame::TakeColors() {
  pixels_ = AllPixels(image_, &original_->exception);
  colors_ = static_cast<unsigned>(std::min<unsigned long>(image_->colors, kGifColorsMax));
  palette_.clear();
  for (unsigned i = 0; i < colors_; ++i) palette_.push_back(ColorOf(image_->colormap[i]));
}

// A new colour for transparent pixels. False if there is no room.
bool GifFrame::AddTransparent() {
  if (colors_ == kGifColorsMax) return false;
  transparent_ = static_cast<int>(colors_++);
  palette_.push_back(ColorOf(original_->background_color));
  return true;
}

// The index of the first transparent pixel, else one that no opaque pixel has. False if there is
// none.
bool GifFrame::ChooseTransparent() {
  std::array<bool, kGifColorsMax> opaque = {};
  int first = NO_TRANSPARENT_COLOR;
  const std::size_t count = std::size_t{image_->columns} * image_->rows;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned index = pixels_.indexes[i] < colors_ ? pixels_.indexes[i] : 0;
    if (!IsMostlyTransparent(pixels_.pixels[i])) {
      opaque[index] = true;
    } else if (first == NO_TRANSPARENT_COLOR) {
      first = static_cast<int>(index);
    }
  }
  if (first == NO_TRANSPARENT_COLOR) return true;
  if (!opaque[static_cast<unsigned>(first)]) {
    transparent_ = first;
    return true;
  }
  if (AddTransparent()) return true;
  const auto* unused = std::find(opaque.begin(), opaque.end(), false);
  if (unused == opaque.end()) return false;
  transparent_ = static_cast<int>(unused - opaque.begin());
  return true;
}

void GifFrame::MakeMap() {
  const int bits = std::max(GifBitSize(static_cast<int>(colors_)), 1);
  std::vector<GifColorType> padded = palette_;
  padded.resize(std::size_t{1} << bits, GifColorType{0, 0, 0});
  map_.reset(GifMakeMapObject(static_cast<int>(padded.size()), padded.data()));
  if (map_ == nullptr) throw std::bad_alloc();
}

// The index of the background colour; of the last colour if there is none.
unsigned GifFrame::Background() const {
  const GifColorType wanted = ColorOf(original_->background_color);
  unsigned index = 0;
  while (index + 1 < colors_ && !Same(wanted, palette_[index])) ++index;
  return index;
}

bool GifFrame::Fits(const ColorMapObject* map) const {
  return colors_ <= static_cast<unsigned>(map->ColorCount) &&
         std::equal(palette_.begin(), palette_.end(), map->Colors, Same);
}

void GifFrame::FillRow(std::size_t y, GifPixelType* row) const {
  const IndexPacket* indexes = pixels_.IndexRow(y);
  for (std::size_t x = 0; x < image_->columns; ++x) {
    row[x] = static_cast<GifPixelType>(indexes[x] < colors_ ? indexes[x] : 0);
  }
  if (transparent_ == NO_TRANSPARENT_COLOR || image_->matte == MagickFalse) return;
  const PixelPacket* pixels = pixels_.Row(y);
  for (std::size_t x = 0; x < image_->columns; ++x) {
    if (IsMostlyTransparent(pixels[x])) row[x] = static_cast<GifPixelType>(transparent_);
  }
}

}  // namespace lodestone::coders
