// Hiding one image in the lowest bits of another.
#include <algorithm>

#include "magick/core/errors/barrier.hpp"
#include "magick/fx.h"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/operations/sequence/frames.hpp"
#include "magick/operations/sequence/rows.hpp"

namespace lodestone {
namespace {

constexpr char kUnable[] = "unable to hide a watermark";

// The bits of the watermark's intensities, the highest first, are numbered. They go into the red,
// green and blue of the pixels from an offset on, in turn: into the lowest bits, and where all
// pixels have been used, into the next higher ones.
struct Bits {
  const PixelPacket* pixels;  // of the watermark
  std::size_t area;           // of the watermark
  std::size_t offset;         // where the first bit goes
  std::size_t count;          // all of them, or as many as there is room for
  std::size_t period;         // pixels that are used, from the first on

  Quantum Get(std::size_t number) const {
    const auto place = static_cast<unsigned>(QuantumDepth - 1 - number / area);
    return PixelIntensityToQuantum(&pixels[number % area]) >> place & 1;
  }

  // Puts those bits in that go into pixel `at` of the image.
  void Hide(std::size_t at, PixelPacket* pixel) const {
    std::size_t number = at >= offset ? at - offset : at + period - offset;
    for (unsigned place = 0; number < count && place < QuantumDepth; ++place, number += period) {
      constexpr Quantum PixelPacket::*kColors[] = {&PixelPacket::red, &PixelPacket::green,
                                                   &PixelPacket::blue};
      Quantum& sample = pixel->*kColors[number % 3];
      sample = static_cast<Quantum>((sample & ~(1u << place)) | unsigned{Get(number)} << place);
    }
  }
};

// GraphicsMagick begins again after the square of the columns, or ends with the last row.
Bits BitsFor(const Image* image, const Image* watermark, const PixelPacket* pixels) {
  const std::size_t image_area = image->columns * image->rows;
  const std::size_t area = watermark->columns * watermark->rows;
  const std::size_t square = image->columns * image->columns;
  const auto offset = static_cast<std::size_t>(image->offset);
  const bool returns = image->rows >= image->columns && offset < square;
  const std::size_t room = returns ? QuantumDepth * square : image_area - offset;
  return {pixels, area, offset, std::min(QuantumDepth * area, room), returns ? square : image_area};
}

bool Hide(const Image* watermark, Image* image, ExceptionInfo* exception) {
  const PixelPacket* const hidden =
      AcquireImagePixels(watermark, 0, 0, watermark->columns, watermark->rows, exception);
  PixelPacket* const pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (!hidden || !pixels) return false;
  const Bits bits = BitsFor(image, watermark, hidden);
  return ForRows(image, "[%s] Stegano...", exception, [&](std::size_t y) {
    const std::size_t begin = y * image->columns;
    const std::size_t end =
        std::min<std::size_t>(begin + image->columns, std::max<std::size_t>(begin, bits.period));
    for (std::size_t at = begin; at < end; ++at) bits.Hide(at, pixels + at);
  });
}

bool HasPlace(const Image* image, ExceptionInfo* exception) {
  const bool inside = image->offset >= 0 &&
                      static_cast<unsigned long>(image->offset) < image->columns * image->rows;
  if (!inside) Throw(exception, OptionError, kUnable, "the offset is outside the image");
  return inside;
}

Image* Stegano(const Image* image, const Image* watermark, ExceptionInfo* exception) {
  if (!CheckImage(image, kUnable, exception) || !CheckImage(watermark, kUnable, exception) ||
      !HasPlace(image, exception))
    return nullptr;
  ImageHolder stegano(CloneImage(image, 0, 0, MagickTrue, exception));
  if (!stegano.get()) return nullptr;
  if (SetImageType(stegano.get(), TrueColorType) == MagickFail) {
    CopyException(exception, &stegano.get()->exception);
    return nullptr;
  }
  stegano.get()->depth = QuantumDepth;
  return Hide(watermark, stegano.get(), exception) ? stegano.release() : nullptr;
}

}  // namespace
}  // namespace lodestone

Image* SteganoImage(const Image* image, const Image* watermark, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Stegano(image, watermark, exception); });
}
