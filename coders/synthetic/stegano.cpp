// STEGANO: the image that SteganoImage hid in the low bits of another, of the size that -size says,
// from the pixel on that its offset names.
#include <algorithm>

#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/constitute.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned kBits = QuantumDepth;

ImageOwner ReadCarrier(const ImageInfo* image_info, ExceptionInfo* exception) {
  ImageInfo* const info = CloneImageInfo(image_info);
  if (info == nullptr) throw std::bad_alloc();
  info->blob = nullptr;
  info->length = 0;
  info->ping = MagickFalse;
  *info->magick = '\0';
  Image* const carrier = ReadImage(info, exception);
  DestroyImageInfo(info);
  if (carrier == nullptr) FailAfter(exception, FileOpenError, "Unable to open file");
  return ImageOwner(carrier);
}

// Red, green and blue of one pixel after the other give a bit each; after the last pixel, their
// next higher bits.
class HiddenBits {
 public:
  HiddenBits(const Image* carrier, long offset, ExceptionInfo* exception)
      : pixels_(AllPixels(carrier, exception)),
        rows_(carrier->rows),
        // As SteganoImage counts.
        count_(std::size_t{carrier->columns} * carrier->columns),
        offset_(offset < 0 ? 0 : static_cast<std::size_t>(offset) % count_),
        place_(offset_) {}

  bool AtEnd() const { return bit_ == kBits; }

  unsigned Take() {
    constexpr Quantum PixelPacket::*kSamples[] = {&PixelPacket::red, &PixelPacket::green,
                                                  &PixelPacket::blue};
    const std::size_t y = std::min(place_ / pixels_.columns, rows_ - 1);
    const PixelPacket& pixel = pixels_.Row(y)[place_ % pixels_.columns];
    const unsigned value = pixel.*kSamples[sample_] >> bit_ & 1u;
    sample_ = (sample_ + 1) % 3;
    if (++place_ == count_) place_ = 0;
    if (place_ == offset_) ++bit_;
    return value;
  }

 private:
  const ConstPixels pixels_;
  const std::size_t rows_, count_, offset_;
  std::size_t place_;
  unsigned sample_ = 0, bit_ = 0;
};

void TakeIndexes(HiddenBits& bits, Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  const std::size_t count = std::size_t{image->columns} * image->rows;
  std::fill_n(target.indexes, count, IndexPacket{0});
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (unsigned bit = kBits; bit-- > 0 && !bits.AtEnd();) {
    for (std::size_t i = 0; i < count && !bits.AtEnd(); ++i)
      target.indexes[i] = static_cast<IndexPacket>(target.indexes[i] | bits.Take() << bit);
    progress.Tick((kBits - 1 - bit) * image->rows / kBits);
  }
  for (std::size_t i = 0; i < count; ++i) target.pixels[i] = image->colormap[target.indexes[i]];
  SyncPixels(image, exception);
}

Image* ReadStegano(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
    CheckLimits(image);
    const ImageOwner carrier = ReadCarrier(image_info, exception);
    MakeColormap(image, MaxColormapSize);
    SetShade(image, true, false);
    if (image_info->ping != MagickFalse) return;
    HiddenBits bits(carrier.get(), image->offset, exception);
    TakeIndexes(bits, image, exception);
  });
}

}  // namespace

void RegisterSteganoImage() {
  FormatEntry entry{"STEGANO", "Steganographic image", "STEGANO", ReadStegano};
  entry.adjoin = false;
  entry.extension = IgnoreExtensionTreatment;
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
