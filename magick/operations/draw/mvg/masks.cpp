#include "magick/operations/draw/mvg/masks.hpp"

#include "magick/attribute.h"
#include "magick/color_lookup.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/effect.h"
#include "magick/enhance.h"
#include "magick/operations/draw/mvg/recursion.hpp"

namespace lodestone {
namespace {

constexpr unsigned kCompliant = 1, kClipping = 2;

// The image's mask of its own, made or with the image's parts, and transparent. Null with the
// image's exception set.
Image* ClearMask(Image* image, Image** mask, MagickPassFail (*set)(Image*, const Image*)) {
  ExceptionInfo* const exception = &image->exception;
  if (*mask) {
    DestroyImageAttributes(*mask);
    CloneImageAttributes(*mask, image);
  } else {
    Image* const made = CloneImage(image, image->columns, image->rows, MagickTrue, exception);
    const bool done = made && set(image, made) != MagickFail;
    DestroyImage(made);
    if (!done) return nullptr;
  }
  QueryColorDatabase("none", &(*mask)->background_color, exception);
  return SetImage(*mask, TransparentOpacity) == MagickFail ? nullptr : *mask;
}

bool Report(const Image* mask, Image* image) {
  if (mask->exception.severity > image->exception.severity)
    CopyException(&image->exception, &mask->exception);
  return false;
}

bool DrawPart(Image* mask, Image* image, DrawInfo* info, const char* fill, const char* part) {
  SetText(&info->primitive, part);
  QueryColorDatabase(fill, &info->fill, &image->exception);
  return DrawImage(mask, info) != MagickFail || Report(mask, image);
}

// Of a silhouette in SVG, colours and strokes do not matter.
DrawInfoHandle SilhouetteOf(const DrawInfo& info, Image* image) {
  DrawInfoHandle copy = CopyOf(info);
  CloneString(DrawInfoGetClipPath(copy.get()), nullptr);
  copy->flags |= kClipping;
  if ((copy->flags & kCompliant) == 0) return copy;
  QueryColorDatabase("none", &copy->stroke, &image->exception);
  copy->stroke_width = 0.0;
  copy->opacity = OpaqueOpacity;
  return copy;
}

MagickPassFail DrawClip(Image* image, const DrawInfo& info, const char* name) {
  const char* const part = FindPart(image, name);
  if (!part) return MagickPass;
  const PartUse use(name);
  const std::string text = part;
  Image* const mask = ClearMask(image, ImageGetClipMask(image), SetImageClipMask);
  if (!mask) return MagickFail;
  const DrawInfoHandle silhouette = SilhouetteOf(info, image);
  if (!DrawPart(mask, image, silhouette.get(), "white", text.c_str())) return MagickFail;
  return NegateImage(mask, MagickFalse) != MagickFail || Report(mask, image) ? MagickPass
                                                                             : MagickFail;
}

}  // namespace

bool IsSilhouette(const DrawInfo& info) {
  return (info.flags & (kCompliant | kClipping)) == (kCompliant | kClipping);
}

bool DrawCompositeMask(Image* image, const DrawInfo& info, const char* name) {
  const char* const part = FindPart(image, name);
  if (!part) return false;
  const PartUse use(name);
  const std::string text = part;
  Image* const mask = ClearMask(image, ImageGetCompositeMask(image), SetImageCompositeMask);
  if (!mask) return false;
  const DrawInfoHandle drawn = CopyOf(info);
  QueryColorDatabase("none", &drawn->stroke, &image->exception);
  drawn->stroke_width = 1.0;
  drawn->opacity = OpaqueOpacity;
  return DrawPart(mask, image, drawn.get(), "black", text.c_str());
}

}  // namespace lodestone

using namespace lodestone;

MagickPassFail DrawClipPath(Image* image, const DrawInfo* draw_info, const char* name) {
  return GuardDrawing(image, {image, draw_info, name},
                      [&] { return DrawClip(image, *draw_info, name); });
}
