// Settings: life cycle.
#include <new>

#include "base/owner.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/blob/blob.hpp"
#include "magick/core/image/default_colors.hpp"
#include "magick/core/metadata/metadata.hpp"
#include "magick/utility.h"

using lodestone::Guard;
using lodestone::Owner;

namespace {

constexpr unsigned long kDefaultQuality = 75;
constexpr double kDefaultPointSize = 12.0;

// The strings that settings own.
constexpr char* ImageInfo::*kTexts[] = {&ImageInfo::size,        &ImageInfo::tile,
                                        &ImageInfo::page,        &ImageInfo::sampling_factor,
                                        &ImageInfo::server_name, &ImageInfo::font,
                                        &ImageInfo::texture,     &ImageInfo::density,
                                        &ImageInfo::view,        &ImageInfo::authenticate};

void CopyTexts(const ImageInfo& from, ImageInfo* to) {
  for (const auto text : kTexts) to->*text = nullptr;
  for (const auto text : kTexts) {
    if (CloneString(&(to->*text), from.*text) == MagickFail) throw std::bad_alloc();
  }
}

}  // namespace

void GetImageInfo(ImageInfo* image_info) {
  if (image_info == nullptr) return;
  *image_info = ImageInfo{};
  image_info->adjoin = MagickTrue;
  image_info->antialias = MagickTrue;
  image_info->dither = MagickTrue;
  image_info->progress = MagickTrue;
  image_info->depth = QuantumDepth;
  image_info->quality = kDefaultQuality;
  image_info->pointsize = kDefaultPointSize;
  image_info->background_color = lodestone::OpaqueGray(255);
  image_info->border_color = lodestone::DefaultBorderColor();
  image_info->matte_color = lodestone::DefaultMatteColor();
  image_info->signature = MagickSignature;
}

ImageInfo* CloneImageInfo(const ImageInfo* image_info) {
  return Guard(nullptr, nullptr, [&]() -> ImageInfo* {
    Owner<ImageInfo, DestroyImageInfo> clone(
        static_cast<ImageInfo*>(MagickMalloc(sizeof(ImageInfo))));
    if (clone == nullptr) return nullptr;
    GetImageInfo(clone.get());
    if (image_info == nullptr) return clone.release();
    *clone = *image_info;
    clone->cache = nullptr;
    clone->definitions = nullptr;
    clone->attributes = nullptr;
    const bool of_caller = lodestone::IsMemoryOfCaller(*image_info);
    clone->blob = of_caller ? CloneBlobInfo(nullptr) : ReferenceBlob(image_info->blob);
    clone->length = 0;
    if (of_caller && clone->blob == nullptr) throw std::bad_alloc();
    if (of_caller) AttachBlob(clone->blob, image_info->blob, image_info->length);
    clone->signature = MagickSignature;
    CopyTexts(*image_info, clone.get());
    if (!lodestone::CloneDefinitions(*image_info, clone.get())) throw std::bad_alloc();
    if (image_info->attributes != nullptr) {
      clone->attributes = CloneImage(image_info->attributes, 0, 0, MagickTrue, nullptr);
      if (clone->attributes == nullptr) throw std::bad_alloc();
    }
    return clone.release();
  });
}

void DestroyImageInfo(ImageInfo* image_info) {
  if (image_info == nullptr || image_info->signature != MagickSignature) return;
  for (const auto text : kTexts) MagickFree(image_info->*text);
  if (!lodestone::IsMemoryOfCaller(*image_info)) DestroyBlobInfo(image_info->blob);
  DestroyImage(image_info->attributes);
  lodestone::DestroyDefinitions(image_info);
  image_info->signature = 0;
  MagickFree(image_info);
}
