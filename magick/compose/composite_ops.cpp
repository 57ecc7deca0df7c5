#include "magick/compose/composite_ops.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lodestone {

namespace {

constexpr double kMax = MaxRGBDouble;
constexpr double kEpsilon = 1e-12;

Quantum Rounded(double value) {
  return RoundDoubleToQuantum(value);
}

// Brightness in integer arithmetic.
unsigned Intensity(const PixelPacket& pixel) {
  return (306U * pixel.red + 601U * pixel.green + 117U * pixel.blue) / 1024U;
}

// Opacities: 0 is opaque, kMax transparent. Cover is kMax minus opacity.
struct Operands {
  PixelPacket& canvas;
  const PixelPacket& update;
  double canvas_opacity;
  double update_opacity;

  double canvas_cover() const { return kMax - canvas_opacity; }
  double update_cover() const { return kMax - update_opacity; }
};

void CopyColor(const Operands& o) {
  o.canvas.red = o.update.red;
  o.canvas.green = o.update.green;
  o.canvas.blue = o.update.blue;
}

// Each of the three colour samples becomes function(canvas, update).
template <typename Function>
void EachColor(const Operands& o, Function function) {
  o.canvas.red = static_cast<Quantum>(function(o.canvas.red, o.update.red));
  o.canvas.green = static_cast<Quantum>(function(o.canvas.green, o.update.green));
  o.canvas.blue = static_cast<Quantum>(function(o.canvas.blue, o.update.blue));
}

// The colours weighted by both covers, divided by their sum.
void WeightedSum(const Operands& o, double update_weight, double canvas_weight) {
  const double cover = update_weight + canvas_weight;
  const double scale = cover <= kEpsilon ? 0.0 : 1.0 / cover;
  EachColor(o, [=](double canvas, double update) {
    return Rounded((update_weight * update + canvas_weight * canvas) * scale);
  });
  o.canvas.opacity = Rounded(kMax - cover);
}

void Over(const Operands& o) {
  if (o.update_opacity == kMax) {
    o.canvas.opacity = static_cast<Quantum>(o.canvas_opacity);
    return;
  }
  if (o.update_opacity == 0.0) {
    CopyColor(o);
    o.canvas.opacity = OpaqueOpacity;
    return;
  }
  const double alpha = o.update_opacity / kMax;
  const double beta = o.canvas_opacity / kMax;
  const double cover = 1.0 - alpha * beta;
  const double scale = 1.0 / (cover <= kEpsilon ? 1.0 : cover);
  EachColor(o, [=](double canvas, double update) {
    return Rounded(scale * ((1.0 - alpha) * update + (1.0 - beta) * canvas * alpha));
  });
  o.canvas.opacity = Rounded(kMax * (1.0 - cover));
}

void In(const Operands& o) {
  if (o.canvas_opacity == kMax && o.update_opacity != kMax) return;
  CopyColor(o);
  o.canvas.opacity = Rounded(kMax - o.update_cover() * o.canvas_cover() / kMax);
}

void Out(const Operands& o) {
  if (o.canvas_opacity == 0.0 && o.update_opacity != kMax) {
    o.canvas.opacity = TransparentOpacity;
    return;
  }
  CopyColor(o);
  o.canvas.opacity = Rounded(kMax - o.update_cover() * o.canvas_opacity / kMax);
}

void Atop(const Operands& o) {
  WeightedSum(o, o.update_cover() * o.canvas_cover() / kMax,
              o.update_opacity * o.canvas_cover() / kMax);
}

void Xor(const Operands& o) {
  WeightedSum(o, o.update_cover() * o.canvas_opacity / kMax,
              o.update_opacity * o.canvas_cover() / kMax);
}

void Plus(const Operands& o) {
  const double update_cover = o.update_cover();
  const double canvas_cover = o.canvas_cover();
  EachColor(o, [=](double canvas, double update) {
    return Rounded((update_cover * update + canvas_cover * canvas) / kMax);
  });
  o.canvas.opacity = Rounded(kMax - (update_cover + canvas_cover));
}

void Minus(const Operands& o) {
  const double update_cover = o.update_cover();
  const double canvas_cover = o.canvas_cover();
  EachColor(o, [=](double canvas, double update) {
    return Rounded((canvas_cover * canvas - update_cover * update) / kMax);
  });
  o.canvas.opacity = Rounded(o.update_opacity * o.canvas_opacity / kMax);
}

// Sum and difference with wrap-around.
void Add(const Operands& o) {
  EachColor(o, [](unsigned canvas, unsigned update) { return (canvas + update) % (MaxRGB + 1U); });
  o.canvas.opacity = OpaqueOpacity;
}

void Subtract(const Operands& o) {
  EachColor(o, [](unsigned canvas, unsigned update) {
    return (update + MaxRGB + 1U - canvas) % (MaxRGB + 1U);
  });
  o.canvas.opacity = OpaqueOpacity;
}

void Bumpmap(const Operands& o) {
  const double intensity = Intensity(o.update);
  EachColor(o, [=](double canvas, double) { return Rounded(intensity * canvas / kMax); });
  o.canvas.opacity = Rounded(intensity * o.canvas_opacity / kMax);
}

void Copy(const Operands& o) {
  CopyColor(o);
  o.canvas.opacity = static_cast<Quantum>(o.update_opacity);
}

void Clear(const Operands& o) {
  o.canvas.opacity = TransparentOpacity;
}
void CopyRed(const Operands& o) {
  o.canvas.red = o.update.red;
}
void CopyGreen(const Operands& o) {
  o.canvas.green = o.update.green;
}
void CopyBlue(const Operands& o) {
  o.canvas.blue = o.update.blue;
}

// `Mix` of the two colours where both cover, otherwise the one that does.
template <auto Mix>
void Blend(const Operands& o) {
  const double update_cover = 1.0 - o.update_opacity / kMax;
  const double canvas_cover = 1.0 - o.canvas_opacity / kMax;
  const double cover =
      std::clamp(update_cover + canvas_cover - update_cover * canvas_cover, 0.0, 1.0);
  const double scale = 1.0 / (cover <= kEpsilon ? 1.0 : cover);
  EachColor(o, [=](double canvas, double update) {
    return Rounded(scale * (update_cover * (1.0 - canvas_cover) * update +
                            canvas_cover * (1.0 - update_cover) * canvas +
                            update_cover * canvas_cover * Mix(canvas, update)));
  });
  o.canvas.opacity = Rounded(kMax * (1.0 - cover));
}

double Difference(double canvas, double update) {
  return std::abs(canvas - update);
}
double Multiply(double canvas, double update) {
  return canvas * update / kMax;
}
double Darken(double canvas, double update) {
  return std::min(canvas, update);
}
double Lighten(double canvas, double update) {
  return std::max(canvas, update);
}
double Screen(double canvas, double update) {
  return canvas + update - canvas * update / kMax;
}
double Exclusion(double canvas, double update) {
  return canvas + update - 2.0 * canvas * update / kMax;
}
double Overlay(double canvas, double update) {
  if (canvas <= kMax / 2.0) return 2.0 * canvas * update / kMax;
  return kMax - 2.0 * (kMax - canvas) * (kMax - update) / kMax;
}
double HardLight(double canvas, double update) {
  return Overlay(update, canvas);
}
double ColorDodge(double canvas, double update) {
  return update >= kMax ? kMax : std::min(kMax, canvas * kMax / (kMax - update));
}
double ColorBurn(double canvas, double update) {
  return update <= 0.0 ? 0.0 : std::max(0.0, kMax - (kMax - canvas) * kMax / update);
}
double LinearBurn(double canvas, double update) {
  return std::max(0.0, canvas + update - kMax);
}
double LinearDodge(double canvas, double update) {
  return std::min(kMax, canvas + update);
}
double LinearLight(double canvas, double update) {
  return std::clamp(canvas + 2.0 * update - kMax, 0.0, kMax);
}
double PinLight(double canvas, double update) {
  return std::clamp(canvas, 2.0 * update - kMax, 2.0 * update);
}
double HardMix(double canvas, double update) {
  return canvas + update < kMax ? 0.0 : kMax;
}

template <auto Operator>
void Row(const CompositeRow& row) {
  for (std::size_t i = 0; i < row.count; i++) {
    PixelPacket& canvas = row.canvas[i];
    const PixelPacket& update = row.update[i];
    Operator(Operands{canvas, update, row.canvas_matte ? static_cast<double>(canvas.opacity) : 0.0,
                      row.update_matte ? static_cast<double>(update.opacity) : 0.0});
  }
}

// If the update has no alpha, its brightness is used.
void CopyOpacityRow(const CompositeRow& row) {
  for (std::size_t i = 0; i < row.count; i++) {
    row.canvas[i].opacity = row.update_matte
                                ? row.update[i].opacity
                                : static_cast<Quantum>(MaxRGB - Intensity(row.update[i]));
  }
}

void NoRow(const CompositeRow&) {}

}  // namespace

CompositeFunction CompositeFunctionOf(CompositeOperator compose) {
  switch (compose) {
    case OverCompositeOp:
      return Row<Over>;
    case InCompositeOp:
      return Row<In>;
    case OutCompositeOp:
      return Row<Out>;
    case AtopCompositeOp:
      return Row<Atop>;
    case XorCompositeOp:
      return Row<Xor>;
    case PlusCompositeOp:
      return Row<Plus>;
    case MinusCompositeOp:
      return Row<Minus>;
    case AddCompositeOp:
      return Row<Add>;
    case SubtractCompositeOp:
      return Row<Subtract>;
    case DifferenceCompositeOp:
      return Row<Blend<Difference>>;
    case MultiplyCompositeOp:
      return Row<Blend<Multiply>>;
    case BumpmapCompositeOp:
      return Row<Bumpmap>;
    case CopyCompositeOp:
      return Row<Copy>;
    case CopyRedCompositeOp:
    case CopyCyanCompositeOp:
      return Row<CopyRed>;
    case CopyGreenCompositeOp:
    case CopyMagentaCompositeOp:
      return Row<CopyGreen>;
    case CopyBlueCompositeOp:
    case CopyYellowCompositeOp:
      return Row<CopyBlue>;
    case CopyOpacityCompositeOp:
      return CopyOpacityRow;
    case ClearCompositeOp:
      return Row<Clear>;
    case NoCompositeOp:
      return NoRow;
    case DarkenCompositeOp:
      return Row<Blend<Darken>>;
    case LightenCompositeOp:
      return Row<Blend<Lighten>>;
    case ScreenCompositeOp:
      return Row<Blend<Screen>>;
    case OverlayCompositeOp:
      return Row<Blend<Overlay>>;
    case HardLightCompositeOp:
      return Row<Blend<HardLight>>;
    case ExclusionCompositeOp:
      return Row<Blend<Exclusion>>;
    case ColorDodgeCompositeOp:
      return Row<Blend<ColorDodge>>;
    case ColorBurnCompositeOp:
      return Row<Blend<ColorBurn>>;
    case LinearBurnCompositeOp:
      return Row<Blend<LinearBurn>>;
    case LinearDodgeCompositeOp:
      return Row<Blend<LinearDodge>>;
    case LinearLightCompositeOp:
      return Row<Blend<LinearLight>>;
    case PinLightCompositeOp:
      return Row<Blend<PinLight>>;
    case HardMixCompositeOp:
      return Row<Blend<HardMix>>;
    default:
      return nullptr;
  }
}

}  // namespace lodestone
