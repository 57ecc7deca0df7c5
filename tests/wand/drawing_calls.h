/*
  The drawings by function calls of tests/compat, made with drawing wands. Their functions have the
  same names there, but take colours from pixel wands. The including file has included
  <wand/wand_api.h>.
*/
#ifndef LODESTONE_TESTS_WAND_DRAWING_CALLS_H
#define LODESTONE_TESTS_WAND_DRAWING_CALLS_H

typedef DrawingWand* WandOfDrawing;
typedef void (*ColorSetter)(DrawingWand*, const PixelWand*);
typedef void (*ColorGetter)(const DrawingWand*, PixelWand*);

static void set_packet(DrawingWand* drawing, ColorSetter set, const PixelPacket* color) {
  PixelWand* wand = NewPixelWand();
  PixelPacket packet = *color;
  PixelSetQuantumColor(wand, &packet);
  set(drawing, wand);
  DestroyPixelWand(wand);
}

static void set_named(DrawingWand* drawing, ColorSetter set, const char* name) {
  PixelWand* wand = NewPixelWand();
  (void)PixelSetColor(wand, name);
  set(drawing, wand);
  DestroyPixelWand(wand);
}

static PixelPacket get_packet(const DrawingWand* drawing, ColorGetter get) {
  PixelWand* wand = NewPixelWand();
  PixelPacket packet;
  get(drawing, wand);
  PixelGetQuantumColor(wand, &packet);
  DestroyPixelWand(wand);
  return packet;
}

/* GraphicsMagick has no bits for what is less than 0. */
static void set_opacity(DrawingWand* drawing, void (*set)(DrawingWand*, const double),
                        double opacity) {
  set(drawing, opacity < 0.0 ? 0.0 : opacity);
}

#undef DrawSetFillColor
#undef DrawSetStrokeColor
#undef DrawSetTextUnderColor
#undef DrawGetFillColor
#undef DrawGetStrokeColor
#undef DrawGetTextUnderColor
#undef DrawSetFillOpacity
#undef DrawSetStrokeOpacity
#define DrawContext WandOfDrawing
#define DrawAllocateContext DrawAllocateWand
#define DrawDestroyContext DestroyDrawingWand
#define DrawSetFillColor(d, color) set_packet(d, MagickDrawSetFillColor, color)
#define DrawSetStrokeColor(d, color) set_packet(d, MagickDrawSetStrokeColor, color)
#define DrawSetTextUnderColor(d, color) set_packet(d, MagickDrawSetTextUnderColor, color)
#define DrawSetFillColorString(d, name) set_named(d, MagickDrawSetFillColor, name)
#define DrawSetStrokeColorString(d, name) set_named(d, MagickDrawSetStrokeColor, name)
#define DrawSetTextUnderColorString(d, name) set_named(d, MagickDrawSetTextUnderColor, name)
#define DrawGetFillColor(d) get_packet(d, MagickDrawGetFillColor)
#define DrawGetStrokeColor(d) get_packet(d, MagickDrawGetStrokeColor)
#define DrawGetTextUnderColor(d) get_packet(d, MagickDrawGetTextUnderColor)
#define DrawSetFillOpacity(d, opacity) set_opacity(d, MagickDrawSetFillOpacity, opacity)
#define DrawSetStrokeOpacity(d, opacity) set_opacity(d, MagickDrawSetStrokeOpacity, opacity)

#include "../compat/context_scenes.h"
#include "../compat/contexts.h"

#endif
