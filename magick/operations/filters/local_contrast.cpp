#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "accel/work.hpp"
#include "kernels/window/gaussian.hpp"
#include "kernels/window/separable_plan.hpp"
#include "magick/effect.h"
#include "magick/operations/filters/effect_run.hpp"

namespace lodestone {
namespace {

// Rising to the middle one and falling again, to nothing beyond the ends; they add up to 1.
std::vector<double> TriangleTaps(std::int64_t half) {
  const auto whole = static_cast<double>(half + 1);
  std::vector<double> taps;
  for (std::int64_t k = -half; k <= half; ++k)
    taps.push_back((whole - static_cast<double>(std::abs(k))) / (whole * whole));
  return taps;
}

// With more, floats would overflow.
constexpr double kMostStrength = 1e9;

Image* LocalContrast(const EffectCall& effect, double radius, double strength) {
  const Image* image = effect.image;
  if (std::fabs(strength) > kMostStrength) return effect.Refuse("strength is too large");
  const auto longest = static_cast<float>(std::max(image->columns, image->rows));
  const double half = double{longest * 0.002f} * std::fabs(radius);
  if (half > kernels::kMaxKernelWidth / 2) return effect.Refuse("radius is too large");
  const std::vector<double> taps = TriangleTaps(static_cast<std::int64_t>(half));
  const kernels::ResamplePlan plan{
      kernels::BuildConvolutionAxis(Narrow(image->columns), taps, kernels::Fold::kReflect101),
      kernels::BuildConvolutionAxis(Narrow(image->rows), taps, kernels::Fold::kEdge), true};
  MagickAccelerateWork work =
      accel::ResampleWorkRecord(MagickAccelerateUnsharp, plan, MagickAccelerateOpaque);
  work.name = "local-contrast";
  work.finish = {KeptFourth(image), LS_SHARPEN_CONTRAST, static_cast<float>(strength / 100.0),
                 0.0f};
  return RunEffect(effect, work, "[%s] Local contrast...");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* LocalContrastImage(const Image* image, const double radius, const double strength,
                          ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to change contrast of image", exception};
  return RunEntry(effect, {{"radius", radius}, {"strength", strength}},
                  [&] { return LocalContrast(effect, radius, strength); });
}
