// Options that blur, sharpen and filter.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "utilities/options/image_tasks.hpp"
#include "utilities/options/number_list.hpp"
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

// radius x sigma + third + fourth, as far as given.
struct Numbers {
  double radius = 0.0, sigma = 1.0, third = 0.0, fourth = 0.0;
};

Numbers ParseNumbers(const OptionUse& use, Numbers defaults = {}) {
  Numbers numbers = defaults;
  GetMagickDimension(use.value(), &numbers.radius, &numbers.sigma, &numbers.third, &numbers.fourth);
  return numbers;
}

template <Image* (*Operation)(const Image*, double, double, ExceptionInfo*)>
void ApplyGaussian(ImageTask* task, const OptionUse& use) {
  const Numbers numbers = ParseNumbers(use);
  SetLinearLight(task, "blur");
  SetAlphaWeights(task);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return Operation(image, numbers.radius, numbers.sigma, exception);
  });
}

// GraphicsMagick takes one number: 0x1 is hexadecimal, not a radius and a sigma.
template <Image* (*Operation)(const Image*, double, ExceptionInfo*)>
void ApplyRadius(ImageTask* task, const OptionUse& use) {
  const double radius = std::strtod(use.value(), nullptr);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return Operation(image, radius, exception);
  });
}

void ApplyMotionBlur(ImageTask* task, const OptionUse& use) {
  const Numbers numbers = ParseNumbers(use);
  SetAlphaWeights(task);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return MotionBlurImage(image, numbers.radius, numbers.sigma, numbers.third, exception);
  });
}

void ApplyUnsharp(ImageTask* task, const OptionUse& use) {
  const Numbers numbers = ParseNumbers(use, {0.0, 1.0, 1.0, 0.05});
  const auto sharpen =
      IsDefined(task->info, "unsharp", "luma") ? UnsharpMaskLumaImage : UnsharpMaskImage;
  SetAlphaWeights(task);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return sharpen(image, numbers.radius, numbers.sigma, numbers.third, numbers.fourth, exception);
  });
}

void ApplyLocalContrast(ImageTask* task, const OptionUse& use) {
  const Numbers numbers = ParseNumbers(use, {10.0, 12.5});
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return LocalContrastImage(image, numbers.radius, numbers.sigma, exception);
  });
}

// A per cent sign is for the threshold alone.
void ApplyWaveletDenoise(ImageTask* task, const OptionUse& use) {
  Numbers numbers = ParseNumbers(use, {0.0, 0.0});
  if (std::strchr(use.value(), '%')) numbers.radius *= MaxRGBDouble / 100.0;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return WaveletDenoiseImage(image, numbers.radius, numbers.sigma, exception);
  });
}

// A per cent sign is for the threshold alone.
void ApplySelectiveBlur(ImageTask* task, const OptionUse& use) {
  Numbers numbers = ParseNumbers(use);
  if (std::strchr(use.value(), '%')) numbers.third *= MaxRGBDouble / 100.0;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return SelectiveBlurImage(image, numbers.radius, numbers.sigma, numbers.third, exception);
  });
}

// Width, height, sigma of intensities, sigma of distances. What is not given depends on the first
// two: the height is the width, the sigmas are the diagonal and a quarter of it.
void ApplyBilateralBlur(ImageTask* task, const OptionUse& use) {
  double width = 0.0, height = 0.0, intensity = 0.0, distance = 0.0;
  const int given = GetMagickDimension(use.value(), &width, &height, &intensity, &distance);
  if (given < 2) height = width;
  const double diagonal = std::hypot(width, height);
  if (given < 3) intensity = diagonal;
  if (given < 4) distance = diagonal / 4.0;
  const auto side = [](double value) {
    return static_cast<unsigned long>(std::clamp(value, 0.0, 4294967295.0));
  };
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return BilateralBlurImage(image, side(width), side(height), intensity, distance, exception);
  });
}

void ApplyRotationalBlur(ImageTask* task, const OptionUse& use) {
  const double angle = std::strtod(use.value(), nullptr);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return RotationalBlurImage(image, angle, exception);
  });
}

void CheckAngle(const OptionUse& use) {
  CheckNumber(use.values[0], use);
}

// Without a number.
template <Image* (*Operation)(const Image*, ExceptionInfo*)>
void ApplyAlone(ImageTask* task, const OptionUse& use) {
  Replace(task, use, Operation);
}

// Of colours after +, else in grey.
void ApplyShade(ImageTask* task, const OptionUse& use) {
  const Numbers angles = ParseNumbers(use, {30.0, 30.0});
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return ShadeImage(image, !use.plus, angles.radius, angles.sigma, exception);
  });
}

// A per cent sign is for the offset alone.
void ApplyLocalThreshold(ImageTask* task, const OptionUse& use) {
  unsigned long width = 3, height = 3;
  double offset = 0.0;
  (void)std::sscanf(use.value(), "%lux%lu%lf", &width, &height, &offset);
  if (std::strchr(use.value(), '%')) offset *= MaxRGBDouble / 100.0;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return AdaptiveThresholdImage(image, width, height, offset, exception);
  });
}

void CheckKernel(const OptionUse& use) {
  if (CheckSquare(use) % 2 == 0)
    throw CommandError("Kernel width must be an odd number", use.spelled());
}

void ApplyConvolve(ImageTask* task, const OptionUse& use) {
  const std::vector<double> kernel = ParseElements(use);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return ConvolveImage(image, SquareOrder(kernel), kernel.data(), exception);
  });
}

constexpr Option kOptions[] = {
    {"bilateral-blur", kConvert, 1, kNoPlus, "widthxheight+intensity-sigma+spatial-sigma",
     "mean of the pixels around, the near and the similar ones first", CheckGeometry, nullptr,
     ApplyBilateralBlur},
    {"blur", kConvert | kMontage, 1, 1, "radiusxsigma", "blur the image", CheckGeometry, nullptr,
     ApplyGaussian<BlurImage>},
    {"charcoal", kConvert, 1, kNoPlus, "radiusxsigma", "simulate a charcoal drawing", CheckGeometry,
     nullptr, ApplyGaussian<CharcoalImage>},
    {"convolve", kConvert, 1, kNoPlus, "kernel", "convolve image with the specified kernel",
     CheckKernel, nullptr, ApplyConvolve},
    {"despeckle", kConvert, 0, kNoPlus, "", "reduce the speckles within an image", nullptr, nullptr,
     ApplyAlone<DespeckleImage>},
    {"edge", kConvert, 1, kNoPlus, "radius", "apply a filter to detect edges in the image",
     CheckGeometry, nullptr, ApplyRadius<EdgeImage>},
    {"emboss", kConvert, 1, kNoPlus, "radiusxsigma", "emboss an image", CheckGeometry, nullptr,
     ApplyGaussian<EmbossImage>},
    {"enhance", kConvert, 0, kNoPlus, "", "average similar neighbours to reduce noise", nullptr,
     nullptr, ApplyAlone<EnhanceImage>},
    {"gaussian", kConvert, 1, 1, "radiusxsigma", "gaussian blur an image", CheckGeometry, nullptr,
     ApplyGaussian<GaussianBlurImage>},
    {"gaussian-blur", kConvert, 1, 1, "radiusxsigma", "the same as -gaussian", CheckGeometry,
     nullptr, ApplyGaussian<GaussianBlurImage>},
    {"lat", kConvert, 1, kNoPlus, "widthxheight+offset{%}", "local adaptive thresholding",
     CheckGeometry, nullptr, ApplyLocalThreshold},
    {"local-contrast", kConvert, 1, kNoPlus, "radiusxstrength",
     "strengthen the contrast with what is around", CheckGeometry, nullptr, ApplyLocalContrast},
    {"median", kConvert, 1, kNoPlus, "radius", "apply a median filter to the image", CheckGeometry,
     nullptr, ApplyRadius<MedianFilterImage>},
    {"motion-blur", kConvert, 1, 1, "radiusxsigma+angle", "simulate motion blur", CheckGeometry,
     nullptr, ApplyMotionBlur},
    {"paint", kConvert, 1, kNoPlus, "radius", "simulate an oil painting", CheckGeometry, nullptr,
     ApplyRadius<OilPaintImage>},
    {"radial-blur", kConvert, 1, kNoPlus, "angle", "the same as -rotational-blur", CheckAngle,
     nullptr, ApplyRotationalBlur},
    {"rotational-blur", kConvert, 1, kNoPlus, "angle", "blur along arcs around the center",
     CheckAngle, nullptr, ApplyRotationalBlur},
    {"selective-blur", kConvert, 1, kNoPlus, "radiusxsigma+threshold{%}",
     "blur among pixels that differ by less than the threshold", CheckGeometry, nullptr,
     ApplySelectiveBlur},
    {"shade", kConvert, 1, 1, "azimuthxelevation", "light the image from afar", CheckGeometry,
     nullptr, ApplyShade},
    {"sharpen", kWriters, 1, 1, "radiusxsigma", "sharpen the image", CheckGeometry, nullptr,
     ApplyGaussian<SharpenImage>},
    {"unsharp", kConvert | kComposite, 1, kNoPlus, "radiusxsigma+amount+threshold",
     "apply unsharp mask filter to the image", CheckGeometry, nullptr, ApplyUnsharp},
    {"wavelet-denoise", kConvert, 1, kNoPlus, "threshold{%}xsoftness",
     "remove noise by shrinking wavelet details", CheckGeometry, nullptr, ApplyWaveletDenoise},
};

}  // namespace

std::span<const Option> EffectOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
