// Fonts, text, and the name of the clipping path.
#include "magick/operations/draw/context/draw_context.hpp"
#include "magick/enum_strings.h"

namespace lodestone {
namespace {

constexpr NamedValue<GravityType> kGravityNames[] = {
    {"NorthWest", NorthWestGravity}, {"North", NorthGravity},   {"NorthEast", NorthEastGravity},
    {"West", WestGravity},           {"Center", CenterGravity}, {"East", EastGravity},
    {"SouthWest", SouthWestGravity}, {"South", SouthGravity},   {"SouthEast", SouthEastGravity}};

char* Copy(const char* text) {
  return text == nullptr ? nullptr : AllocateString(text);
}

// write(name) makes the words. Case does not count.
template <class Write>
void SetName(_DrawContext* context, char** name, const char* to, Write write) {
  if (!context->NeedsSetting(*name == nullptr || LocaleCompare(*name, to) != 0)) return;
  const std::string words = write(std::string(to));
  SetText(name, to);
  context->mvg.Add(words);
}

void SetQuoted(DrawContext context, const char* keyword, char* DrawInfo::*field, const char* text,
               std::source_location where = std::source_location::current()) {
  Continue(
      context, {text},
      [=](_DrawContext& to) {
        SetName(&to, &(to.current().*field), text, [=](const std::string& name) {
          return std::string(keyword) + ' ' + QuotedText(name) + '\n';
        });
      },
      where);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

char* DrawGetClipPath(DrawContext context) {
  return context == nullptr ? nullptr : Copy(*DrawInfoGetClipPath(&context->current()));
}

void DrawSetClipPath(DrawContext context, const char* clip_path) {
  Continue(context, {clip_path}, [=](_DrawContext& to) {
    SetName(&to, DrawInfoGetClipPath(&to.current()), clip_path,
            [](const std::string& name) { return "clip-path url(#" + name + ")\n"; });
  });
}

char* DrawGetFont(DrawContext context) {
  return Copy(Setting(context, &DrawInfo::font));
}

void DrawSetFont(DrawContext context, const char* font_name) {
  SetQuoted(context, "font", &DrawInfo::font, font_name);
}

char* DrawGetFontFamily(DrawContext context) {
  return Copy(Setting(context, &DrawInfo::family));
}

void DrawSetFontFamily(DrawContext context, const char* font_family) {
  SetQuoted(context, "font-family", &DrawInfo::family, font_family);
}

double DrawGetFontSize(DrawContext context) {
  return Setting(context, &DrawInfo::pointsize);
}

void DrawSetFontSize(DrawContext context, const double font_pointsize) {
  SetNumber(context, "font-size", &DrawInfo::pointsize, font_pointsize);
}

StretchType DrawGetFontStretch(DrawContext context) {
  return Setting(context, &DrawInfo::stretch);
}

void DrawSetFontStretch(DrawContext context, const StretchType font_stretch) {
  SetNamed(context, "font-stretch", &DrawInfo::stretch, kStretchNames, font_stretch,
           {.quote = "'"});
}

StyleType DrawGetFontStyle(DrawContext context) {
  return Setting(context, &DrawInfo::style);
}

void DrawSetFontStyle(DrawContext context, const StyleType font_style) {
  SetNamed(context, "font-style", &DrawInfo::style, kStyleNames, font_style, {.quote = "'"});
}

unsigned long DrawGetFontWeight(DrawContext context) {
  return Setting(context, &DrawInfo::weight);
}

void DrawSetFontWeight(DrawContext context, const unsigned long font_weight) {
  Continue(context, {}, [=](_DrawContext& to) {
    if (!to.NeedsSetting(to.current().weight != font_weight)) return;
    to.current().weight = font_weight;
    to.mvg.Add("font-weight " + std::to_string(font_weight) + '\n');
  });
}

GravityType DrawGetGravity(DrawContext context) {
  return Setting(context, &DrawInfo::gravity);
}

void DrawSetGravity(DrawContext context, const GravityType gravity) {
  SetNamed(context, "gravity", &DrawInfo::gravity, kGravityNames, gravity);
}

unsigned int DrawGetTextAntialias(DrawContext context) {
  return Setting(context, &DrawInfo::text_antialias);
}

void DrawSetTextAntialias(DrawContext context, const unsigned int true_false) {
  SetSwitch(context, "text-antialias", &DrawInfo::text_antialias, true_false);
}

DecorationType DrawGetTextDecoration(DrawContext context) {
  return Setting(context, &DrawInfo::decorate);
}

void DrawSetTextDecoration(DrawContext context, const DecorationType decoration) {
  SetNamed(context, "decorate", &DrawInfo::decorate, kDecorationNames, decoration);
}

char* DrawGetTextEncoding(DrawContext context) {
  return Copy(Setting(context, &DrawInfo::encoding));
}

void DrawSetTextEncoding(DrawContext context, const char* encoding) {
  SetQuoted(context, "encoding", &DrawInfo::encoding, encoding);
}
