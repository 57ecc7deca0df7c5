// Montages.
#include "base/owner.hpp"
#include "wand/magick/color.hpp"

using lodestone::Owner;
using namespace lodestone::wand;

namespace {

using OwnedMontageInfo = Owner<MontageInfo, DestroyMontageInfo>;

void SetMode(MontageInfo& info, MontageMode mode) {
  if (mode != FrameMode && mode != UnframeMode && mode != ConcatenateMode) return;
  const bool framed = mode == FrameMode;
  (void)CloneString(&info.frame, framed ? "15x15+3+3" : nullptr);
  info.shadow = framed;
  if (!framed) info.border_width = 0;
  if (mode == ConcatenateMode) (void)CloneString(&info.geometry, "+0+0");
}

// A text of the drawing wand or the caller, which counts unless it is null.
void SetText(char** place, const char* text) {
  if (text != nullptr) (void)CloneString(place, text);
}

PixelPacket ColorFrom(const DrawingWand* drawing_wand,
                      void (*get)(const DrawingWand*, PixelWand*)) {
  PixelWand* const color = NewPixelWand();
  if (color == nullptr) return {};
  get(drawing_wand, color);
  const PixelPacket pixel = ColorOf(color);
  DestroyPixelWand(color);
  return pixel;
}

void SetFont(MontageInfo& info, const DrawingWand* drawing_wand) {
  char* const font = DrawGetFont(drawing_wand);
  SetText(&info.font, font);
  MagickFree(font);
  info.pointsize = DrawGetFontSize(drawing_wand);
  info.fill = ColorFrom(drawing_wand, DrawGetFillColor);
  info.stroke = ColorFrom(drawing_wand, DrawGetStrokeColor);
}

}  // namespace

MagickWand* MagickMontageImage(MagickWand* wand, const DrawingWand* drawing_wand,
                               const char* tile_geometry, const char* thumbnail_geometry,
                               const MontageMode mode, const char* frame) {
  if (!IsWand(wand) || wand->images == nullptr) return nullptr;
  if (!IsReady(wand, {drawing_wand})) return nullptr;
  const OwnedMontageInfo info(CloneMontageInfo(wand->image_info, nullptr));
  if (info == nullptr) return nullptr;
  SetMode(*info, mode);
  SetFont(*info, drawing_wand);
  SetText(&info->frame, frame);
  SetText(&info->geometry, thumbnail_geometry);
  SetText(&info->tile, tile_geometry);
  return Derive(wand, MontageImages, info.get());
}
