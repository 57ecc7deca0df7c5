// Settings of drawing: life cycle.
#include <algorithm>
#include <cstddef>
#include <new>

#include "base/owner.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/gem.h"
#include "magick/memory.h"
#include "magick/render.h"
#include "magick/utility.h"

struct _DrawInfoExtra {
  char* clip_path = nullptr;
  char* composite_path = nullptr;
};

namespace lodestone {
namespace {

using DrawInfoExtra = _DrawInfoExtra;

// The strings that settings own.
constexpr char* DrawInfo::*kTexts[] = {
    &DrawInfo::primitive, &DrawInfo::geometry, &DrawInfo::text,    &DrawInfo::font,
    &DrawInfo::family,    &DrawInfo::encoding, &DrawInfo::density, &DrawInfo::server_name};
constexpr char* DrawInfoExtra::*kPaths[] = {&DrawInfoExtra::clip_path,
                                            &DrawInfoExtra::composite_path};
constexpr Image* DrawInfo::*kPatterns[] = {&DrawInfo::fill_pattern, &DrawInfo::tile,
                                           &DrawInfo::stroke_pattern};

// Where there is none, the copy keeps what it has.
void CopyText(const char* from, char** to) {
  if (from != nullptr && CloneString(to, from) == MagickFail) throw std::bad_alloc();
}

Image* CopyPattern(const Image* pattern) {
  if (pattern == nullptr) return nullptr;
  Image* const copy = CloneImage(pattern, 0, 0, MagickTrue, nullptr);
  if (copy == nullptr) throw std::bad_alloc();
  return copy;
}

double* CopyDashes(const double* dashes) {
  if (dashes == nullptr) return nullptr;
  std::size_t count = 1;
  while (dashes[count - 1] != 0.0) ++count;
  auto* const copy = static_cast<double*>(MagickMalloc(count * sizeof *dashes));
  if (copy == nullptr) throw std::bad_alloc();
  std::copy_n(dashes, count, copy);
  return copy;
}

// All fields but those that are owned, and the gradient.
void CopyValues(const DrawInfo& from, DrawInfo* to) {
  DrawInfo values = from;
  for (const auto text : kTexts) values.*text = to->*text;
  for (const auto pattern : kPatterns) values.*pattern = nullptr;
  values.dash_pattern = nullptr;
  values.gradient = to->gradient;
  values.extra = to->extra;
  values.signature = to->signature;
  *to = values;
}

void CopyOwned(const DrawInfo& from, DrawInfo* to) {
  for (const auto text : kTexts)
    if (text != &DrawInfo::primitive) CopyText(from.*text, &(to->*text));
  to->fill_pattern = CopyPattern(from.fill_pattern ? from.fill_pattern : from.tile);
  to->stroke_pattern = CopyPattern(from.stroke_pattern);
  to->dash_pattern = CopyDashes(from.dash_pattern);
  if (from.extra == nullptr) return;
  for (const auto path : kPaths) CopyText(from.extra->*path, &(to->extra->*path));
}

void Fill(const ImageInfo& settings, DrawInfo* info) {
  *info = DrawInfo{};
  info->signature = MagickSignature;
  IdentityAffine(&info->affine);
  info->gravity = NorthWestGravity;
  info->stroke.opacity = info->undercolor.opacity = TransparentOpacity;
  info->stroke_antialias = info->text_antialias = settings.antialias;
  info->stroke_width = 1.0;
  info->fill_rule = EvenOddRule;
  info->linecap = ButtCap;
  info->linejoin = MiterJoin;
  info->miterlimit = 10;
  info->compose = CopyCompositeOp;
  info->pointsize = settings.pointsize;
  info->border_color = settings.border_color;
  info->render = MagickTrue;
  void* const extra = MagickMalloc(sizeof(DrawInfoExtra));
  if (extra == nullptr) throw std::bad_alloc();
  info->extra = new (extra) DrawInfoExtra;
  CopyText(settings.font, &info->font);
  CopyText(settings.density, &info->density);
  CopyText(settings.server_name, &info->server_name);
}

// Throws if there is not enough memory.
void FillFrom(const ImageInfo* settings, DrawInfo* info) {
  if (settings != nullptr) {
    Fill(*settings, info);
    return;
  }
  ImageInfo defaults;
  GetImageInfo(&defaults);
  Fill(defaults, info);
}

DrawInfo* Clone(const ImageInfo* settings, const DrawInfo* info) {
  void* const memory = MagickMalloc(sizeof(DrawInfo));
  if (memory == nullptr) return nullptr;
  Owner<DrawInfo, DestroyDrawInfo> clone(new (memory) DrawInfo{});
  FillFrom(settings, clone.get());
  if (info == nullptr) return clone.release();
  CopyValues(*info, clone.get());
  CopyOwned(*info, clone.get());
  return clone.release();
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void GetDrawInfo(const ImageInfo* image_info, DrawInfo* draw_info) {
  if (draw_info == nullptr) return;
  Guard(nullptr, [&] { FillFrom(image_info, draw_info); });
}

DrawInfo* CloneDrawInfo(const ImageInfo* image_info, const DrawInfo* draw_info) {
  return Guard(nullptr, nullptr, [&] { return Clone(image_info, draw_info); });
}

void DestroyDrawInfo(DrawInfo* draw_info) {
  if (draw_info == nullptr || draw_info->signature != MagickSignature) return;
  for (const auto text : kTexts) MagickFree(draw_info->*text);
  for (const auto pattern : kPatterns) DestroyImage(draw_info->*pattern);
  MagickFree(draw_info->dash_pattern);
  if (draw_info->extra != nullptr)
    for (const auto path : kPaths) MagickFree(draw_info->extra->*path);
  MagickFree(draw_info->extra);
  draw_info->signature = 0;
  MagickFree(draw_info);
}

char** DrawInfoGetClipPath(const DrawInfo* draw_info) {
  return draw_info && draw_info->extra ? &draw_info->extra->clip_path : nullptr;
}

char** DrawInfoGetCompositePath(const DrawInfo* draw_info) {
  return draw_info && draw_info->extra ? &draw_info->extra->composite_path : nullptr;
}
