#include "magick/operations/compose/displace.hpp"

#include <optional>

#include "magick/colorspace.h"
#include "magick/operations/filters/warp_run.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

// In pixels, of the brightest and of the most transparent pixels of a map.
struct Scale {
  double across = 20.0, down = 20.0;
};

Scale ScaleOf(const Image* map) {
  Scale scale;
  if (map->geometry &&
      GetMagickDimension(map->geometry, &scale.across, &scale.down, nullptr, nullptr) == 1)
    scale.down = scale.across;
  return scale;
}

// Middle grey moves nothing.
double Displacement(double scale, double value) {
  constexpr double kMiddle = (MaxRGBDouble + 1.0) / 2.0;
  return scale * (value - kMiddle) / kMiddle;
}

std::optional<kernels::WarpPlan> PlanOf(const RectangleInfo& part, const Image* map, long map_x,
                                        long map_y, ExceptionInfo* exception) {
  const Scale scale = ScaleOf(map);
  const auto displacements = [&](std::uint32_t row, double* out) {
    const PixelPacket* pixel =
        AcquireImagePixels(map, map_x, map_y + static_cast<long>(row), part.width, 1, exception);
    if (!pixel) return false;
    for (const PixelPacket* const end = pixel + part.width; pixel != end; ++pixel, out += 2) {
      out[0] = Displacement(scale.across, PixelIntensityToQuantum(pixel));
      out[1] = map->matte ? Displacement(scale.down, pixel->opacity) : out[0];
    }
    return true;
  };
  return kernels::PlanDisplace(
      {static_cast<std::uint32_t>(part.x), static_cast<std::uint32_t>(part.y), Narrow(part.width),
       Narrow(part.height)},
      displacements);
}

}  // namespace

Image* DisplacedPart(const Image* canvas, const RectangleInfo& part, const Image* map, long map_x,
                     long map_y, ExceptionInfo* exception) {
  const EffectCall effect{canvas, "Unable to displace image", exception};
  if (!CheckWarpSides(effect, canvas->columns, canvas->rows)) return nullptr;
  if (part.width * part.height > kernels::kMostDisplaced)
    return effect.Refuse("more than 268435456 pixels", ResourceLimitError);
  const auto plan = PlanOf(part, map, map_x, map_y, exception);
  if (!plan) return nullptr;
  return RunWarp(
      {effect, part.width, part.height, VirtualBorder(canvas), "displace", "[%s] Displace..."},
      *plan);
}

}  // namespace lodestone
