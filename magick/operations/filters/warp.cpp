// Distortions of the places of pixels: implode, swirl, wave, spread; and the mean over an arc.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "magick/core/random/random.hpp"
#include "magick/effect.h"
#include "magick/operations/filters/warp_run.hpp"
#include "magick/fx.h"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_view.hpp"

namespace lodestone {
namespace {

// `plan`: of the sides of the image.
template <class Plan>
Image* KeepingSize(const EffectCall& effect, const char* name, const char* text, Plan plan) {
  const Image* image = effect.image;
  if (!CheckWarpSides(effect, image->columns, image->rows)) return nullptr;
  return RunWarp({effect, image->columns, image->rows, VirtualBorder(image), name, text},
                 plan(Narrow(image->columns), Narrow(image->rows)));
}

// Unless the image says otherwise, the background shows where it was moved away.
kernels::Border WaveBorder(const Image* image) {
  return GetImageVirtualPixelMethod(image) == UndefinedVirtualPixelMethod
             ? kernels::Border::kConstant
             : VirtualBorder(image);
}

Image* RotationalBlur(const EffectCall& effect, double degrees) {
  const Image* image = effect.image;
  if (!CheckWarpSides(effect, image->columns, image->rows)) return nullptr;
  const std::optional<kernels::WarpPlan> plan = kernels::PlanArc(
      Narrow(image->columns), Narrow(image->rows), std::numbers::pi * degrees / 180.0);
  if (!plan) return effect.Refuse("angle is too large");
  return RunWarp({effect, image->columns, image->rows, VirtualBorder(image), "rotational-blur",
                  "[%s] Rotational blur..."},
                 *plan);
}

Image* Wave(const EffectCall& effect, double amplitude, double wave_length) {
  const Image* image = effect.image;
  if (wave_length == 0.0) return effect.Refuse("wave_length must not be 0");
  const double rows =
      static_cast<double>(image->rows) + 2.0 * std::abs(static_cast<float>(amplitude));
  const auto whole = static_cast<unsigned long>(std::min(rows, 4294967295.0));
  if (!CheckWarpSides(effect, image->columns, whole)) return nullptr;
  return RunWarp({effect, image->columns, whole, WaveBorder(image), "wave", "[%s] Wave..."},
                 kernels::PlanWave(Narrow(image->columns), amplitude, wave_length));
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* ImplodeImage(const Image* image, const double amount, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to implode image", exception};
  return RunEntry(effect, {{"amount", amount}}, [&] {
    return KeepingSize(effect, "implode", "[%s] Implode...",
                       [&](std::uint32_t columns, std::uint32_t rows) {
                         return kernels::PlanImplode(columns, rows, amount);
                       });
  });
}

Image* RotationalBlurImage(const Image* image, const double angle, ExceptionInfo* exception) {
  const EffectCall effect{image, "unable to blur image", exception};
  return RunEntry(effect, {{"angle", angle}}, [&] { return RotationalBlur(effect, angle); });
}

Image* SwirlImage(const Image* image, double degrees, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to swirl image", exception};
  return RunEntry(effect, {{"degrees", degrees}}, [&] {
    return KeepingSize(
        effect, "swirl", "[%s] Swirl...", [&](std::uint32_t columns, std::uint32_t rows) {
          return kernels::PlanSwirl(columns, rows, std::numbers::pi * degrees / 180.0);
        });
  });
}

Image* WaveImage(const Image* image, const double amplitude, const double wave_length,
                 ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to wave image", exception};
  return RunEntry(effect, {{"amplitude", amplitude}, {"wave_length", wave_length}},
                  [&] { return Wave(effect, amplitude, wave_length); });
}

Image* SpreadImage(const Image* image, const unsigned int radius, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to spread image", exception};
  return RunEntry(effect, {}, [&] {
    return KeepingSize(effect, "spread", "[%s] Spread...",
                       [&](std::uint32_t columns, std::uint32_t rows) {
                         return kernels::PlanSpread(columns, rows, radius, NextRandomKey());
                       });
  });
}
