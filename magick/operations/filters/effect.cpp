#include "magick/effect.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "accel/work.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/window/gaussian.hpp"
#include "kernels/window/separable_plan.hpp"
#include "kernels/window/taps.hpp"
#include "magick/core/calls/recent_plans.hpp"
#include "magick/operations/filters/effect_run.hpp"
#include "magick/enhance.h"
#include "magick/core/errors/check_known.hpp"
#include "magick/core/pixels/pixel_view.hpp"

namespace lodestone {
namespace {

constexpr char kBadSigma[] = "sigma must be finite and not 0";
constexpr char kTooWide[] = "kernel radius is too large";
constexpr char kSmallerThanRadius[] = "image smaller than radius";

bool IsSmallerThan(const Image* image, std::uint32_t width) {
  return image->columns < width || image->rows < width;
}

std::string ConvolveText(std::uint32_t order) {
  return "[%s] Convolve: order " + std::to_string(order) + "...";
}

// Grey images stay grey: only the red of the background counts then, as in GraphicsMagick.
PixelPacket ConvolvedBackground(const Image* image) {
  PixelPacket color = image->background_color;
  if (image->is_grayscale && !HasOpacity(image)) color.green = color.blue = color.red;
  return color;
}

// Separable filters.

// Kernels that extend beyond both ends of the image need not be wider than what they can reach.
std::uint32_t MaxUsefulWidth(const Image* image) {
  const std::uint64_t longest = std::max(image->columns, image->rows);
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(2 * longest + 1, kernels::kMaxKernelWidth));
}

// What Blur does after rounding, and the text for the monitor.
struct BlurExtras {
  MagickAccelerateOperation operation = MagickAccelerateBlur;
  MagickAccelerateFinish finish{};
  std::string text;            // empty: BlurImage's
  const char* name = nullptr;  // in events; null: the operation's
};

Image* Blur(const EffectCall& effect, double radius, double sigma, const BlurExtras& extras) {
  const Image* image = effect.image;
  if (!kernels::IsUsableSigma(sigma)) return effect.Refuse(kBadSigma);
  if (radius > 0.0 && !kernels::KernelWidth1D(radius, sigma)) return effect.Refuse(kTooWide);
  const std::vector<double> kernel = kernels::BlurKernel(radius, sigma, MaxUsefulWidth(image));
  const auto wide = PlanWide(effect, kernel, kernel, kernels::Fold::kCut, extras.finish.keep);
  SharedPlan plan;
  MagickAccelerateWork work;
  if (wide) {
    work = WideWork(*wide, extras.operation);
  } else {
    plan = PlanSeparable(Narrow(image->columns), Narrow(image->rows), kernel, kernel,
                         kernels::Fold::kCut);
    work = accel::ResampleWorkRecord(extras.operation, *plan, MagickAccelerateOpaque);
    if (extras.operation == MagickAccelerateBlur) WeighInLight(image, &work);
  }
  work.finish = extras.finish;
  if (extras.name) work.name = extras.name;
  const std::string text = "[%s] Blur: order " + std::to_string(kernel.size()) + "...";
  Image* blurred = RunEffect(effect, work, extras.text.empty() ? text : extras.text);
  if (blurred) blurred->page = image->page;  // other effects make it the image's size
  return blurred;
}

Image* GaussianBlur(const EffectCall& effect, ChannelType channel, double radius, double sigma) {
  const Image* image = effect.image;
  if (!kernels::IsUsableSigma(sigma)) return effect.Refuse(kBadSigma);
  const std::optional<std::uint32_t> width = kernels::KernelWidth2D(radius, sigma);
  if (!width || IsSmallerThan(image, *width)) return effect.Refuse(kSmallerThanRadius);
  const std::vector<double> kernel = kernels::GaussianKernel(*width, sigma);
  return RunSeparable(effect, {kernel, kernel, VirtualBorder(image), ConvolvedBackground(image)},
                      KeptSamples(image, channel), ConvolveText(*width));
}

// In quantum steps.
float ThresholdSteps(double threshold) {
  return static_cast<float>(std::clamp(MaxRGBDouble * threshold / 2.0, 0.0, MaxRGBDouble + 1.0));
}

// The differences it is compared with are integers, so it may be one as well.
float WholeThreshold(double threshold) {
  return std::ceil(ThresholdSteps(threshold));
}

// What an unsharp mask sharpens, as MagickAccelerateFinish says.
struct Sharpening {
  std::uint32_t keep, kind;
  float threshold;
  const char* name;
};

Image* Unsharp(const EffectCall& effect, const Sharpening& sharpening, double radius, double sigma,
               double amount, double threshold) {
  BlurExtras extras{MagickAccelerateUnsharp, {}, {}, sharpening.name};
  extras.finish = {sharpening.keep, sharpening.kind, static_cast<float>(amount),
                   sharpening.threshold};
  if (!std::isfinite(extras.finish.amount)) return effect.Refuse("amount is too large");
  char text[MaxTextExtent];
  std::snprintf(text, sizeof text, "[%%s] Unsharp mask: amount %g, threshold %g...", amount,
                threshold);
  extras.text = text;
  return Blur(effect, radius, sigma, extras);
}

// Filters with a full matrix.

Image* Convolve(const EffectCall& effect, std::uint32_t order, const double* kernel,
                std::uint32_t keep = 0) {
  if (order % 2 == 0) return effect.Refuse("kernel width must be an odd number");
  if (IsSmallerThan(effect.image, order)) return effect.Refuse("image smaller than kernel width");
  if (!kernel) return effect.Refuse("the kernel is missing");
  const kernels::TapList taps = kernels::MatrixTaps(order, {kernel, std::size_t{order} * order});
  if (!kernels::HasFiniteSums(taps.weights)) return effect.Refuse("kernel is not finite");
  return RunTaps(effect, MagickAccelerateConvolve, taps, ConvolvedBackground(effect.image), keep,
                 ConvolveText(order));
}

// Errors about the matrix are reported as those of ConvolveImage.
EffectCall AsConvolution(const EffectCall& effect) {
  return {effect.image, "Unable to convolve image", effect.exception, effect.weights};
}

Image* Sharpen(const EffectCall& effect, ChannelType channel, double radius, double sigma) {
  if (!kernels::IsUsableSigma(sigma)) return effect.Refuse(kBadSigma);
  const std::optional<std::uint32_t> width = kernels::KernelWidth1D(radius, sigma);
  if (!width || IsSmallerThan(effect.image, *width)) return effect.Refuse(kSmallerThanRadius);
  return Convolve(AsConvolution(effect), *width, kernels::SharpenMatrix(*width, sigma).data(),
                  KeptSamples(effect.image, channel));
}

// Operations without a sigma have a neighbourhood as wide as that of a Gaussian with this one.
constexpr double kDefaultSigma = 0.5;

Image* Edge(const EffectCall& effect, double radius) {
  const std::optional<std::uint32_t> width = kernels::KernelWidth1D(radius, kDefaultSigma);
  if (!width || IsSmallerThan(effect.image, *width)) return effect.Refuse(kSmallerThanRadius);
  return Convolve(AsConvolution(effect), *width, kernels::EdgeMatrix(*width).data());
}

Image* Emboss(const EffectCall& effect, double radius, double sigma) {
  if (!kernels::IsUsableSigma(sigma)) return effect.Refuse(kBadSigma);
  const std::optional<std::uint32_t> width = kernels::KernelWidth1D(radius, kDefaultSigma);
  if (!width) return effect.Refuse(kTooWide);
  if (IsSmallerThan(effect.image, *width))
    return AsConvolution(effect).Refuse("image smaller than kernel width");
  ImageHolder result(
      Convolve(AsConvolution(effect), *width, kernels::EmbossMatrix(*width, sigma).data()));
  if (!result.get()) return nullptr;
  if (EqualizeImage(result.get()) == MagickFail) {
    CopyException(effect.exception, &result.get()->exception);
    return nullptr;
  }
  return result.release();
}

// Others.

Image* MotionBlur(const EffectCall& effect, double radius, double sigma, double angle) {
  if (!kernels::IsUsableSigma(sigma)) return effect.Refuse(kBadSigma);
  const std::optional<std::uint32_t> width = kernels::KernelWidth1D(radius, sigma);
  if (!width) return effect.Refuse(kTooWide);
  return RunTaps(effect, MagickAccelerateMotionBlur, kernels::MotionTaps(*width, sigma, angle),
                 effect.image->background_color, 0, "[%s] Motion blur...");
}

Image* Rank(const EffectCall& effect, MagickAccelerateOperation operation, double radius,
            const char* text) {
  const Image* image = effect.image;
  const std::optional<std::uint32_t> width = kernels::KernelWidth2D(radius, kDefaultSigma);
  if (!width || IsSmallerThan(image, *width)) return effect.Refuse(kSmallerThanRadius);
  const std::uint32_t half = *width / 2;
  const kernels::BorderMap map = kernels::BuildBorderMap(
      VirtualBorder(image), Narrow(image->columns), Narrow(image->rows), {half, half, half, half});
  MagickAccelerateWork work = accel::PlainWorkRecord(operation);
  work.window = *width;
  SetBorder(map, VirtualBorder(image), image->background_color, &work);
  return RunEffect(effect, work, text);
}

// RunEntry for a function with a channel argument.
template <class Body>
Image* RunChannelEntry(const EffectCall& effect, ChannelType channel,
                       std::initializer_list<NamedNumber> numbers, Body&& body) {
  return RunEntry(effect, numbers, [&]() -> Image* {
    return CheckKnown(channel, effect.exception) ? body() : nullptr;
  });
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* BlurImage(const Image* image, const double radius, const double sigma,
                 ExceptionInfo* exception) {
  return BlurImageChannel(image, AllChannels, radius, sigma, exception);
}

Image* BlurImageChannel(const Image* image, const ChannelType channel, const double radius,
                        const double sigma, ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception, true};
  return RunChannelEntry(effect, channel, {{"radius", radius}, {"sigma", sigma}}, [&] {
    BlurExtras extras;
    extras.finish.keep = KeptSamples(image, channel);
    return Blur(effect, radius, sigma, extras);
  });
}

Image* ConvolveImage(const Image* image, const unsigned int order, const double* kernel,
                     ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to convolve image", exception};
  return RunEntry(effect, {}, [&] { return Convolve(effect, order, kernel); });
}

Image* DespeckleImage(const Image* image, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to despeckle image", exception};
  return RunEntry(effect, {}, [&] {
    return RunEffect(effect, accel::PlainWorkRecord(MagickAccelerateDespeckle),
                     "[%s] Despeckle...");
  });
}

Image* EdgeImage(const Image* image, const double radius, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to edge image", exception};
  return RunEntry(effect, {{"radius", radius}}, [&] { return Edge(effect, radius); });
}

Image* EmbossImage(const Image* image, const double radius, const double sigma,
                   ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to emboss image", exception};
  return RunEntry(effect, {{"radius", radius}, {"sigma", sigma}},
                  [&] { return Emboss(effect, radius, sigma); });
}

Image* GaussianBlurImage(const Image* image, const double radius, const double sigma,
                         ExceptionInfo* exception) {
  return GaussianBlurImageChannel(image, AllChannels, radius, sigma, exception);
}

Image* GaussianBlurImageChannel(const Image* image, const ChannelType channel, const double radius,
                                const double sigma, ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception, true};
  return RunChannelEntry(effect, channel, {{"radius", radius}, {"sigma", sigma}},
                         [&] { return GaussianBlur(effect, channel, radius, sigma); });
}

Image* MedianFilterImage(const Image* image, const double radius, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to filter image", exception};
  return RunEntry(effect, {{"radius", radius}}, [&] {
    return Rank(effect, MagickAccelerateMedian, radius, "[%s] Filter with neighborhood ranking...");
  });
}

Image* MotionBlurImage(const Image* image, const double radius, const double sigma,
                       const double angle, ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception, true};
  return RunEntry(effect, {{"radius", radius}, {"sigma", sigma}, {"angle", angle}},
                  [&] { return MotionBlur(effect, radius, sigma, angle); });
}

Image* ReduceNoiseImage(const Image* image, const double radius, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to filter image", exception};
  return RunEntry(effect, {{"radius", radius}}, [&] {
    return Rank(effect, MagickAccelerateReduceNoise, radius, "[%s] Reduce noise...  ");
  });
}

Image* SharpenImage(const Image* image, const double radius, const double sigma,
                    ExceptionInfo* exception) {
  return SharpenImageChannel(image, AllChannels, radius, sigma, exception);
}

Image* SharpenImageChannel(const Image* image, const ChannelType channel, const double radius,
                           const double sigma, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to sharpen image", exception, true};
  return RunChannelEntry(effect, channel, {{"radius", radius}, {"sigma", sigma}},
                         [&] { return Sharpen(effect, channel, radius, sigma); });
}

Image* UnsharpMaskImage(const Image* image, const double radius, const double sigma,
                        const double amount, const double threshold, ExceptionInfo* exception) {
  return UnsharpMaskImageChannel(image, AllChannels, radius, sigma, amount, threshold, exception);
}

Image* UnsharpMaskImageChannel(const Image* image, const ChannelType channel, const double radius,
                               const double sigma, const double amount, const double threshold,
                               ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception, true};
  return RunChannelEntry(
      effect, channel,
      {{"radius", radius}, {"sigma", sigma}, {"amount", amount}, {"threshold", threshold}}, [&] {
        return Unsharp(
            effect,
            {KeptSamples(image, channel), LS_SHARPEN_SAMPLES, WholeThreshold(threshold), nullptr},
            radius, sigma, amount, threshold);
      });
}

Image* UnsharpMaskLumaImage(const Image* image, const double radius, const double sigma,
                            const double amount, const double threshold, ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception, true};
  return RunEntry(
      effect, {{"radius", radius}, {"sigma", sigma}, {"amount", amount}, {"threshold", threshold}},
      [&] {
        return Unsharp(
            effect, {KeptFourth(image), LS_SHARPEN_LUMA, ThresholdSteps(threshold), "unsharp-luma"},
            radius, sigma, amount, threshold);
      });
}
