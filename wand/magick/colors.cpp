// Colours that the current image has for operations, its palette and its primaries.
#include "wand/magick/color.hpp"

using namespace lodestone::wand;

namespace {

unsigned int GetColor(MagickWand* wand, PixelWand* color, PixelPacket Image::*field) {
  if (!HasImage(wand, {color})) return MagickFail;
  PixelSetQuantumColor(color, &(wand->image->*field));
  return MagickPass;
}

// Colour `index` of the palette; null, reported, if it has none.
PixelPacket* PaletteColor(MagickWand* wand, unsigned long index, const PixelWand* color) {
  if (!HasImage(wand, {color})) return nullptr;
  if (wand->image->colormap != nullptr && index < wand->image->colors)
    return &wand->image->colormap[index];
  Report(&wand->exception, WandError, "invalid colormap index `%.1024s");
  return nullptr;
}

unsigned int GetPrimary(MagickWand* wand, double* x, double* y,
                        PrimaryInfo ChromaticityInfo::*primary) {
  return GetPair(wand, x, y, [&](const Image& image) { return image.chromaticity.*primary; });
}

unsigned int SetPrimary(MagickWand* wand, double x, double y,
                        PrimaryInfo ChromaticityInfo::*primary) {
  if (!HasImage(wand)) return MagickFail;
  PrimaryInfo& place = wand->image->chromaticity.*primary;
  place.x = x;
  place.y = y;
  return MagickPass;
}

}  // namespace

unsigned int MagickGetImageBackgroundColor(MagickWand* wand, PixelWand* background_color) {
  return GetColor(wand, background_color, &Image::background_color);
}

unsigned int MagickSetImageBackgroundColor(MagickWand* wand, const PixelWand* background) {
  return SetColor(wand, background, &Image::background_color);
}

unsigned int MagickGetImageBorderColor(MagickWand* wand, PixelWand* border_color) {
  return GetColor(wand, border_color, &Image::border_color);
}

unsigned int MagickSetImageBorderColor(MagickWand* wand, const PixelWand* border) {
  return SetColor(wand, border, &Image::border_color);
}

unsigned int MagickGetImageMatteColor(MagickWand* wand, PixelWand* matte_color) {
  return GetColor(wand, matte_color, &Image::matte_color);
}

unsigned int MagickSetImageMatteColor(MagickWand* wand, const PixelWand* matte) {
  return SetColor(wand, matte, &Image::matte_color);
}

unsigned int MagickGetImageColormapColor(MagickWand* wand, const unsigned long index,
                                         PixelWand* color) {
  PixelPacket* const entry = PaletteColor(wand, index, color);
  if (entry == nullptr) return MagickFail;
  PixelSetQuantumColor(color, entry);
  return MagickPass;
}

unsigned int MagickSetImageColormapColor(MagickWand* wand, const unsigned long index,
                                         const PixelWand* color) {
  PixelPacket* const entry = PaletteColor(wand, index, color);
  if (entry == nullptr) return MagickFail;
  PixelGetQuantumColor(color, entry);
  return MagickPass;
}

unsigned int MagickGetImageBluePrimary(MagickWand* wand, double* x, double* y) {
  return GetPrimary(wand, x, y, &ChromaticityInfo::blue_primary);
}

unsigned int MagickSetImageBluePrimary(MagickWand* wand, const double x, const double y) {
  return SetPrimary(wand, x, y, &ChromaticityInfo::blue_primary);
}

unsigned int MagickGetImageGreenPrimary(MagickWand* wand, double* x, double* y) {
  return GetPrimary(wand, x, y, &ChromaticityInfo::green_primary);
}

unsigned int MagickSetImageGreenPrimary(MagickWand* wand, const double x, const double y) {
  return SetPrimary(wand, x, y, &ChromaticityInfo::green_primary);
}

unsigned int MagickGetImageRedPrimary(MagickWand* wand, double* x, double* y) {
  return GetPrimary(wand, x, y, &ChromaticityInfo::red_primary);
}

unsigned int MagickSetImageRedPrimary(MagickWand* wand, const double x, const double y) {
  return SetPrimary(wand, x, y, &ChromaticityInfo::red_primary);
}

unsigned int MagickGetImageWhitePoint(MagickWand* wand, double* x, double* y) {
  return GetPrimary(wand, x, y, &ChromaticityInfo::white_point);
}

unsigned int MagickSetImageWhitePoint(MagickWand* wand, const double x, const double y) {
  return SetPrimary(wand, x, y, &ChromaticityInfo::white_point);
}

double MagickGetImageGamma(MagickWand* wand) {
  return Get(wand, &Image::gamma);
}

unsigned int MagickSetImageGamma(MagickWand* wand, const double gamma) {
  return Set(wand, &Image::gamma, gamma);
}

RenderingIntent MagickGetImageRenderingIntent(MagickWand* wand) {
  return Get(wand, &Image::rendering_intent);
}

unsigned int MagickSetImageRenderingIntent(MagickWand* wand,
                                           const RenderingIntent rendering_intent) {
  return Set(wand, &Image::rendering_intent, rendering_intent);
}

double MagickGetImageFuzz(MagickWand* wand) {
  return Get(wand, &Image::fuzz);
}

unsigned int MagickSetImageFuzz(MagickWand* wand, const double fuzz) {
  return Set(wand, &Image::fuzz, fuzz);
}
