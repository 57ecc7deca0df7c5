// Cache views: views of an image in addition to the default ones.
#include "magick/core/errors/barrier.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/pixel_view.hpp"

namespace {

using lodestone::Guard;
using lodestone::PixelView;

// What a ViewInfo* really points at.
struct CacheView {
  Image* image;
  PixelView view;
};

// The view of an image, or of none.
struct OpenView {
  Image* image;
  PixelView& view;
};

OpenView Open(const ViewInfo* view) {
  if (view == nullptr) return {nullptr, lodestone::NoView()};
  auto& open = *reinterpret_cast<CacheView*>(const_cast<ViewInfo*>(view));
  return {open.image, open.view};
}

PixelPacket* Select(ViewInfo* view, PixelView::Access access, const RectangleInfo& region,
                    ExceptionInfo* exception) {
  const OpenView open = Open(view);
  return Guard(exception, nullptr,
               [&] { return open.view.Select(open.image, region, access, exception); });
}

}  // namespace

lodestone::SelectedArea lodestone::SelectedAreaOf(const ViewInfo* view) {
  return Open(view).view.selected();
}

ViewInfo* OpenCacheView(Image* image) {
  return Guard(lodestone::ExceptionOf(image), {image}, nullptr, [&] {
    return reinterpret_cast<ViewInfo*>(new CacheView{image, {}});
  });
}

void CloseCacheView(ViewInfo* view) {
  delete reinterpret_cast<CacheView*>(view);
}

const PixelPacket* AcquireCacheViewPixels(ViewInfo* view, const long x, const long y,
                                          const unsigned long columns, const unsigned long rows,
                                          ExceptionInfo* exception) {
  const OpenView open = Open(view);
  return Guard(exception, nullptr, [&] {
    return open.view.Acquire(open.image, {columns, rows, x, y}, exception);
  });
}

const IndexPacket* AcquireCacheViewIndexes(const ViewInfo* view) {
  return Open(view).view.indexes();
}

MagickPassFail AcquireOneCacheViewPixel(ViewInfo* view, PixelPacket* pixel, const long x,
                                        const long y, ExceptionInfo* exception) {
  return AcquireOnePixelByReference(Open(view).image, pixel, x, y, exception);
}

PixelPacket* GetCacheViewPixels(ViewInfo* view, const long x, const long y,
                                const unsigned long columns, const unsigned long rows,
                                ExceptionInfo* exception) {
  return Select(view, PixelView::Access::kReadWrite, {columns, rows, x, y}, exception);
}

PixelPacket* SetCacheViewPixels(ViewInfo* view, const long x, const long y,
                                const unsigned long columns, const unsigned long rows,
                                ExceptionInfo* exception) {
  return Select(view, PixelView::Access::kWriteOnly, {columns, rows, x, y}, exception);
}

MagickPassFail SyncCacheViewPixels(const ViewInfo* view, ExceptionInfo* exception) {
  const OpenView open = Open(view);
  return Guard(exception, MagickFail, [&]() -> MagickPassFail {
    return open.view.Sync(open.image, exception) ? MagickPass : MagickFail;
  });
}

PixelPacket* AccessCacheViewPixels(const ViewInfo* view) {
  return Open(view).view.pixels();
}

IndexPacket* GetCacheViewIndexes(const ViewInfo* view) {
  return Open(view).view.indexes();
}

magick_off_t GetCacheViewArea(const ViewInfo* view) {
  const RectangleInfo& region = Open(view).view.region();
  return static_cast<magick_off_t>(region.width * region.height);
}

Image* GetCacheViewImage(const ViewInfo* view) {
  return Open(view).image;
}

RectangleInfo GetCacheViewRegion(const ViewInfo* view) {
  return Open(view).view.region();
}
