// Setting masks, and making them from the clipping paths of a file.
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/owner.hpp"
#include "magick/attribute.h"
#include "magick/blob.h"
#include "magick/color.h"
#include "magick/color_lookup.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/image.h"
#include "magick/list.h"
#include "magick/pixel_iterator.h"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

using ImageOwner = Owner<Image, DestroyImageList>;

struct MaskKind {
  Image* _ImageExtra::*mask;
  const char *cannot_set, *cannot_get;
  const char* making;  // for the monitor
  PixelIteratorMonoModifyCallback clean;
};

MagickPassFail SetMask(const MaskKind& kind, Image* image, const Image* mask) {
  if (image == nullptr) return MagickFail;
  ExceptionInfo* exception = &image->exception;
  return Guard(exception, MagickFail, [&]() -> MagickPassFail {
    if (mask != nullptr && (mask->columns != image->columns || mask->rows != image->rows)) {
      Throw(exception, ImageError, kind.cannot_set, "image size differs");
      return MagickFail;
    }
    ImageOwner copy(mask == nullptr ? nullptr : CloneImage(mask, 0, 0, MagickTrue, exception));
    if (mask != nullptr && copy == nullptr) return MagickFail;
    Image*& own = image->extra->*kind.mask;
    copy.reset(std::exchange(own, copy.release()));
    return MagickPass;
  });
}

Image* GetMask(const MaskKind& kind, const Image* image, ExceptionInfo* exception) {
  if (image == nullptr) return nullptr;
  const Image* mask = image->extra->*kind.mask;
  if (mask != nullptr) return CloneImage(mask, 0, 0, MagickTrue, exception);
  Throw(exception, ImageError, kind.cannot_get, "no images were found");
  return nullptr;
}

// What a reader draws smoothly becomes one or the other, in all samples.
MagickPassFail CleanClipMask(void*, const void* inside, Image*, PixelPacket* pixels, IndexPacket*,
                             const long count, ExceptionInfo*) {
  const bool keep = *static_cast<const bool*>(inside);
  for (long x = 0; x < count; ++x) {
    const bool white = PixelIntensityToQuantum(&pixels[x]) == TransparentOpacity;
    const Quantum sample = white == keep ? TransparentOpacity : OpaqueOpacity;
    pixels[x].red = pixels[x].green = pixels[x].blue = pixels[x].opacity = sample;
  }
  return MagickPass;
}

MagickPassFail CleanCompositeMask(void*, const void* inside, Image*, PixelPacket* pixels,
                                  IndexPacket*, const long count, ExceptionInfo*) {
  const bool keep = *static_cast<const bool*>(inside);
  for (long x = 0; x < count; ++x) {
    const Quantum intensity = PixelIntensityToQuantum(&pixels[x]);
    const Quantum sample = keep ? intensity : static_cast<Quantum>(MaxRGB - intensity);
    pixels[x].red = pixels[x].green = pixels[x].blue = sample;
  }
  return MagickPass;
}

const MaskKind kClip{&_ImageExtra::clip_mask, "Unable to set clip mask", "Unable to get clip mask",
                     "[%s] Creating clip mask...", CleanClipMask};
const MaskKind kComposite{&_ImageExtra::composite_mask, "Unable to set composite mask",
                          "Unable to get composite mask", "[%s] Creating composite mask...",
                          CleanCompositeMask};

// A clipping path of the image's IPTC profile as drawn by the reader of SVG. Null with
// image->exception set, or without if there is no such path.
ImageOwner DrawPath(Image* image, const char* name) {
  char key[MaxTextExtent];
  std::snprintf(key, sizeof key, "8BIM:1999,2998:%s", name);
  const ImageAttribute* path = GetImageAttribute(image, key);
  if (path == nullptr || path->value == nullptr) return nullptr;
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (info == nullptr) throw std::bad_alloc();
  MagickStrlCpy(info->magick, "SVG", sizeof info->magick);
  QueryColorDatabase("#ffffffff", &info->background_color, &image->exception);
  return ImageOwner(
      BlobToImage(info.get(), path->value, std::strlen(path->value), &image->exception));
}

MagickPassFail SetMaskFromPath(const MaskKind& kind, Image* image, const char* name,
                               MagickBool inside) {
  if (image == nullptr || name == nullptr) return MagickFail;
  ExceptionInfo* exception = &image->exception;
  return Guard(exception, MagickFail, [&]() -> MagickPassFail {
    const ImageOwner mask = DrawPath(image, name);
    if (mask == nullptr || SyncImage(mask.get()) == MagickFail) return MagickFail;
    mask->storage_class = DirectClass;
    mask->matte = MagickTrue;
    const bool keep = inside != MagickFalse;
    const MagickPassFail cleaned =
        PixelIterateMonoModify(kind.clean, nullptr, kind.making, nullptr, &keep, 0, 0,
                               mask->columns, mask->rows, mask.get(), exception);
    // Where writers of PostScript find the path again.
    std::snprintf(mask->magick_filename, sizeof mask->magick_filename, "8BIM:1999,2998:%.2000s\nPS",
                  name);
    mask->is_grayscale = mask->is_monochrome = MagickTrue;
    return SetMask(kind, image, mask.get()) == MagickFail ? MagickFail : cleaned;
  });
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail SetImageClipMask(Image* image, const Image* clip_mask) {
  return SetMask(kClip, image, clip_mask);
}

MagickPassFail SetImageCompositeMask(Image* image, const Image* composite_mask) {
  return SetMask(kComposite, image, composite_mask);
}

Image* GetImageClipMask(const Image* image, ExceptionInfo* exception) {
  return GetMask(kClip, image, exception);
}

Image* GetImageCompositeMask(const Image* image, ExceptionInfo* exception) {
  return GetMask(kComposite, image, exception);
}

Image** ImageGetClipMask(const Image* image) {
  return image == nullptr ? nullptr : &image->extra->clip_mask;
}

Image** ImageGetCompositeMask(const Image* image) {
  return image == nullptr ? nullptr : &image->extra->composite_mask;
}

MagickPassFail ClipPathImage(Image* image, const char* pathname, const MagickBool inside) {
  return SetMaskFromPath(kClip, image, pathname, inside);
}

MagickPassFail ClipImage(Image* image) {
  return ClipPathImage(image, "#1", MagickTrue);
}

MagickPassFail CompositePathImage(Image* image, const char* pathname, const MagickBool inside) {
  return SetMaskFromPath(kComposite, image, pathname, inside);
}

MagickPassFail CompositeMaskImage(Image* image) {
  return CompositePathImage(image, "#1", MagickTrue);
}
