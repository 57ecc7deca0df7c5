// The jobs of the two libraries with GraphicsMagick's interface. To be included after the
// magick/api.h of the library that is meant; everything here belongs to the including file alone,
// since the names that it calls mean another library in each.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

Image* MakeGreyImage(const Picture& picture) {
  std::vector<unsigned char> grey(picture.SampleCount() / kChannels * (picture.depth / 8));
  for (std::size_t i = 0; i < picture.SampleCount() / kChannels; ++i) {
    const unsigned sample = picture.Sample(i * kChannels);
    if (picture.depth == 8)
      grey[i] = static_cast<unsigned char>(sample);
    else
      reinterpret_cast<std::uint16_t*>(grey.data())[i] = static_cast<std::uint16_t>(sample);
  }
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  Image* image =
      ConstituteImage(picture.columns, picture.rows, "I",
                      picture.depth == 8 ? CharPixel : ShortPixel, grey.data(), &exception);
  DestroyExceptionInfo(&exception);
  if (image == nullptr) throw std::bad_alloc();
  return image;
}

Image* MakeColorImage(const Picture& picture) {
  Image* image = AllocateImage(nullptr);
  if (image == nullptr) throw std::bad_alloc();
  image->columns = picture.columns;
  image->rows = picture.rows;
  image->matte = picture.alpha ? MagickTrue : MagickFalse;
  PixelPacket* pixels = SetImagePixels(image, 0, 0, image->columns, image->rows);
  if (pixels == nullptr) throw std::bad_alloc();
  for (std::size_t i = 0; i < picture.SampleCount(); i += kChannels, ++pixels) {
    pixels->blue = static_cast<Quantum>(picture.Sample(i));
    pixels->green = static_cast<Quantum>(picture.Sample(i + 1));
    pixels->red = static_cast<Quantum>(picture.Sample(i + 2));
    pixels->opacity = static_cast<Quantum>(MaxRGB - picture.Sample(i + 3));
  }
  SyncImagePixels(image);
  return image;
}

Picture MakePicture(const Image* image) {
  Picture picture(static_cast<unsigned>(image->columns), static_cast<unsigned>(image->rows),
                  QuantumDepth, image->matte != MagickFalse);
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, &exception);
  DestroyExceptionInfo(&exception);
  if (pixels == nullptr) throw std::runtime_error("no pixels");
  for (std::size_t i = 0; i < picture.SampleCount(); i += kChannels, ++pixels) {
    picture.SetSample(i, pixels->blue);
    picture.SetSample(i + 1, pixels->green);
    picture.SetSample(i + 2, pixels->red);
    picture.SetSample(i + 3, picture.alpha ? MaxRGB - pixels->opacity : MaxRGB);
  }
  return picture;
}

FilterTypes FilterOf(Operation operation) {
  if (operation == Operation::kCatmullRom) return CatromFilter;
  return operation == Operation::kMitchell ? MitchellFilter : LanczosFilter;
}

// nullptr also for an operation that is not of the common interface.
[[maybe_unused]] Image* MagickOperation(const Work& work, const Image* source,
                                        ExceptionInfo* exception) {
  const double radius = work.radius, sigma = work.sigma;
  switch (work.operation) {
    case Operation::kArea:
      return ScaleImage(source, work.columns, work.rows, exception);
    case Operation::kLanczos:
    case Operation::kCatmullRom:
    case Operation::kMitchell:
      return ResizeImage(source, work.columns, work.rows, FilterOf(work.operation), 1.0, exception);
    case Operation::kBlur:
      return BlurImage(source, radius, sigma, exception);
    case Operation::kGaussianBlur:
      return GaussianBlurImage(source, radius, sigma, exception);
    case Operation::kUnsharp:
      return UnsharpMaskImage(source, radius, sigma, kUnsharpAmount, kUnsharpThreshold, exception);
    case Operation::kSharpen:
      return SharpenImage(source, radius, sigma, exception);
    case Operation::kConvolve:
      return ConvolveImage(source, kMatrixOrder, kMatrix, exception);
    case Operation::kMotionBlur:
      return MotionBlurImage(source, radius, sigma, kMotionAngle, exception);
    case Operation::kMedian:
      return MedianFilterImage(source, radius, exception);
    case Operation::kDespeckle:
      return DespeckleImage(source, exception);
    case Operation::kEdge:
      return EdgeImage(source, radius, exception);
    case Operation::kEmboss:
      return EmbossImage(source, radius, sigma, exception);
    case Operation::kSeparable:
      break;
  }
  return nullptr;
}

class MagickJob : public Job {
 public:
  using Make = Image* (*)(const Work& work, const Image* source, ExceptionInfo* exception);

  MagickJob(const Work& work, Make make)
      : work_(work),
        make_(make),
        source_(work.grey ? MakeGreyImage(*work.source) : MakeColorImage(*work.source)) {
    GetExceptionInfo(&exception_);
  }
  ~MagickJob() override {
    DestroyImage(source_);
    DestroyExceptionInfo(&exception_);
  }

  void Run() override { DestroyImage(Made()); }

  Picture Result() override {
    Image* image = Made();
    Picture picture = MakePicture(image);
    DestroyImage(image);
    return picture;
  }

 private:
  Image* Made() {
    Image* image = make_(work_, source_, &exception_);
    if (image == nullptr) throw std::runtime_error("the operation failed");
    return image;
  }

  Work work_;
  Make make_;
  Image* source_;
  ExceptionInfo exception_;
};

}  // namespace
}  // namespace lodestone::bench
