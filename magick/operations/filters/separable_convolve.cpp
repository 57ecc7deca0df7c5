#include <span>
#include <vector>

#include "kernels/window/gaussian.hpp"
#include "kernels/window/taps.hpp"
#include "magick/effect.h"
#include "magick/operations/filters/effect_run.hpp"

namespace lodestone {
namespace {

// Taps of one direction, divided; empty with the exception set.
std::vector<double> Divided(const EffectCall& effect, const ConvolveTaps* taps) {
  if (!taps || !taps->taps) {
    effect.Refuse("the taps are missing");
    return {};
  }
  if (taps->order % 2 == 0) {
    effect.Refuse("kernel width must be an odd number");
    return {};
  }
  if (taps->order > kernels::kMaxKernelWidth) {
    effect.Refuse("kernel radius is too large");
    return {};
  }
  return kernels::DividedTaps(std::span(taps->taps, taps->order), taps->divisor);
}

bool ToBorder(ConvolveBorder border, kernels::Border* converted) {
  switch (border) {
    case EdgeConvolveBorder:
      *converted = kernels::Border::kEdge;
      return true;
    case MirrorConvolveBorder:
      *converted = kernels::Border::kMirror;
      return true;
    case Reflect101ConvolveBorder:
      *converted = kernels::Border::kReflect101;
      return true;
    case TileConvolveBorder:
      *converted = kernels::Border::kTile;
      return true;
    case ConstantConvolveBorder:
      *converted = kernels::Border::kConstant;
      return true;
  }
  return false;
}

Image* SeparableConvolve(const EffectCall& effect, const ConvolveTaps* across,
                         const ConvolveTaps* down, ConvolveBorder border,
                         const PixelPacket& color) {
  SeparableTaps taps{Divided(effect, across), {}, {}, color};
  if (taps.across.empty()) return nullptr;
  taps.down = Divided(effect, down);
  if (taps.down.empty()) return nullptr;
  if (!kernels::HaveFiniteSums(taps.across, taps.down))
    return effect.Refuse("taps or their sums are not finite");
  if (!ToBorder(border, &taps.border)) return effect.Refuse("unknown border");
  return RunSeparable(effect, taps, 0,
                      "[%s] Convolve: order " + std::to_string(taps.across.size()) + "x" +
                          std::to_string(taps.down.size()) + "...");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* SeparableConvolveImage(const Image* image, const ConvolveTaps* across,
                              const ConvolveTaps* down, const ConvolveBorder border,
                              const PixelPacket* border_color, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to convolve image", exception};
  const auto divisor = [](const ConvolveTaps* taps) { return taps ? taps->divisor : 0.0; };
  return RunEntry(effect, {{"divisor", divisor(across)}, {"divisor", divisor(down)}}, [&] {
    return SeparableConvolve(effect, across, down, border,
                             border_color ? *border_color : image->background_color);
  });
}
