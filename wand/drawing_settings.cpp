// Settings of drawing wands that are those of their contexts.
#include "wand/drawing_wand.hpp"

using namespace lodestone::wand;

void MagickDrawSetViewbox(DrawingWand* drawing_wand, unsigned long x1, unsigned long y1,
                          unsigned long x2, unsigned long y2) {
  Call(drawing_wand, DrawSetViewbox, x1, y1, x2, y2);
}

void MagickDrawSetClipPath(DrawingWand* drawing_wand, const char* clip_path) {
  Call(drawing_wand, DrawSetClipPath, clip_path);
}

void MagickDrawSetClipRule(DrawingWand* drawing_wand, const FillRule fill_rule) {
  Call(drawing_wand, DrawSetClipRule, fill_rule);
}

void MagickDrawSetClipUnits(DrawingWand* drawing_wand, const ClipPathUnits clip_units) {
  Call(drawing_wand, DrawSetClipUnits, clip_units);
}

void MagickDrawSetFillRule(DrawingWand* drawing_wand, const FillRule fill_rule) {
  Call(drawing_wand, DrawSetFillRule, fill_rule);
}

void MagickDrawSetStrokeDashArray(DrawingWand* drawing_wand, const unsigned long number_elements,
                                  const double* dash_array) {
  Call(drawing_wand, DrawSetStrokeDashArray, number_elements, dash_array);
}

void MagickDrawSetStrokeDashOffset(DrawingWand* drawing_wand, const double dash_offset) {
  Call(drawing_wand, DrawSetStrokeDashOffset, dash_offset);
}

void MagickDrawSetStrokeAntialias(DrawingWand* drawing_wand, const unsigned int stroke_antialias) {
  Call(drawing_wand, DrawSetStrokeAntialias, stroke_antialias);
}

void MagickDrawSetStrokeLineCap(DrawingWand* drawing_wand, const LineCap linecap) {
  Call(drawing_wand, DrawSetStrokeLineCap, linecap);
}

void MagickDrawSetStrokeLineJoin(DrawingWand* drawing_wand, const LineJoin linejoin) {
  Call(drawing_wand, DrawSetStrokeLineJoin, linejoin);
}

void MagickDrawSetStrokeMiterLimit(DrawingWand* drawing_wand, const unsigned long miterlimit) {
  Call(drawing_wand, DrawSetStrokeMiterLimit, miterlimit);
}

void MagickDrawSetStrokeWidth(DrawingWand* drawing_wand, const double stroke_width) {
  Call(drawing_wand, DrawSetStrokeWidth, stroke_width);
}

void MagickDrawSetFont(DrawingWand* drawing_wand, const char* font_name) {
  Call(drawing_wand, DrawSetFont, font_name);
}

void MagickDrawSetFontFamily(DrawingWand* drawing_wand, const char* font_family) {
  Call(drawing_wand, DrawSetFontFamily, font_family);
}

void MagickDrawSetFontSize(DrawingWand* drawing_wand, const double pointsize) {
  Call(drawing_wand, DrawSetFontSize, pointsize);
}

void MagickDrawSetFontStretch(DrawingWand* drawing_wand, const StretchType font_stretch) {
  Call(drawing_wand, DrawSetFontStretch, font_stretch);
}

void MagickDrawSetFontStyle(DrawingWand* drawing_wand, const StyleType style) {
  Call(drawing_wand, DrawSetFontStyle, style);
}

void MagickDrawSetFontWeight(DrawingWand* drawing_wand, const unsigned long font_weight) {
  Call(drawing_wand, DrawSetFontWeight, font_weight);
}

void MagickDrawSetGravity(DrawingWand* drawing_wand, const GravityType gravity) {
  Call(drawing_wand, DrawSetGravity, gravity);
}

void MagickDrawSetTextAntialias(DrawingWand* drawing_wand, const unsigned int text_antialias) {
  Call(drawing_wand, DrawSetTextAntialias, text_antialias);
}

void MagickDrawSetTextDecoration(DrawingWand* drawing_wand, const DecorationType decoration) {
  Call(drawing_wand, DrawSetTextDecoration, decoration);
}

void MagickDrawSetTextEncoding(DrawingWand* drawing_wand, const char* encoding) {
  Call(drawing_wand, DrawSetTextEncoding, encoding);
}

char* MagickDrawGetClipPath(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetClipPath);
}

char* MagickDrawGetFont(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetFont);
}

char* MagickDrawGetFontFamily(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetFontFamily);
}

char* MagickDrawGetTextEncoding(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetTextEncoding);
}

double* MagickDrawGetStrokeDashArray(const DrawingWand* drawing_wand,
                                     unsigned long* number_elements) {
  return Call(drawing_wand, DrawGetStrokeDashArray, number_elements);
}

FillRule MagickDrawGetClipRule(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetClipRule);
}

ClipPathUnits MagickDrawGetClipUnits(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetClipUnits);
}

FillRule MagickDrawGetFillRule(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetFillRule);
}

double MagickDrawGetFontSize(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetFontSize);
}

StretchType MagickDrawGetFontStretch(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetFontStretch);
}

StyleType MagickDrawGetFontStyle(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetFontStyle);
}

unsigned long MagickDrawGetFontWeight(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetFontWeight);
}

GravityType MagickDrawGetGravity(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetGravity);
}

unsigned int MagickDrawGetStrokeAntialias(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetStrokeAntialias);
}

double MagickDrawGetStrokeDashOffset(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetStrokeDashOffset);
}

LineCap MagickDrawGetStrokeLineCap(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetStrokeLineCap);
}

LineJoin MagickDrawGetStrokeLineJoin(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetStrokeLineJoin);
}

unsigned long MagickDrawGetStrokeMiterLimit(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetStrokeMiterLimit);
}

double MagickDrawGetStrokeWidth(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetStrokeWidth);
}

unsigned int MagickDrawGetTextAntialias(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetTextAntialias);
}

DecorationType MagickDrawGetTextDecoration(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawGetTextDecoration);
}
