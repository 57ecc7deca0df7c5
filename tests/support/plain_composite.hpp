// The composition operators in slow, plain double arithmetic, pixel by pixel.
#pragma once

#include <algorithm>
#include <cmath>

#include "magick/image.h"

namespace lodestone::test::plain_composite {

inline constexpr double kMax = MaxRGB;
inline constexpr double kEpsilon = 1e-12;

inline Quantum Rounded(double value) {
  return static_cast<Quantum>(std::clamp(value, 0.0, kMax) + 0.5);
}

// Brightness in integer arithmetic.
inline unsigned Intensity(const PixelPacket& pixel) {
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

inline void CopyColor(const Operands& o) {
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
inline void WeightedSum(const Operands& o, double update_weight, double canvas_weight) {
  const double cover = update_weight + canvas_weight;
  const double scale = cover <= kEpsilon ? 0.0 : 1.0 / cover;
  EachColor(o, [=](double canvas, double update) {
    return Rounded((update_weight * update + canvas_weight * canvas) * scale);
  });
  o.canvas.opacity = Rounded(kMax - cover);
}

inline void Over(const Operands& o) {
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

inline void In(const Operands& o) {
  if (o.canvas_opacity == kMax && o.update_opacity != kMax) return;
  CopyColor(o);
  o.canvas.opacity = Rounded(kMax - o.update_cover() * o.canvas_cover() / kMax);
}

inline void Out(const Operands& o) {
  if (o.canvas_opacity == 0.0 && o.update_opacity != kMax) {
    o.canvas.opacity = TransparentOpacity;
    return;
  }
  CopyColor(o);
  o.canvas.opacity = Rounded(kMax - o.update_cover() * o.canvas_opacity / kMax);
}

inline void Atop(const Operands& o) {
  WeightedSum(o, o.update_cover() * o.canvas_cover() / kMax,
              o.update_opacity * o.canvas_cover() / kMax);
}

inline void Xor(const Operands& o) {
  WeightedSum(o, o.update_cover() * o.canvas_opacity / kMax,
              o.update_opacity * o.canvas_cover() / kMax);
}

inline void Plus(const Operands& o) {
  const double update_cover = o.update_cover();
  const double canvas_cover = o.canvas_cover();
  EachColor(o, [=](double canvas, double update) {
    return Rounded((update_cover * update + canvas_cover * canvas) / kMax);
  });
  o.canvas.opacity = Rounded(kMax - (update_cover + canvas_cover));
}

inline void Minus(const Operands& o) {
  const double update_cover = o.update_cover();
  const double canvas_cover = o.canvas_cover();
  EachColor(o, [=](double canvas, double update) {
    return Rounded((canvas_cover * canvas - update_cover * update) / kMax);
  });
  o.canvas.opacity = Rounded(o.update_opacity * o.canvas_opacity / kMax);
}

// Sum and difference with wrap-around.
inline void Add(const Operands& o) {
  EachColor(o, [](unsigned canvas, unsigned update) { return (canvas + update) % (MaxRGB + 1U); });
  o.canvas.opacity = OpaqueOpacity;
}

inline void Subtract(const Operands& o) {
  EachColor(o, [](unsigned canvas, unsigned update) {
    return (update + MaxRGB + 1U - canvas) % (MaxRGB + 1U);
  });
  o.canvas.opacity = OpaqueOpacity;
}

inline void Bumpmap(const Operands& o) {
  const double intensity = Intensity(o.update);
  EachColor(o, [=](double canvas, double) { return Rounded(intensity * canvas / kMax); });
  o.canvas.opacity = Rounded(intensity * o.canvas_opacity / kMax);
}

inline void Copy(const Operands& o) {
  CopyColor(o);
  o.canvas.opacity = static_cast<Quantum>(o.update_opacity);
}

inline void Clear(const Operands& o) {
  o.canvas.opacity = TransparentOpacity;
}
inline void CopyRed(const Operands& o) {
  o.canvas.red = o.update.red;
}
inline void CopyGreen(const Operands& o) {
  o.canvas.green = o.update.green;
}
inline void CopyBlue(const Operands& o) {
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

inline double Difference(double canvas, double update) {
  return std::abs(canvas - update);
}
inline double Multiply(double canvas, double update) {
  return canvas * update / kMax;
}
inline double Darken(double canvas, double update) {
  return std::min(canvas, update);
}
inline double Lighten(double canvas, double update) {
  return std::max(canvas, update);
}
inline double Screen(double canvas, double update) {
  return canvas + update - canvas * update / kMax;
}
inline double Exclusion(double canvas, double update) {
  return canvas + update - 2.0 * canvas * update / kMax;
}
inline double Overlay(double canvas, double update) {
  if (canvas <= kMax / 2.0) return 2.0 * canvas * update / kMax;
  return kMax - 2.0 * (kMax - canvas) * (kMax - update) / kMax;
}
inline double HardLight(double canvas, double update) {
  return Overlay(update, canvas);
}
inline double ColorDodge(double canvas, double update) {
  return update >= kMax ? kMax : std::min(kMax, canvas * kMax / (kMax - update));
}
inline double ColorBurn(double canvas, double update) {
  return update <= 0.0 ? 0.0 : std::max(0.0, kMax - (kMax - canvas) * kMax / update);
}
inline double LinearBurn(double canvas, double update) {
  return std::max(0.0, canvas + update - kMax);
}
inline double LinearDodge(double canvas, double update) {
  return std::min(kMax, canvas + update);
}
inline double LinearLight(double canvas, double update) {
  return std::clamp(canvas + 2.0 * update - kMax, 0.0, kMax);
}
inline double PinLight(double canvas, double update) {
  return std::clamp(canvas, 2.0 * update - kMax, 2.0 * update);
}
inline double HardMix(double canvas, double update) {
  return canvas + update < kMax ? 0.0 : kMax;
}

inline double SoftLight(double canvas, double update) {
  const double c = canvas / kMax, u = update / kMax;
  if (u <= 0.5) return kMax * (c - (1 - 2 * u) * c * (1 - c));
  const double ramp = c <= 0.25 ? ((16 * c - 12) * c + 4) * c : std::sqrt(c);
  return kMax * (c + (2 * u - 1) * (ramp - c));
}
inline double VividLight(double canvas, double update) {
  if (update == kMax) return kMax;
  if (update == 0) return 0;
  if (update >= kMax / 2) return std::min(kMax, canvas / (2 - 2 * update / kMax));
  return std::max(0.0, (canvas + 2 * update - kMax) / (2 * update / kMax));
}

inline void Dissolve(const Operands& o) {
  const double share = o.update_opacity / kMax;
  EachColor(o, [=](double canvas, double update) {
    return Rounded(share * update + (1 - share) * canvas);
  });
  o.canvas.opacity = OpaqueOpacity;
}

inline double Quotient(double canvas, double update) {
  return update * kMax / (canvas != 0 ? canvas : 1 / kMax);
}
inline void Divide(const Operands& o) {
  EachColor(o, [](double canvas, double update) { return Rounded(Quotient(canvas, update)); });
  o.canvas.opacity = Rounded(Quotient(o.canvas_opacity, o.update_opacity));
}

// With the amount 0.5 and the threshold 5%, which are the defaults.
inline double Sharpened(double canvas, double update) {
  const double difference = canvas - update;
  return std::abs(2 * difference) < 0.05 * kMax ? canvas : canvas + 0.5 * difference;
}
inline void Threshold(const Operands& o) {
  EachColor(o, [](double canvas, double update) { return Rounded(Sharpened(canvas, update)); });
  o.canvas.opacity = Rounded(Sharpened(o.canvas_opacity, o.update_opacity));
}

inline void CopyOpacity(const Operands& o) {
  o.canvas.opacity = static_cast<Quantum>(o.update_opacity);
}
inline void CopyDarkness(const Operands& o) {
  o.canvas.opacity = static_cast<Quantum>(MaxRGB - Intensity(o.update));
}

using Rule = void (*)(const Operands&);

// Null for operators on hue, saturation and luminosity, which other tests are about.
inline Rule RuleOf(CompositeOperator compose, bool update_matte) {
  switch (compose) {
    case OverCompositeOp:
      return Over;
    case InCompositeOp:
      return In;
    case OutCompositeOp:
      return Out;
    case AtopCompositeOp:
      return Atop;
    case XorCompositeOp:
      return Xor;
    case PlusCompositeOp:
      return Plus;
    case MinusCompositeOp:
      return Minus;
    case AddCompositeOp:
      return Add;
    case SubtractCompositeOp:
      return Subtract;
    case DifferenceCompositeOp:
      return Blend<Difference>;
    case MultiplyCompositeOp:
      return Blend<Multiply>;
    case BumpmapCompositeOp:
      return Bumpmap;
    case CopyCompositeOp:
      return Copy;
    case CopyRedCompositeOp:
    case CopyCyanCompositeOp:
      return CopyRed;
    case CopyGreenCompositeOp:
    case CopyMagentaCompositeOp:
      return CopyGreen;
    case CopyBlueCompositeOp:
    case CopyYellowCompositeOp:
      return CopyBlue;
    case CopyOpacityCompositeOp:
      return update_matte ? CopyOpacity : CopyDarkness;
    case ClearCompositeOp:
      return Clear;
    case DarkenCompositeOp:
      return Blend<Darken>;
    case LightenCompositeOp:
      return Blend<Lighten>;
    case ScreenCompositeOp:
      return Blend<Screen>;
    case OverlayCompositeOp:
      return Blend<Overlay>;
    case HardLightCompositeOp:
      return Blend<HardLight>;
    case ExclusionCompositeOp:
      return Blend<Exclusion>;
    case ColorDodgeCompositeOp:
      return Blend<ColorDodge>;
    case ColorBurnCompositeOp:
      return Blend<ColorBurn>;
    case LinearBurnCompositeOp:
      return Blend<LinearBurn>;
    case LinearDodgeCompositeOp:
      return Blend<LinearDodge>;
    case LinearLightCompositeOp:
      return Blend<LinearLight>;
    case SoftLightCompositeOp:
      return Blend<SoftLight>;
    case VividLightCompositeOp:
      return Blend<VividLight>;
    case DissolveCompositeOp:
      return Dissolve;
    case DivideCompositeOp:
      return Divide;
    case ThresholdCompositeOp:
      return Threshold;
    case PinLightCompositeOp:
      return Blend<PinLight>;
    case HardMixCompositeOp:
      return Blend<HardMix>;
    default:
      return nullptr;
  }
}

}  // namespace lodestone::test::plain_composite
