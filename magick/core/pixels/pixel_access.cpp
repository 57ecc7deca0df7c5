// The default views: pixel access through the image itself.
#include "magick/core/errors/barrier.hpp"
#include "magick/core/enums/enum_range.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/thread_views.hpp"

namespace {

using lodestone::Guard;
using lodestone::IsKnown;
using lodestone::PixelView;

PixelView& View(const Image* image) {
  return image == nullptr ? lodestone::NoView() : image->default_views->ForThisThread();
}

PixelPacket* Select(Image* image, PixelView::Access access, const RectangleInfo& region,
                    ExceptionInfo* exception) {
  return Guard(exception, nullptr,
               [&] { return View(image).Select(image, region, access, exception); });
}

IndexPacket* Indexes(const Image* image) {
  return Guard(nullptr, nullptr, [&] { return View(image).indexes(); });
}

PixelPacket* Pixels(const Image* image) {
  return Guard(nullptr, nullptr, [&] { return View(image).pixels(); });
}

}  // namespace

lodestone::SelectedArea lodestone::SelectedAreaOf(const Image* image) {
  return View(image).selected();
}

const PixelPacket* AcquireImagePixels(const Image* image, const long x, const long y,
                                      const unsigned long columns, const unsigned long rows,
                                      ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] {
    return View(image).Acquire(image, {columns, rows, x, y}, exception);
  });
}

const IndexPacket* AccessImmutableIndexes(const Image* image) {
  return Indexes(image);
}

PixelPacket AcquireOnePixel(const Image* image, const long x, const long y,
                            ExceptionInfo* exception) {
  return lodestone::OnePixel(image, x, y, exception);
}

MagickPassFail AcquireOnePixelByReference(const Image* image, PixelPacket* pixel, const long x,
                                          const long y, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image, pixel}, exception)) return MagickFail;
  *pixel = lodestone::OnePixel(image, x, y, exception);
  return image->cache->has_pixels() ? MagickPass : MagickFail;
}

PixelPacket* GetImagePixels(Image* image, const long x, const long y, const unsigned long columns,
                            const unsigned long rows) {
  return GetImagePixelsEx(image, x, y, columns, rows, lodestone::ExceptionOf(image));
}

PixelPacket* GetImagePixelsEx(Image* image, const long x, const long y, const unsigned long columns,
                              const unsigned long rows, ExceptionInfo* exception) {
  return Select(image, PixelView::Access::kReadWrite, {columns, rows, x, y}, exception);
}

PixelPacket* SetImagePixels(Image* image, const long x, const long y, const unsigned long columns,
                            const unsigned long rows) {
  return SetImagePixelsEx(image, x, y, columns, rows, lodestone::ExceptionOf(image));
}

PixelPacket* SetImagePixelsEx(Image* image, const long x, const long y, const unsigned long columns,
                              const unsigned long rows, ExceptionInfo* exception) {
  return Select(image, PixelView::Access::kWriteOnly, {columns, rows, x, y}, exception);
}

MagickPassFail SyncImagePixels(Image* image) {
  return SyncImagePixelsEx(image, lodestone::ExceptionOf(image));
}

MagickPassFail SyncImagePixelsEx(Image* image, ExceptionInfo* exception) {
  return Guard(exception, MagickFail, [&]() -> MagickPassFail {
    return View(image).Sync(image, exception) ? MagickPass : MagickFail;
  });
}

PixelPacket* AccessMutablePixels(Image* image) {
  return Pixels(image);
}

PixelPacket* GetPixels(const Image* image) {
  return Pixels(image);
}

IndexPacket* AccessMutableIndexes(Image* image) {
  return Indexes(image);
}

IndexPacket* GetIndexes(const Image* image) {
  return Indexes(image);
}

PixelPacket GetOnePixel(Image* image, const long x, const long y) {
  return lodestone::OnePixel(image, x, y, lodestone::ExceptionOf(image));
}

magick_off_t GetPixelCacheArea(const Image* image) {
  return Guard(nullptr, 0, [&] {
    const RectangleInfo& region = View(image).region();
    return static_cast<magick_off_t>(region.width * region.height);
  });
}

VirtualPixelMethod GetImageVirtualPixelMethod(const Image* image) {
  return image == nullptr ? UndefinedVirtualPixelMethod : image->cache->virtual_pixel_method();
}

MagickPassFail SetImageVirtualPixelMethod(const Image* image, const VirtualPixelMethod method) {
  if (image == nullptr || !IsKnown(method)) return MagickFail;
  image->cache->set_virtual_pixel_method(method);
  return MagickPass;
}
