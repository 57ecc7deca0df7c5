// Images of libraries with GraphicsMagick's interface, from raw images and back.
// Include it after the magick/api.h of the intended library, see magick_job.hpp.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

inline Image* MakeGreyImage(const RawImage& raw) {
  std::vector<unsigned char> grey(raw.SampleCount() / kChannels * (raw.depth / 8));
  for (std::size_t i = 0; i < raw.SampleCount() / kChannels; ++i) {
    const unsigned sample = raw.Sample(i * kChannels);
    if (raw.depth == 8)
      grey[i] = static_cast<unsigned char>(sample);
    else
      reinterpret_cast<std::uint16_t*>(grey.data())[i] = static_cast<std::uint16_t>(sample);
  }
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  Image* image = ConstituteImage(raw.columns, raw.rows, "I",
                                 raw.depth == 8 ? CharPixel : ShortPixel, grey.data(), &exception);
  DestroyExceptionInfo(&exception);
  if (image == nullptr) throw std::bad_alloc();
  return image;
}

inline Image* MakeColorImage(const RawImage& raw) {
  Image* image = AllocateImage(nullptr);
  if (image == nullptr) throw std::bad_alloc();
  image->columns = raw.columns;
  image->rows = raw.rows;
  image->matte = raw.alpha ? MagickTrue : MagickFalse;
  PixelPacket* pixels = SetImagePixels(image, 0, 0, image->columns, image->rows);
  if (pixels == nullptr) throw std::bad_alloc();
  for (std::size_t i = 0; i < raw.SampleCount(); i += kChannels, ++pixels) {
    pixels->blue = static_cast<Quantum>(raw.Sample(i));
    pixels->green = static_cast<Quantum>(raw.Sample(i + 1));
    pixels->red = static_cast<Quantum>(raw.Sample(i + 2));
    pixels->opacity = static_cast<Quantum>(MaxRGB - raw.Sample(i + 3));
  }
  SyncImagePixels(image);
  return image;
}

inline RawImage MakeRawImage(const Image* image) {
  RawImage raw(static_cast<unsigned>(image->columns), static_cast<unsigned>(image->rows),
               QuantumDepth, image->matte != MagickFalse);
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, &exception);
  DestroyExceptionInfo(&exception);
  if (pixels == nullptr) throw std::runtime_error("no pixels");
  for (std::size_t i = 0; i < raw.SampleCount(); i += kChannels, ++pixels) {
    raw.SetSample(i, pixels->blue);
    raw.SetSample(i + 1, pixels->green);
    raw.SetSample(i + 2, pixels->red);
    raw.SetSample(i + 3, raw.alpha ? MaxRGB - pixels->opacity : MaxRGB);
  }
  return raw;
}

}  // namespace
}  // namespace lodestone::bench
