// Colours, patterns, opacities, and what is inside of a shape.
#include "magick/attribute.h"
#include "magick/color.h"
#include "magick/color_lookup.h"
#include "magick/operations/draw/context/draw_context.hpp"

namespace lodestone {
namespace {

using ColorField = PixelPacket DrawInfo::*;

bool AreEqual(const PixelPacket& a, const PixelPacket& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue && a.opacity == b.opacity;
}

std::string ColorText(const PixelPacket& color, const Image& image) {
  if (color.red == 0 && color.green == 0 && color.blue == 0 && color.opacity == TransparentOpacity)
    return "none";
  char tuple[MaxTextExtent];
  GetColorTuple(&color, image.depth, image.matte, MagickTrue, tuple);
  return tuple;
}

void SetColor(_DrawContext* context, const char* keyword, ColorField field,
              const PixelPacket& color) {
  PixelPacket own = color;
  if (field != &DrawInfo::undercolor && own.opacity == OpaqueOpacity)
    own.opacity = context->current().opacity;
  if (!context->NeedsSetting(!AreEqual(context->current().*field, own))) return;
  context->current().*field = own;
  context->mvg.Add(std::string(keyword) + " '" + ColorText(color, *context->image) + "'\n");
}

void SetColor(DrawContext context, const char* keyword, ColorField field, const PixelPacket* color,
              std::source_location where = std::source_location::current()) {
  Continue(
      context, {color}, [=](_DrawContext& to) { SetColor(&to, keyword, field, *color); }, where);
}

void SetColor(DrawContext context, const char* keyword, ColorField field, const char* name,
              std::source_location where = std::source_location::current()) {
  Continue(
      context, {name},
      [=](_DrawContext& to) {
        PixelPacket color;
        if (QueryColorDatabase(name, &color, &to.image->exception) != MagickFail)
          SetColor(&to, keyword, field, color);
      },
      where);
}

// The colour's opacity becomes that of the pattern; `inherits` says for which.
void SetPattern(DrawContext context, const char* keyword, ColorField field, const char* url,
                bool (*inherits)(Quantum opacity),
                std::source_location where = std::source_location::current()) {
  Continue(
      context, {url},
      [=](_DrawContext& to) {
        ExceptionInfo* const exception = &to.image->exception;
        if (url[0] != '#') return Throw(exception, DrawWarning, "not a relative URL", url, where);
        const std::string key = std::string("[") + (url + 1) + ']';
        if (GetImageAttribute(to.image, key.c_str()) == nullptr)
          return Throw(exception, DrawWarning, "URL not found", url, where);
        Quantum& opacity = (to.current().*field).opacity;
        if (inherits(opacity)) opacity = to.current().opacity;
        to.mvg.Add(std::string(keyword) + " url(" + url + ")\n");
      },
      where);
}

double Opaqueness(const _DrawContext* context, ColorField field) {
  return static_cast<double>(MaxRGB - Setting(context, field).opacity) / MaxRGB;
}

void SetOpaqueness(DrawContext context, const char* keyword, ColorField field, double value,
                   std::source_location where = std::source_location::current()) {
  Continue(
      context, {},
      [=](_DrawContext& to) {
        const double share = value >= 1.0 ? 1.0 : value > 0.0 ? value : 0.0;  // NaN: 0
        const auto opacity =
            static_cast<Quantum>(static_cast<double>(MaxRGB) * (1.0 - share) + 0.5);
        Quantum& current = (to.current().*field).opacity;
        if (!to.NeedsSetting(current != opacity)) return;
        current = opacity;
        to.mvg.Add(std::string(keyword) + ' ' + NumberText(share) + '\n');
      },
      where);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

PixelPacket DrawGetFillColor(DrawContext context) {
  return Setting(context, &DrawInfo::fill);
}

void DrawSetFillColor(DrawContext context, const PixelPacket* fill_color) {
  SetColor(context, "fill", &DrawInfo::fill, fill_color);
}

void DrawSetFillColorString(DrawContext context, const char* fill_color) {
  SetColor(context, "fill", &DrawInfo::fill, fill_color);
}

void DrawSetFillPatternURL(DrawContext context, const char* fill_url) {
  SetPattern(context, "fill", &DrawInfo::fill, fill_url,
             [](Quantum opacity) { return opacity != TransparentOpacity; });
}

double DrawGetFillOpacity(DrawContext context) {
  return Opaqueness(context, &DrawInfo::fill);
}

void DrawSetFillOpacity(DrawContext context, const double fill_opacity) {
  SetOpaqueness(context, "fill-opacity", &DrawInfo::fill, fill_opacity);
}

FillRule DrawGetFillRule(DrawContext context) {
  return Setting(context, &DrawInfo::fill_rule);
}

void DrawSetFillRule(DrawContext context, const FillRule fill_rule) {
  SetNamed(context, "fill-rule", &DrawInfo::fill_rule, kFillRuleNames, fill_rule);
}

FillRule DrawGetClipRule(DrawContext context) {
  return Setting(context, &DrawInfo::fill_rule);
}

void DrawSetClipRule(DrawContext context, const FillRule fill_rule) {
  SetNamed(context, "clip-rule", &DrawInfo::fill_rule, kFillRuleNames, fill_rule);
}

PixelPacket DrawGetStrokeColor(DrawContext context) {
  return Setting(context, &DrawInfo::stroke);
}

void DrawSetStrokeColor(DrawContext context, const PixelPacket* stroke_color) {
  SetColor(context, "stroke", &DrawInfo::stroke, stroke_color);
}

void DrawSetStrokeColorString(DrawContext context, const char* stroke_color) {
  SetColor(context, "stroke", &DrawInfo::stroke, stroke_color);
}

void DrawSetStrokePatternURL(DrawContext context, const char* stroke_url) {
  SetPattern(context, "stroke", &DrawInfo::stroke, stroke_url,
             [](Quantum opacity) { return opacity == OpaqueOpacity; });
}

double DrawGetStrokeOpacity(DrawContext context) {
  return Opaqueness(context, &DrawInfo::stroke);
}

void DrawSetStrokeOpacity(DrawContext context, const double stroke_opacity) {
  SetOpaqueness(context, "stroke-opacity", &DrawInfo::stroke, stroke_opacity);
}

PixelPacket DrawGetTextUnderColor(DrawContext context) {
  return Setting(context, &DrawInfo::undercolor);
}

void DrawSetTextUnderColor(DrawContext context, const PixelPacket* under_color) {
  SetColor(context, "text-undercolor", &DrawInfo::undercolor, under_color);
}

void DrawSetTextUnderColorString(DrawContext context, const char* under_color) {
  SetColor(context, "text-undercolor", &DrawInfo::undercolor, under_color);
}
