// Life cycle of images.
#include "magick/image.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>

#include "base/owner.hpp"
#include "magick/attribute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/blob/blob.hpp"
#include "base/checked_size.hpp"
#include "magick/core/image/default_colors.hpp"
#include "magick/log.h"
#include "magick/core/metadata/metadata.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/core/pixels/thread_views.hpp"
#include "magick/utility.h"

using lodestone::Guard;
using lodestone::Owner;

namespace {

using ImageOwner = Owner<Image, DestroyImage>;

// Allocates the parts that every image owns. Throws std::bad_alloc.
void AllocateParts(Image* image) {
  image->extra = new _ImageExtra;
  image->cache = new _CacheInfo;
  image->default_views = new _ThreadViewSet;
  image->blob = CloneBlobInfo(nullptr);
  if (image->blob == nullptr) throw std::bad_alloc();
}

// An empty image that can be destroyed.
ImageOwner NewImage() {
  void* memory = MagickMalloc(sizeof(Image));
  if (memory == nullptr) throw std::bad_alloc();
  Image* image = new (memory) Image{};
  image->reference_count = 1;
  image->signature = MagickSignature;
  GetExceptionInfo(&image->exception);
  GetTimerInfo(&image->timer);
  return ImageOwner(image);
}

void SetDefaults(Image* image) {
  image->storage_class = DirectClass;
  image->colorspace = RGBColorspace;
  image->depth = QuantumDepth;
  image->interlace = NoInterlace;
  image->compose = OverCompositeOp;
  image->blur = 1.0;
  image->is_grayscale = MagickTrue;
  image->is_monochrome = MagickTrue;
  image->background_color = lodestone::OpaqueGray(255);
  image->border_color = lodestone::DefaultBorderColor();
  image->matte_color = lodestone::DefaultMatteColor();
  image->logging = IsEventLogging();
  MagickStrlCpy(image->magick, "MIFF", sizeof(image->magick));
}

void ApplySize(const ImageInfo* info, Image* image) {
  RectangleInfo size{};
  GetGeometry(info->size, &size.x, &size.y, &size.width, &size.height);
  image->columns = size.width;
  image->rows = size.height;
  image->offset = size.x;
  image->tile_info = size;
}

void ApplyDensity(const ImageInfo* info, Image* image) {
  double x = 0.0;
  double y = 0.0;
  double ignored = 0.0;
  const int count = GetMagickDimension(info->density, &x, &y, &ignored, &ignored);
  if (count < 1) return;
  image->x_resolution = x;
  image->y_resolution = count < 2 ? x : y;
}

void ApplyPage(const ImageInfo* info, Image* image) {
  lodestone::MagickPtr<char> geometry(GetPageGeometry(info->page));
  if (geometry == nullptr) throw std::bad_alloc();
  GetGeometry(geometry.get(), &image->page.x, &image->page.y, &image->page.width,
              &image->page.height);
}

void ApplySettings(const ImageInfo* info, Image* image) {
  MagickStrlCpy(image->filename, info->filename, sizeof(image->filename));
  MagickStrlCpy(image->magick_filename, info->filename, sizeof(image->magick_filename));
  MagickStrlCpy(image->magick, info->magick, sizeof(image->magick));
  if (info->size != nullptr) ApplySize(info, image);
  if (info->tile != nullptr && IsSubimage(info->tile, MagickFalse) == MagickFalse) {
    GetGeometry(info->tile, &image->tile_info.x, &image->tile_info.y, &image->tile_info.width,
                &image->tile_info.height);
  }
  if (info->density != nullptr) ApplyDensity(info, image);
  if (info->page != nullptr) ApplyPage(info, image);
  image->compression = info->compression;
  image->interlace = info->interlace;
  image->endian = info->endian;
  image->units = info->units;
  image->depth = static_cast<unsigned int>(info->depth);
  image->dither = info->dither;
  image->background_color = info->background_color;
  image->border_color = info->border_color;
  image->matte_color = info->matte_color;
  image->client_data = info->client_data;
  image->ping = info->ping;
}

char* CopyText(const char* text) {
  if (text == nullptr) return nullptr;
  char* copy = AllocateString(text);
  if (copy == nullptr) throw std::bad_alloc();
  return copy;
}

PixelPacket* CopyColormap(const Image* image) {
  if (image->colormap == nullptr || image->colors == 0) return nullptr;
  const auto bytes = lodestone::CheckedSize(image->colors) * sizeof(PixelPacket);
  void* copy = bytes.valid() ? MagickMalloc(bytes.value()) : nullptr;
  if (copy == nullptr) throw std::bad_alloc();
  std::memcpy(copy, image->colormap, bytes.value());
  return static_cast<PixelPacket*>(copy);
}

// All fields that are plain values or have no owner.
void CopyValues(const Image* from, Image* to) {
  const ExceptionInfo exception = to->exception;
  const TimerInfo timer = to->timer;
  *to = *from;
  to->exception = exception;
  to->timer = timer;
  to->reference_count = 1;
  to->colormap = nullptr;
  to->montage = to->directory = to->geometry = nullptr;
  to->profiles = nullptr;
  to->attributes = nullptr;
  to->extra = nullptr;
  to->cache = nullptr;
  to->default_views = nullptr;
  to->ascii85 = nullptr;
  to->blob = nullptr;
  to->semaphore = nullptr;
  to->list = nullptr;
}

// Of an image whose side changes from `from` to `to`.
long ScaledOffset(long offset, unsigned long from, unsigned long to) {
  if (from == 0) return offset;
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(offset, to, &product))
    return static_cast<long>(product / static_cast<std::int64_t>(from));
  const double scaled =
      static_cast<double>(to) / static_cast<double>(from) * static_cast<double>(offset);
  constexpr double kMost = 9e18;  // nothing lies so far out
  return static_cast<long>(std::clamp(scaled, -kMost, kMost));
}

// The page becomes the new size, and its offsets scale with the image.
void Resize(const Image* from, unsigned long columns, unsigned long rows, Image* clone) {
  clone->columns = columns;
  clone->rows = rows;
  clone->page.x = ScaledOffset(from->page.x, from->columns, columns);
  clone->page.y = ScaledOffset(from->page.y, from->rows, rows);
  clone->page.width = columns;
  clone->page.height = rows;
  clone->cache->set_virtual_pixel_method(from->cache->virtual_pixel_method());
}

Image* Clone(const Image* image, unsigned long columns, unsigned long rows, bool orphan);

Image* CopyMask(const Image* mask) {
  return mask == nullptr ? nullptr : Clone(mask, 0, 0, true);
}

Image* Clone(const Image* image, unsigned long columns, unsigned long rows, bool orphan) {
  ImageOwner clone = NewImage();
  CopyValues(image, clone.get());
  if (orphan) clone->next = clone->previous = nullptr;
  AllocateParts(clone.get());
  clone->blob->size = GetBlobSize(image);
  clone->colormap = CopyColormap(image);
  const bool copied = CloneImageAttributes(clone.get(), image) != MagickFail &&
                      lodestone::CloneProfiles(*image, clone.get());
  if (!copied) throw std::bad_alloc();
  clone->extra->milliseconds = image->extra->milliseconds;
  clone->extra->exif_is_unwanted = image->extra->exif_is_unwanted;
  if (columns != 0 || rows != 0) {
    Resize(image, columns, rows, clone.get());
  } else {
    clone->montage = CopyText(image->montage);
    clone->directory = CopyText(image->directory);
    clone->extra->clip_mask = CopyMask(image->extra->clip_mask);
    clone->extra->composite_mask = CopyMask(image->extra->composite_mask);
    clone->cache->ShareFrom(*image->cache);
  }
  return clone.release();
}

void DestroyMasks(Image* image) {
  if (image->extra == nullptr) return;
  DestroyImage(image->extra->clip_mask);
  DestroyImage(image->extra->composite_mask);
  delete image->extra;
}

void Destroy(Image* image) {
  DestroyMasks(image);
  DestroyBlob(image);
  delete image->cache;
  delete image->default_views;
  MagickFree(image->colormap);
  MagickFree(image->montage);
  MagickFree(image->directory);
  MagickFree(image->geometry);
  MagickFree(image->ascii85);
  DestroyImageAttributes(image);
  lodestone::DestroyProfiles(image);
  DestroyExceptionInfo(&image->exception);
  image->signature = 0;
  MagickFree(image);
}

std::atomic_ref<long> References(Image* image) {
  return std::atomic_ref(image->reference_count);
}

}  // namespace

Image* AllocateImage(const ImageInfo* image_info) {
  return Guard(nullptr, nullptr, [&] {
    ImageOwner image = NewImage();
    SetDefaults(image.get());
    AllocateParts(image.get());
    if (image_info != nullptr) ApplySettings(image_info, image.get());
    return image.release();
  });
}

void AllocateNextImage(const ImageInfo* image_info, Image* image) {
  if (image == nullptr) return;
  Image* next = AllocateImage(image_info);
  image->next = next;
  if (next == nullptr) return;
  const char* filename = image_info != nullptr ? image_info->filename : image->filename;
  MagickStrlCpy(next->filename, filename, sizeof(next->filename));
  next->scene = image->scene + 1;
  next->previous = image;
  DestroyBlob(next);
  next->blob = ReferenceBlob(image->blob);
}

Image* CloneImage(const Image* image, const unsigned long columns, const unsigned long rows,
                  const unsigned int orphan, ExceptionInfo* exception) {
  return Guard(exception, {image}, nullptr,
               [&] { return Clone(image, columns, rows, orphan != MagickFalse); });
}

Image* ReferenceImage(Image* image) {
  if (image == nullptr) return nullptr;
  References(image).fetch_add(1, std::memory_order_relaxed);
  return image;
}

void DestroyImage(Image* image) {
  if (image == nullptr || image->signature != MagickSignature) return;
  if (References(image).fetch_sub(1, std::memory_order_acq_rel) == 1) Destroy(image);
}

void ModifyImage(Image** image, ExceptionInfo* exception) {
  if (image == nullptr || *image == nullptr) return;
  if (References(*image).load(std::memory_order_acquire) <= 1) return;
  Image* own = CloneImage(*image, 0, 0, MagickTrue, exception);
  if (own == nullptr) return;
  DestroyImage(*image);
  *image = own;
}

ExceptionType CatchImageException(Image* image) {
  if (image == nullptr) return UndefinedException;
  CatchException(&image->exception);
  return image->exception.severity;
}

void GetImageException(Image* image, ExceptionInfo* exception) {
  if (exception == nullptr) return;
  for (const Image* next = image; next != nullptr; next = next->next) {
    if (next->exception.severity > exception->severity) {
      CopyException(exception, &next->exception);
    }
  }
}

MagickBool IsTaintImage(const Image* image) {
  for (const Image* next = image; next != nullptr; next = next->next) {
    if (next->taint != MagickFalse || LocaleCompare(next->magick, image->magick) != 0 ||
        LocaleCompare(next->filename, image->filename) != 0) {
      return MagickTrue;
    }
  }
  return MagickFalse;
}

void SetImageDelay(Image* image, const unsigned long delay) {
  if (image == nullptr) return;
  image->delay = delay;
  image->extra->milliseconds = 0;
}

MagickPassFail ResetImagePage(Image* image, const char* page) {
  if (image == nullptr) return MagickFail;
  RectangleInfo geometry{};
  const int flags = GetGeometry(page, &geometry.x, &geometry.y, &geometry.width, &geometry.height);
  if (flags == NoValue) return MagickFail;
  if ((flags & WidthValue) != 0) {
    if ((flags & HeightValue) == 0) geometry.height = geometry.width;
    image->page.width = geometry.width;
    image->page.height = geometry.height;
  }
  const bool relative = (flags & AspectValue) != 0;
  const auto move = [&](long by, unsigned long side, long* offset, unsigned long* canvas) {
    *offset = by + (relative ? *offset : 0);
    if (!relative && *canvas == 0 && by > 0) *canvas = side + static_cast<unsigned long>(by);
  };
  if ((flags & XValue) != 0) move(geometry.x, image->columns, &image->page.x, &image->page.width);
  if ((flags & YValue) != 0) move(geometry.y, image->rows, &image->page.y, &image->page.height);
  return MagickPass;
}
