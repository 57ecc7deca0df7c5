// Operations of libraries with GraphicsMagick's interface.
// Include it after the magick/api.h of the intended library, see magick_job.hpp.
#pragma once

#include <vector>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

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

bool TakesTwo(Operation operation) {
  return operation == Operation::kOver || operation == Operation::kFlatten;
}

Image* Quantized(const Image* source, ExceptionInfo* exception) {
  return Changed(source, exception, [](Image* image) {
    QuantizeInfo info;
    GetQuantizeInfo(&info);
    info.number_colors = kPaletteColors;
    info.dither = MagickFalse;
    return QuantizeImage(&info, image);
  });
}

// The images as a list of two, for the time of the call.
Image* Flattened(const Operands& operands, ExceptionInfo* exception) {
  auto* const first = const_cast<Image*>(operands.source);
  first->next = const_cast<Image*>(operands.second);
  Image* const flat = FlattenImages(first, exception);
  first->next = nullptr;
  return flat;
}

std::vector<unsigned char> Dispatched(const Image* source, ExceptionInfo* exception) {
  std::vector<unsigned char> samples(std::size_t{source->columns} * source->rows * 3);
  if (DispatchImage(source, 0, 0, source->columns, source->rows, "RGB", CharPixel, samples.data(),
                    exception) == MagickFail)
    samples.clear();
  return samples;
}

Image* Constituted(const Image* source, const std::vector<unsigned char>& samples,
                   ExceptionInfo* exception) {
  return samples.empty() ? nullptr
                         : ConstituteImage(source->columns, source->rows, "RGB", CharPixel,
                                           samples.data(), exception);
}

// The samples of the row that takes them, made once.
Image* ConstitutedAgain(const Image* source, ExceptionInfo* exception) {
  static const Image* made_of = nullptr;
  static std::vector<unsigned char> samples;
  if (made_of != source) {
    samples = Dispatched(source, exception);
    made_of = source;
  }
  return Constituted(source, samples, exception);
}

// What programs call most, next to the above; nullptr outside the common interface.
Image* FrequentOperation(const Work& work, const Operands& operands, ExceptionInfo* exception) {
  const Image* const source = operands.source;
  switch (work.operation) {
    case Operation::kSample:
      return SampleImage(source, work.columns, work.rows, exception);
    case Operation::kThumbnail:
      return ThumbnailImage(source, work.columns, work.rows, exception);
    case Operation::kCrop: {
      const RectangleInfo middle = {work.columns, work.rows,
                                    static_cast<long>(source->columns - work.columns) / 2,
                                    static_cast<long>(source->rows - work.rows) / 2};
      return CropImage(source, &middle, exception);
    }
    case Operation::kFlop:
      return FlopImage(source, exception);
    case Operation::kContrast:
      return Changed(source, exception,
                     [](Image* image) { return ContrastImage(image, MagickTrue); });
    case Operation::kEqualize:
      return Changed(source, exception, [](Image* image) { return EqualizeImage(image); });
    case Operation::kThreshold:
      return Changed(source, exception,
                     [](Image* image) { return ThresholdImage(image, kThresholdShare * MaxRGB); });
    case Operation::kGrey:
      return Changed(source, exception,
                     [](Image* image) { return TransformColorspace(image, GRAYColorspace); });
    case Operation::kQuantize:
      return Quantized(source, exception);
    case Operation::kFlatten:
      return Flattened(operands, exception);
    case Operation::kConstitute:
      return ConstitutedAgain(source, exception);
    case Operation::kDispatch:
      return Constituted(source, Dispatched(source, exception), exception);
    default:
      return nullptr;
  }
}

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
    default:
      return FrequentOperation(work, operands, exception);
  }
}

}  // namespace
}  // namespace lodestone::bench
