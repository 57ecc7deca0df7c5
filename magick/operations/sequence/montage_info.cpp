// Settings of montages: their life cycle.
#include <new>

#include "base/owner.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/memory.h"
#include "magick/montage.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

// The strings that settings own.
constexpr char* MontageInfo::*kTexts[] = {&MontageInfo::geometry, &MontageInfo::tile,
                                          &MontageInfo::title,    &MontageInfo::frame,
                                          &MontageInfo::texture,  &MontageInfo::font};

void SetText(char** text, const char* value) {
  if (CloneString(text, value) == MagickFail) throw std::bad_alloc();
}

void SetDefaults(const ImageInfo& settings, MontageInfo* info) {
  MagickStrlCpy(info->filename, settings.filename, sizeof info->filename);
  info->gravity = CenterGravity;
  info->pointsize = settings.pointsize;
  info->fill.opacity = OpaqueOpacity;
  info->stroke.opacity = TransparentOpacity;
  info->background_color = settings.background_color;
  info->border_color = settings.border_color;
  info->matte_color = settings.matte_color;
  SetText(&info->geometry, "120x120+4+3>");
  SetText(&info->tile, "6x4");
  SetText(&info->font, settings.font);
}

void Initialize(const ImageInfo* image_info, MontageInfo* info) {
  *info = MontageInfo{};
  info->signature = MagickSignature;
  Owner<ImageInfo, DestroyImageInfo> defaults;
  if (!image_info) defaults.reset(CloneImageInfo(nullptr));
  if (!image_info && !defaults) throw std::bad_alloc();
  SetDefaults(image_info ? *image_info : *defaults, info);
}

using MontageInfoOwner = Owner<MontageInfo, DestroyMontageInfo>;

MontageInfoOwner NewInfo(const ImageInfo* image_info) {
  MontageInfoOwner info(static_cast<MontageInfo*>(MagickMalloc(sizeof(MontageInfo))));
  if (!info) throw std::bad_alloc();
  Initialize(image_info, info.get());
  return info;
}

// A text that is missing stays the default one.
MontageInfo* Clone(const ImageInfo* image_info, const MontageInfo* montage_info) {
  MontageInfoOwner clone = NewInfo(image_info);
  if (!montage_info) return clone.release();
  MontageInfo copy = *montage_info;
  for (const auto text : kTexts) {
    if (montage_info->*text) SetText(&(clone.get()->*text), montage_info->*text);
    copy.*text = clone.get()->*text;
  }
  copy.signature = MagickSignature;
  *clone = copy;
  return clone.release();
}

}  // namespace
}  // namespace lodestone

MontageInfo* CloneMontageInfo(const ImageInfo* image_info, const MontageInfo* montage_info) {
  return lodestone::Guard(nullptr, nullptr,
                          [=] { return lodestone::Clone(image_info, montage_info); });
}

void DestroyMontageInfo(MontageInfo* montage_info) {
  if (!montage_info || montage_info->signature != MagickSignature) return;
  for (const auto text : lodestone::kTexts) MagickFree(montage_info->*text);
  montage_info->signature = 0;
  MagickFree(montage_info);
}

void GetMontageInfo(const ImageInfo* image_info, MontageInfo* montage_info) {
  if (!montage_info) return;
  lodestone::Guard(nullptr, [=] { lodestone::Initialize(image_info, montage_info); });
}
