// Gradients and patterns as images.
#include <new>

#include "base/owner.hpp"
#include "magick/color_lookup.h"
#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/operations/draw/mvg/recursion.hpp"

namespace lodestone {
namespace {

// Transparent, and as large as the part says.
Image* NewTile(const std::string& geometry) {
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (!info) throw std::bad_alloc();
  SetText(&info->size, geometry);
  Image* const tile = AllocateImage(info.get());
  if (!tile) throw std::bad_alloc();
  QueryColorDatabase("none", &tile->background_color, &tile->exception);
  SetImage(tile, OpaqueOpacity);
  return tile;
}

MagickPassFail DrawTile(Image* image, const DrawInfo& info, const std::string& name,
                        Image** pattern) {
  const char *part = FindPart(image, name), *geometry = FindPart(image, name + "-geometry");
  if (!part || !geometry) return MagickFail;
  const PartUse use(name);
  const std::string text = part;
  Image* const tile = NewTile(geometry);
  DestroyImage(*pattern);
  *pattern = tile;
  const DrawInfoHandle drawn = CopyOf(info);
  for (Image** own : {&drawn->fill_pattern, &drawn->stroke_pattern}) {
    DestroyImage(*own);
    *own = nullptr;
  }
  SetText(&drawn->primitive, text);
  if (DrawImage(tile, drawn.get()) != MagickFail) return MagickPass;
  if (tile->exception.severity > image->exception.severity)
    CopyException(&image->exception, &tile->exception);
  return MagickFail;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail DrawPatternPath(Image* image, const DrawInfo* draw_info, const char* name,
                               Image** pattern) {
  return GuardDrawing(image, {image, draw_info, name, pattern},
                      [&] { return DrawTile(image, *draw_info, name, pattern); });
}
