// Colours, opacities and patterns of drawing wands, where their rules are not those of contexts.
#include <cmath>
#include <string>

#include "magick/attribute.h"
#include "magick/color.h"
#include "magick/utility.h"
#include "wand/drawing_wand.hpp"
#include "wand/exceptions.hpp"

namespace lodestone::wand {
namespace {

using ColorField = PixelPacket DrawInfo::*;

bool AreEqual(const PixelPacket& a, const PixelPacket& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue && a.opacity == b.opacity;
}

std::string ColorText(const PixelPacket& color) {
  if (color.red == 0 && color.green == 0 && color.blue == 0 && color.opacity == TransparentOpacity)
    return "none";
  char tuple[MaxTextExtent];
  GetColorTuple(&color, QuantumDepth, MagickTrue, MagickTrue, tuple);
  return tuple;
}

// All colours but the transparent ones have the opacity of the settings.
void SetColor(DrawingWand* wand, const char* keyword, ColorField field, const PixelPacket& color) {
  DrawInfo& settings = wand->settings();
  PixelPacket own = color;
  if (own.opacity != TransparentOpacity) own.opacity = settings.opacity;
  if (!wand->NeedsSetting(!AreEqual(settings.*field, own))) return;
  settings.*field = own;
  DrawAppendText(wand->context.get(),
                 (std::string(keyword) + " '" + ColorText(color) + "'\n").c_str());
}

void SetColor(DrawingWand* wand, const char* keyword, ColorField field, const PixelWand* color,
              std::source_location where = std::source_location::current()) {
  if (wand == nullptr || !AreGiven({color}, wand->exception(), where)) return;
  Guard(
      wand->exception(),
      [=] {
        PixelPacket pixel;
        PixelGetQuantumColor(color, &pixel);
        SetColor(wand, keyword, field, pixel);
      },
      where);
}

void GetColor(const DrawingWand* wand, ColorField field, PixelWand* color) {
  if (wand == nullptr || !AreGiven({color}, wand->exception())) return;
  PixelSetQuantumColor(color, &(wand->settings().*field));
}

// Texts have the number that was given: 1.5 is opaque, but remains 1.5.
void SetOpacity(DrawingWand* wand, const char* keyword, Quantum* opacity, double opaqueness) {
  const double share = opaqueness >= 1.0 ? 1.0 : opaqueness > 0.0 ? opaqueness : 0.0;  // NaN: 0
  const auto value = static_cast<Quantum>(static_cast<double>(MaxRGB) * (1.0 - share) + 0.5);
  if (!wand->NeedsSetting(*opacity != value)) return;
  *opacity = value;
  char text[MaxTextExtent];
  MagickFormatString(text, sizeof text, "%s %g\n", keyword,
                     std::isfinite(opaqueness) ? opaqueness : share);
  DrawAppendText(wand->context.get(), text);
}

// A pattern that was drawn on the canvas before the wand was made is known by its name, too.
bool IsKnown(DrawingWand* wand, const char* url) {
  const std::string key = PatternKey(url + 1);
  Image* const own = wand->own.get();
  if (GetImageAttribute(own, key.c_str()) != nullptr) return true;
  const ImageAttribute* drawn =
      wand->canvas == nullptr ? nullptr : GetImageAttribute(wand->canvas, key.c_str());
  return drawn != nullptr && SetImageAttribute(own, key.c_str(), drawn->value) != MagickFail;
}

// The pattern has the opacity of the settings, unless the colour was transparent.
void SetPattern(DrawingWand* wand, void (*set)(DrawContext, const char*), ColorField field,
                const char* url) {
  if (wand == nullptr) return;
  Guard(wand->exception(), [=] {
    DrawInfo& settings = wand->settings();
    Quantum& opacity = (settings.*field).opacity;
    const bool becomes =
        url != nullptr && url[0] == '#' && IsKnown(wand, url) && opacity != TransparentOpacity;
    set(wand->context.get(), url);
    if (becomes) opacity = settings.opacity;
  });
}

}  // namespace
}  // namespace lodestone::wand

using namespace lodestone::wand;

void MagickDrawGetFillColor(const DrawingWand* drawing_wand, PixelWand* fill_color) {
  GetColor(drawing_wand, &DrawInfo::fill, fill_color);
}

void MagickDrawSetFillColor(DrawingWand* drawing_wand, const PixelWand* fill_wand) {
  SetColor(drawing_wand, "fill", &DrawInfo::fill, fill_wand);
}

void MagickDrawSetFillPatternURL(DrawingWand* drawing_wand, const char* fill_url) {
  SetPattern(drawing_wand, DrawSetFillPatternURL, &DrawInfo::fill, fill_url);
}

double MagickDrawGetFillOpacity(const DrawingWand* drawing_wand) {
  if (drawing_wand == nullptr) return 0.0;
  return static_cast<double>(drawing_wand->settings().opacity) / MaxRGB;
}

void MagickDrawSetFillOpacity(DrawingWand* drawing_wand, const double fill_opacity) {
  if (drawing_wand == nullptr) return;
  SetOpacity(drawing_wand, "fill-opacity", &drawing_wand->settings().opacity, fill_opacity);
}

void MagickDrawGetStrokeColor(const DrawingWand* drawing_wand, PixelWand* stroke_color) {
  GetColor(drawing_wand, &DrawInfo::stroke, stroke_color);
}

void MagickDrawSetStrokeColor(DrawingWand* drawing_wand, const PixelWand* stroke_wand) {
  SetColor(drawing_wand, "stroke", &DrawInfo::stroke, stroke_wand);
}

void MagickDrawSetStrokePatternURL(DrawingWand* drawing_wand, const char* stroke_url) {
  SetPattern(drawing_wand, DrawSetStrokePatternURL, &DrawInfo::stroke, stroke_url);
}

double MagickDrawGetStrokeOpacity(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetStrokeOpacity);
}

void MagickDrawSetStrokeOpacity(DrawingWand* drawing_wand, const double stroke_opacity) {
  if (drawing_wand == nullptr) return;
  SetOpacity(drawing_wand, "stroke-opacity", &drawing_wand->settings().stroke.opacity,
             stroke_opacity);
}

void MagickDrawGetTextUnderColor(const DrawingWand* drawing_wand, PixelWand* under_color) {
  GetColor(drawing_wand, &DrawInfo::undercolor, under_color);
}

void MagickDrawSetTextUnderColor(DrawingWand* drawing_wand, const PixelWand* under_wand) {
  if (drawing_wand == nullptr || !AreGiven({under_wand}, drawing_wand->exception())) return;
  PixelPacket color;
  PixelGetQuantumColor(under_wand, &color);
  DrawSetTextUnderColor(drawing_wand->context.get(), &color);
}
