// Adapter for peers with GraphicsMagick's interface. Include it after the magick/api.h of the
// intended library; everything here has internal linkage, since the names that it calls mean
// another library in each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

Image* MakeGreyImage(const RawImage& raw) {
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

Image* MakeColorImage(const RawImage& raw) {
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

RawImage MakeRawImage(const Image* image) {
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

FilterTypes FilterOf(Operation operation) {
  if (operation == Operation::kCatmullRom) return CatromFilter;
  return operation == Operation::kMitchell ? MitchellFilter : LanczosFilter;
}

// A copy that `change` has changed in place; nullptr if that failed.
template <class Change>
Image* Changed(const Image* source, ExceptionInfo* exception, Change change) {
  Image* image = CloneImage(source, 0, 0, MagickTrue, exception);
  if (image == nullptr || change(image) != MagickFail) return image;
  DestroyImage(image);
  return nullptr;
}

// The next image of a chain; the one before is no longer needed.
template <class Make>
Image* Next(Image* image, Make make) {
  Image* made = image == nullptr ? nullptr : make(image);
  if (image != nullptr) DestroyImage(image);
  return made;
}

// An edit as people make it: half the size, a part of that, sharper, brighter, more contrast, grey.
Image* Edit(const Work& work, const Image* source, ExceptionInfo* exception) {
  Image* image = ResizeImage(source, EditHalf(work.source->columns), EditHalf(work.source->rows),
                             LanczosFilter, 1.0, exception);
  image = Next(image, [&](const Image* half) {
    const RectangleInfo crop = {work.columns, work.rows, kEditCropOffset, kEditCropOffset};
    return CropImage(half, &crop, exception);
  });
  image = Next(image, [&](const Image* part) {
    return UnsharpMaskImage(part, 0, 1, 1, kEditThreshold, exception);
  });
  if (image == nullptr) return nullptr;
  if (ModulateImage(image, kModulatePercent) != MagickFail &&
      LevelImage(image, kLevels) != MagickFail &&
      TransformColorspace(image, GRAYColorspace) != MagickFail)
    return image;
  DestroyImage(image);
  return nullptr;
}

// The images of a row; `second` only if it takes two.
struct Operands {
  const Image* source;
  const Image* second;
};

// nullptr also for an operation outside the common interface.
Image* MagickOperation(const Work& work, const Operands& operands, ExceptionInfo* exception) {
  const double radius = work.radius, sigma = work.sigma;
  const Image* const source = operands.source;
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
    case Operation::kNegate:
      return Changed(source, exception,
                     [](Image* image) { return NegateImage(image, MagickFalse); });
    case Operation::kGamma:
      return Changed(source, exception,
                     [](Image* image) { return GammaImage(image, kGammaLevel); });
    case Operation::kColorMatrix:
      return Changed(source, exception,
                     [](Image*& image) { return ColorMatrixImage(image, 3, kColorMatrixRows); });
    case Operation::kModulate:
      return Changed(source, exception,
                     [](Image* image) { return ModulateImage(image, kModulatePercent); });
    case Operation::kLevel:
      return Changed(source, exception, [](Image* image) { return LevelImage(image, kLevels); });
    case Operation::kNormalize:
      return Changed(source, exception, [](Image* image) { return NormalizeImage(image); });
    case Operation::kEdit:
      return Edit(work, source, exception);
    case Operation::kFlip:
      return FlipImage(source, exception);
    case Operation::kRotate:
      return RotateImage(source, 90, exception);
    case Operation::kOver:
      return Changed(source, exception, [&](Image* image) {
        return CompositeImage(image, OverCompositeOp, operands.second, 0, 0);
      });
    case Operation::kSeparable:
      break;
  }
  return nullptr;
}

class MagickJob : public Job {
 public:
  using Make = Image* (*)(const Work& work, const Operands& operands, ExceptionInfo* exception);

  MagickJob(const Work& work, Make make)
      : work_(work),
        make_(make),
        source_(work.grey ? MakeGreyImage(*work.source) : MakeColorImage(*work.source)),
        second_(work.operation == Operation::kOver ? MakeColorImage(*work.second) : nullptr) {
    GetExceptionInfo(&exception_);
  }
  ~MagickJob() override {
    DestroyImage(source_);
    if (second_ != nullptr) DestroyImage(second_);
    DestroyExceptionInfo(&exception_);
  }

  void Run() override { DestroyImage(Made()); }

  RawImage Result() override {
    Image* image = Made();
    RawImage raw = MakeRawImage(image);
    DestroyImage(image);
    return raw;
  }

 private:
  Image* Made() {
    Image* image = make_(work_, {source_, second_}, &exception_);
    if (image == nullptr) throw std::runtime_error("the operation failed");
    return image;
  }

  Work work_;
  Make make_;
  Image *source_, *second_;
  ExceptionInfo exception_;
};

// A library with this interface, at the quantum depth of the headers.
class MagickPeer : public Peer {
 public:
  // separable: not in the common interface; nullptr where the library has none.
  MagickPeer(const char* name, const std::string& version, MagickJob::Make separable)
      : name_(name), version_(version), separable_(separable) {}

  std::string Name() const override { return name_; }
  std::string Version() const override { return version_; }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    const auto make = work.operation == Operation::kSeparable ? separable_ : MagickOperation;
    if (work.source->depth != QuantumDepth || make == nullptr) return nullptr;
    SetMagickResourceLimit(ThreadsResource, work.threads);
    return std::make_unique<MagickJob>(work, make);
  }

 private:
  const std::string name_, version_;
  const MagickJob::Make separable_;
};

}  // namespace
}  // namespace lodestone::bench
