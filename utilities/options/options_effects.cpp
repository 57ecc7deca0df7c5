// Options that blur, sharpen and filter.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "utilities/options/image_tasks.hpp"
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
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return Operation(image, numbers.radius, numbers.sigma, exception);
  });
}

template <Image* (*Operation)(const Image*, double, ExceptionInfo*)>
void ApplyRadius(ImageTask* task, const OptionUse& use) {
  const double radius = ParseNumbers(use).radius;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return Operation(image, radius, exception);
  });
}

void ApplyMotionBlur(ImageTask* task, const OptionUse& use) {
  const Numbers numbers = ParseNumbers(use);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return MotionBlurImage(image, numbers.radius, numbers.sigma, numbers.third, exception);
  });
}

void ApplyUnsharp(ImageTask* task, const OptionUse& use) {
  const Numbers numbers = ParseNumbers(use, {0.0, 1.0, 1.0, 0.05});
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return UnsharpMaskImage(image, numbers.radius, numbers.sigma, numbers.third, numbers.fourth,
                            exception);
  });
}

void ApplyDespeckle(ImageTask* task, const OptionUse& use) {
  Replace(task, use, DespeckleImage);
}

// +gamma only says what the gamma of the image is.
void ApplyGamma(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    if (use.plus) {
      image->gamma = std::strtod(use.value(), nullptr);
    } else {
      ThrowOrPrintImage(image, GammaImage(image, use.value()), "Unable to gamma correct image");
    }
  });
}

void CheckGamma(const OptionUse& use) {
  char* end = nullptr;
  (void)std::strtod(use.value(), &end);
  if (end == use.value()) throw MalformedArgument(use.spelled());
}

// +negate changes only grey pixels.
void ApplyNegate(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, NegateImage(image, use.plus), "Unable to negate image");
  });
}

// Numbers separated by commas or spaces.
std::vector<double> ParseKernel(const OptionUse& use) {
  constexpr char kBetween[] = ", \t\n";
  const std::string& text = use.values.at(0);
  std::vector<double> kernel;
  for (std::size_t at = text.find_first_not_of(kBetween); at != std::string::npos;
       at = text.find_first_not_of(kBetween, at)) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const std::string word = text.substr(at, end - at);
    // One sign at most: from_chars accepts only '-'.
    const char* digits = word.c_str() + (word[0] == '+' && word[1] != '-' ? 1 : 0);
    double value = 0.0;
    const auto [stop, error] = std::from_chars(digits, word.c_str() + word.size(), value);
    if (error != std::errc() || *stop != '\0' || !std::isfinite(value))
      throw CommandError("Not a number in the argument of '" + use.spelled() + "'", word);
    kernel.push_back(value);
    at = end;
  }
  return kernel;
}

unsigned OrderOf(const std::vector<double>& kernel) {
  return static_cast<unsigned>(std::lround(std::sqrt(static_cast<double>(kernel.size()))));
}

void CheckKernel(const OptionUse& use) {
  const std::vector<double> kernel = ParseKernel(use);
  const std::size_t order = OrderOf(kernel);
  if (kernel.empty()) throw MalformedArgument(use.spelled());
  if (order * order != kernel.size())
    throw CommandError("Matrix is not square", std::to_string(kernel.size()) + " elements");
  if (order % 2 == 0) throw CommandError("Kernel width must be an odd number", use.spelled());
}

void ApplyConvolve(ImageTask* task, const OptionUse& use) {
  const std::vector<double> kernel = ParseKernel(use);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return ConvolveImage(image, OrderOf(kernel), kernel.data(), exception);
  });
}

constexpr Option kOptions[] = {
    {"blur", kConvert, 1, 1, "radiusxsigma", "blur the image", CheckGeometry, nullptr,
     ApplyGaussian<BlurImage>},
    {"convolve", kConvert, 1, kNoPlus, "kernel", "convolve image with the specified kernel",
     CheckKernel, nullptr, ApplyConvolve},
    {"despeckle", kConvert, 0, kNoPlus, "", "reduce the speckles within an image", nullptr, nullptr,
     ApplyDespeckle},
    {"edge", kConvert, 1, kNoPlus, "radius", "apply a filter to detect edges in the image",
     CheckGeometry, nullptr, ApplyRadius<EdgeImage>},
    {"emboss", kConvert, 1, kNoPlus, "radiusxsigma", "emboss an image", CheckGeometry, nullptr,
     ApplyGaussian<EmbossImage>},
    {"gamma", kConvert, 1, 1, "level", "gamma correction, of red,green,blue; +gamma only sets it",
     CheckGamma, nullptr, ApplyGamma},
    {"gaussian", kConvert, 1, 1, "radiusxsigma", "gaussian blur an image", CheckGeometry, nullptr,
     ApplyGaussian<GaussianBlurImage>},
    {"gaussian-blur", kConvert, 1, 1, "radiusxsigma", "the same as -gaussian", CheckGeometry,
     nullptr, ApplyGaussian<GaussianBlurImage>},
    {"median", kConvert, 1, kNoPlus, "radius", "apply a median filter to the image", CheckGeometry,
     nullptr, ApplyRadius<MedianFilterImage>},
    {"motion-blur", kConvert, 1, 1, "radiusxsigma+angle", "simulate motion blur", CheckGeometry,
     nullptr, ApplyMotionBlur},
    {"negate", kConvert, 0, 0, "",
     "replace every colour by its complement; +negate: grey ones only", nullptr, nullptr,
     ApplyNegate},
    {"sharpen", kConvert, 1, 1, "radiusxsigma", "sharpen the image", CheckGeometry, nullptr,
     ApplyGaussian<SharpenImage>},
    {"unsharp", kConvert, 1, kNoPlus, "radiusxsigma+amount+threshold",
     "apply unsharp mask filter to the image", CheckGeometry, nullptr, ApplyUnsharp},
};

}  // namespace

std::span<const Option> EffectOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
