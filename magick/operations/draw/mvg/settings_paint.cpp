// Colours and opacities of drawings.
#include <algorithm>
#include <cmath>

#include "magick/color_lookup.h"
#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/enum_strings.h"
#include "magick/gradient.h"

namespace lodestone {
namespace {

Quantum OpacityOf(double alpha) {
  return static_cast<Quantum>(MaxRGB - static_cast<Quantum>(alpha + 0.5));
}

// A new colour keeps the opacity of the one before. If that was none, it gets what was set since,
// or its own, in the group's opacity.
void KeepOpacity(Quantum before, Quantum group, PendingOpacity* pending, PixelPacket* color) {
  if (color->opacity == TransparentOpacity) return;
  if (before != TransparentOpacity) {
    color->opacity = before;
  } else {
    const Quantum own = pending->waits ? OpacityOf(MaxRGBDouble * pending->value) : color->opacity;
    color->opacity = OpacityOf(static_cast<double>(MaxRGB - own) *
                               static_cast<double>(MaxRGB - group) / MaxRGBDouble);
  }
  pending->waits = false;
}

void SetFill(Drawing* drawing) {
  const std::string name = drawing->input.Token();
  DrawInfo& info = drawing->context();
  Image* const image = drawing->image;
  if (IsSilhouette(info)) return;
  if (FindPart(image, name)) {
    DrawPatternPath(image, &drawing->base, name.c_str(), &info.fill_pattern);
    return;
  }
  const Quantum before = info.fill.opacity;
  if (QueryColorDatabase(name.c_str(), &info.fill, &image->exception) == MagickFail)
    throw Nonconforming{};
  KeepOpacity(before, info.opacity, &drawing->fill_opacity, &info.fill);
}

// An unknown colour is none, and no error, as in GraphicsMagick.
void SetStroke(Drawing* drawing) {
  const std::string name = drawing->input.Token();
  DrawInfo& info = drawing->context();
  Image* const image = drawing->image;
  if (IsSilhouette(info)) return;
  if (FindPart(image, name)) {
    if (DrawPatternPath(image, &drawing->base, name.c_str(), &info.stroke_pattern) == MagickFail)
      throw DrawStopped{};
    return;
  }
  const Quantum before = info.stroke.opacity;
  QueryColorDatabase(name.c_str(), &info.stroke, &image->exception);
  KeepOpacity(before, info.opacity, &drawing->stroke_opacity, &info.stroke);
}

void SetColorOpacity(Drawing* drawing, PixelPacket DrawInfo::*color, PendingOpacity* pending) {
  const double opacity = drawing->input.NumberOrPercentage();
  DrawInfo& info = drawing->context();
  if (IsSilhouette(info)) return;
  if (opacity < 0.0) throw Nonconforming{};
  pending->value = std::min(opacity, 1.0);
  pending->waits = (info.*color).opacity == TransparentOpacity;
  if (!pending->waits)
    (info.*color).opacity = OpacityOf(pending->value * static_cast<double>(MaxRGB - info.opacity));
}

void SetFillOpacity(Drawing* drawing) {
  SetColorOpacity(drawing, &DrawInfo::fill, &drawing->fill_opacity);
}

void SetStrokeOpacity(Drawing* drawing) {
  SetColorOpacity(drawing, &DrawInfo::stroke, &drawing->stroke_opacity);
}

// The opacity of the group takes effect through those of the colours.
void SetGroupOpacity(Drawing* drawing) {
  const double share = std::clamp(drawing->input.NumberOrPercentage(), 0.0, 1.0);
  DrawInfo& info = drawing->context();
  if (IsSilhouette(info)) return;
  const double before = MaxRGB - info.opacity, after = before * share;
  info.opacity = OpacityOf(after);
  for (PixelPacket* color : {&info.fill, &info.stroke}) {
    if (color->opacity == TransparentOpacity) continue;
    if (before == 0.0) {
      color->opacity = info.opacity;
      continue;
    }
    const double alpha = static_cast<double>(MaxRGB - color->opacity) * (after / before);
    color->opacity = alpha < MaxRGBDouble ? OpacityOf(alpha) : static_cast<Quantum>(OpaqueOpacity);
  }
}

void SetFillRule(Drawing* drawing) {
  drawing->context().fill_rule = ValueOf(kFillRuleNames, drawing->input.Token());
}

// Each colour of a gradient paints it from the one before, over all of the image.
void AddStopColor(Drawing* drawing) {
  Image* const image = drawing->image;
  PixelPacket color{};
  QueryColorDatabase(drawing->input.Token().c_str(), &color, &image->exception);
  GradientImage(image, &drawing->stop_color, &color);
  drawing->stop_color = color;
  drawing->input.Token();
}

void SkipValue(Drawing* drawing) {
  drawing->input.Token();
}

constexpr MvgSetting kSettings[] = {
    {"clip-rule", SetFillRule},
    {"fill", SetFill},
    {"fill-opacity", SetFillOpacity},
    {"fill-rule", SetFillRule},
    {"gradient-units", SkipValue},
    {"offset", SkipValue},
    {"opacity", SetGroupOpacity},
    {"stop-color", AddStopColor},
    {"stroke", SetStroke},
    {"stroke-opacity", SetStrokeOpacity},
};

}  // namespace

std::span<const MvgSetting> PaintSettings() {
  return kSettings;
}

}  // namespace lodestone
