// Functions of the pixels of windows.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <span>

#include "accel/work.hpp"
#include "kernels/window/neighborhood/selective_blur_plan.hpp"
#include "kernels/window/gaussian.hpp"
#include "magick/colorspace.h"
#include "magick/effect.h"
#include "magick/operations/filters/effect_run.hpp"
#include "magick/fx.h"
#include "magick/core/pixels/pixel_view.hpp"

namespace lodestone {
namespace {

constexpr char kSmallerThanRadius[] = "image smaller than radius";

struct WindowRule {
  const char* name;  // in events
  MagickAccelerateNeighborhoodFunction function;
  std::uint32_t window;
  std::initializer_list<float> numbers;
  std::span<const float> table = {};
};

// `text`: for the monitor, a printf format that takes the file name.
Image* RunNeighborhood(const EffectCall& effect, const WindowRule& rule, const char* text) {
  const Image* image = effect.image;
  const std::uint32_t half = rule.window / 2;
  const kernels::BorderMap map = kernels::BuildBorderMap(
      VirtualBorder(image), Narrow(image->columns), Narrow(image->rows), {half, half, half, half});
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateNeighborhood);
  work.name = rule.name;
  work.window = rule.window;
  work.neighborhood.function = rule.function;
  std::copy(rule.numbers.begin(), rule.numbers.end(), work.neighborhood.numbers);
  work.table = {rule.table.data(), static_cast<std::uint32_t>(rule.table.size())};
  SetBorder(map, VirtualBorder(image), image->background_color, &work);
  return RunEffect(effect, work, text);
}

bool IsSmallerThan(const Image* image, unsigned long columns, unsigned long rows) {
  return image->columns < columns || image->rows < rows;
}

// The result of `run`, made TrueColorType. Images in other colour spaces are converted before.
template <class Run>
Image* AsTrueColor(const EffectCall& effect, Run&& run) {
  if (IsRGBColorspace(effect.image->colorspace)) return ToType(effect, run(effect), TrueColorType);
  const ImageHolder rgb(TypedCopy(effect, TrueColorType));
  if (!rgb.get()) return nullptr;
  return run(EffectCall{rgb.get(), effect.reason, effect.exception});
}

// Rounded as in GraphicsMagick; beyond these limits, nothing changes.
float WholeOffset(double offset) {
  constexpr double kMost = 2.0 * MaxRGBDouble;
  return static_cast<float>(std::trunc(std::clamp(offset, -kMost, kMost) + 0.5));
}

Image* LocalThreshold(const EffectCall& effect, unsigned long width, unsigned long height,
                      double offset) {
  const Image* image = effect.image;
  if (width == 0 || height == 0) return effect.Refuse("the rectangle is empty");
  if (IsSmallerThan(image, width, height)) return effect.Refuse(kSmallerThanRadius);
  if (image->is_monochrome) return CloneImage(image, 0, 0, MagickTrue, effect.exception);
  const std::uint32_t window = Narrow(std::max(width, height)) / 2 * 2 + 1;
  return AsTrueColor(effect, [&](const EffectCall& rgb) {
    Image* made = RunNeighborhood(rgb,
                                  {"adaptive-threshold",
                                   MagickAccelerateLocalThreshold,
                                   window,
                                   {float(width), float(height), WholeOffset(offset)}},
                                  "[%s] Adaptive threshold...");
    if (!made) return made;
    made->is_monochrome = made->is_grayscale;
    made->page = image->page;
    return made;
  });
}

Image* Enhance(const EffectCall& effect) {
  constexpr std::uint32_t kWindow = 5;
  if (IsSmallerThan(effect.image, kWindow, kWindow))
    return effect.Refuse("image smaller than 5x5 pixels");
  return RunNeighborhood(effect, {"enhance", MagickAccelerateEnhance, kWindow, {}},
                         "[%s] Enhance...  ");
}

Image* Shade(const EffectCall& effect, bool grey, double azimuth, double elevation) {
  const double across = azimuth * std::numbers::pi / 180, up = elevation * std::numbers::pi / 180;
  const auto light = [](double direction) { return static_cast<float>(MaxRGBDouble * direction); };
  Image* made = RunNeighborhood(
      effect,
      {"shade",
       MagickAccelerateShade,
       3,
       {light(std::cos(across) * std::cos(up)), light(std::sin(across) * std::cos(up)),
        light(std::sin(up)), grey ? 1.0f : 0.0f}},
      "[%s] Shade...");
  if (!made) return nullptr;
  made->is_monochrome = MagickFalse;
  if (grey) made->is_grayscale = MagickTrue;
  return made;
}

Image* Paint(const EffectCall& effect, double radius) {
  // The neighbourhood is as wide as that of a Gaussian with this sigma.
  constexpr double kSigma = 0.5;
  const std::optional<std::uint32_t> width = kernels::KernelWidth1D(radius, kSigma);
  if (!width || IsSmallerThan(effect.image, *width, *width))
    return effect.Refuse(kSmallerThanRadius);
  return AsTrueColor(effect, [&](const EffectCall& rgb) {
    return RunNeighborhood(rgb, {"oil-paint", MagickAcceleratePaint, *width, {}},
                           "[%s] OilPaint...");
  });
}

// CMYK images have black in place of alpha.
Image* BlurSelectively(const EffectCall& effect, const char* name,
                       const kernels::SelectiveBlurPlan& plan, const char* text) {
  const Image* image = effect.image;
  const bool by_alpha = image->matte && image->colorspace != CMYKColorspace;
  const std::uint32_t window = std::max(plan.columns, plan.rows) / 2 * 2 + 1;
  return RunNeighborhood(effect,
                         {name,
                          MagickAccelerateSelectiveBlur,
                          window,
                          {float(plan.columns), float(plan.rows), float(plan.differences),
                           by_alpha ? 1.0f : 0.0f, plan.by_difference ? 1.0f : 0.0f},
                          plan.table},
                         text);
}

constexpr char kTooWide[] = "kernel radius is too large";

Image* SelectiveBlur(const EffectCall& effect, double radius, double sigma, double threshold) {
  if (!kernels::IsUsableSigma(sigma)) return effect.Refuse("sigma must be finite and not 0");
  const std::optional<std::uint32_t> side = kernels::KernelWidth1D(radius, sigma);
  if (!side || *side > kernels::kMaxSelectiveBlurSize) return effect.Refuse(kTooWide);
  // No pixel differs from itself by less.
  if (threshold <= 0.0) return CloneImage(effect.image, 0, 0, MagickTrue, effect.exception);
  const double limit = std::min(std::ceil(threshold), MaxRGBDouble + 1.0);
  return BlurSelectively(
      effect, "selective-blur",
      kernels::PlanSelective(*side, std::abs(sigma), static_cast<std::uint32_t>(limit)),
      "[%s] Selective blur...");
}

Image* BilateralBlur(const EffectCall& effect, unsigned long width, unsigned long height,
                     double intensity_sigma, double spatial_sigma) {
  // Differences are counted in 255 steps.
  const double difference_sigma = std::abs(intensity_sigma) * (MaxRGBDouble / 255.0);
  if (!kernels::IsUsableSigma(difference_sigma) || !kernels::IsUsableSigma(spatial_sigma))
    return effect.Refuse("sigmas must be finite and not 0");
  if (std::max(width, height) > kernels::kMaxSelectiveBlurSize) return effect.Refuse(kTooWide);
  const auto side = [](unsigned long given) { return std::max(Narrow(given), 1u); };
  return BlurSelectively(
      effect, "bilateral-blur",
      kernels::PlanBilateral(side(width), side(height), difference_sigma, std::abs(spatial_sigma)),
      "[%s] Bilateral blur...");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* AdaptiveThresholdImage(const Image* image, const unsigned long width,
                              const unsigned long height, const double offset,
                              ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to threshold image", exception};
  return RunEntry(effect, {{"offset", offset}},
                  [&] { return LocalThreshold(effect, width, height, offset); });
}

Image* BilateralBlurImage(const Image* image, const unsigned long width, const unsigned long height,
                          const double intensity_sigma, const double spatial_sigma,
                          ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception};
  return RunEntry(
      effect, {{"intensity_sigma", intensity_sigma}, {"spatial_sigma", spatial_sigma}},
      [&] { return BilateralBlur(effect, width, height, intensity_sigma, spatial_sigma); });
}

Image* EnhanceImage(const Image* image, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to enhance image", exception};
  return RunEntry(effect, {}, [&] { return Enhance(effect); });
}

Image* OilPaintImage(const Image* image, const double radius, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to paint image", exception};
  return RunEntry(effect, {{"radius", radius}}, [&] { return Paint(effect, radius); });
}

Image* SelectiveBlurImage(const Image* image, const double radius, const double sigma,
                          const double threshold, ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception};
  return RunEntry(effect, {{"radius", radius}, {"sigma", sigma}, {"threshold", threshold}},
                  [&] { return SelectiveBlur(effect, radius, sigma, threshold); });
}

Image* ShadeImage(const Image* image, const unsigned int gray, double azimuth, double elevation,
                  ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to shade image", exception};
  return RunEntry(effect, {{"azimuth", azimuth}, {"elevation", elevation}},
                  [&] { return Shade(effect, gray != 0, azimuth, elevation); });
}
