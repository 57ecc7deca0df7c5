#include "magick/core/pixels/pixel_view.hpp"

#include <atomic>
#include <climits>
#include <cstring>
#include <vector>

#include "base/checked_size.hpp"
#include "magick/core/errors/required.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/pixel_masks.hpp"

namespace lodestone {
namespace {

bool IsInside(const RectangleInfo& region, const PixelStore& store) {
  return region.x >= 0 && region.y >= 0 && region.width <= store.columns() &&
         region.height <= store.rows() &&
         static_cast<std::size_t>(region.x) <= store.columns() - region.width &&
         static_cast<std::size_t>(region.y) <= store.rows() - region.height;
}

// True if the region is contiguous in memory.
bool IsContiguous(const RectangleInfo& region, const PixelStore& store) {
  return region.height == 1 || region.width == store.columns();
}

std::size_t Offset(const RectangleInfo& region, const PixelStore& store) {
  return static_cast<std::size_t>(region.y) * store.columns() + static_cast<std::size_t>(region.x);
}

// Copies `height` rows of `width` elements between rectangles that may be part of wider ones.
template <class T>
void CopyRows(T* to, std::size_t to_stride, const T* from, std::size_t from_stride,
              std::size_t width, std::size_t height) {
  for (std::size_t y = 0; y < height; ++y) {
    std::memcpy(to + y * to_stride, from + y * from_stride, width * sizeof(T));
  }
}

bool IsValidRegion(const RectangleInfo& region, const Image* image, ExceptionInfo* exception) {
  if (!AreGiven({image}, exception)) return false;
  if (region.width == 0 || region.height == 0) {
    Throw(exception, CacheError, "Region contains no pixels", image->filename);
    return false;
  }
  const bool representable = region.width <= LONG_MAX && region.height <= LONG_MAX &&
                             region.x <= LONG_MAX - static_cast<long>(region.width) &&
                             region.y <= LONG_MAX - static_cast<long>(region.height);
  if (!representable) {
    Throw(exception, CacheError, "Region is too large", image->filename);
  }
  return representable;
}

// Other threads that write to the image may do the same at the same time.
void SetFlag(unsigned int& flag, unsigned int value) {
  const std::atomic_ref<unsigned int> shared(flag);
  if (shared.load(std::memory_order_relaxed) != value) shared = value;
}

// Grows `block` to hold `bytes`.
bool Reserve(PixelBlock& block, std::size_t bytes, const char* filename, ExceptionInfo* exception) {
  if (block.bytes() >= bytes) return true;
  block = PixelBlock();
  block = PixelBlock::Allocate(bytes, PixelBlock::Contents::kZero, filename, exception);
  return block.data() != nullptr;
}

// -1 for the background colour.
long VirtualCoordinate(kernels::Border border, long position, std::size_t size) {
  return static_cast<long>(kernels::BorderIndex(border, position, static_cast<std::int64_t>(size)));
}

// False with *exception set: the mask has no pixels.
bool ApplyMask(const Image* mask, const RectangleInfo& region,
               void (*apply)(const PixelPacket* mask, const MaskedRows& rows),
               const MaskedRows& rows, ExceptionInfo* exception) {
  if (mask == nullptr) return true;
  PixelView view;
  const PixelPacket* pixels = view.Acquire(mask, region, exception);
  if (pixels != nullptr) apply(pixels, rows);
  return pixels != nullptr;
}

}  // namespace

void RecordPixelChange(Image* image) {
  SetFlag(image->is_grayscale, IsGrayColorspace(image->colorspace) ? MagickTrue : MagickFalse);
  SetFlag(image->is_monochrome, MagickFalse);
  SetFlag(image->taint, MagickTrue);
}

kernels::Border VirtualBorder(const Image* image) {
  switch (image->cache->virtual_pixel_method()) {
    case ConstantVirtualPixelMethod:
      return kernels::Border::kConstant;
    case MirrorVirtualPixelMethod:
      return kernels::Border::kMirror;
    case TileVirtualPixelMethod:
      return kernels::Border::kTile;
    default:
      return kernels::Border::kEdge;
  }
}

PixelView& NoView() {
  thread_local PixelView none;
  return none;
}

PixelPacket OnePixel(const Image* image, long x, long y, ExceptionInfo* exception) {
  if (!AreGiven({image}, exception)) return {};
  const PixelStore* store = image->cache->Readable(image, exception);
  if (store == nullptr) return image->background_color;
  const kernels::Border border = VirtualBorder(image);
  const long source_x = VirtualCoordinate(border, x, store->columns());
  const long source_y = VirtualCoordinate(border, y, store->rows());
  if (source_x < 0 || source_y < 0) return image->background_color;
  return store->pixels()[static_cast<std::size_t>(source_y) * store->columns() +
                         static_cast<std::size_t>(source_x)];
}

void PixelView::Clear() {
  pixels_ = nullptr;
  indexes_ = nullptr;
  writable_ = false;
  staged_ = false;
}

void PixelView::PointInto(const PixelStore& store, bool indexed) {
  const std::size_t offset = Offset(region_, store);
  pixels_ = const_cast<PixelPacket*>(store.pixels()) + offset;
  if (indexed) indexes_ = const_cast<IndexPacket*>(store.indexes()) + offset;
}

bool PixelView::Stage(const Image* image, bool indexed, ExceptionInfo* exception) {
  const CheckedSize area = CheckedSize(region_.width) * region_.height;
  const CheckedSize bytes = area * sizeof(PixelPacket);
  if (!bytes.valid()) {
    Throw(exception, CacheError, "Region is too large", image->filename);
    return false;
  }
  if (!Reserve(staged_pixels_, bytes.value(), image->filename, exception)) return false;
  if (indexed &&
      !Reserve(staged_indexes_, area.value() * sizeof(IndexPacket), image->filename, exception)) {
    return false;
  }
  pixels_ = static_cast<PixelPacket*>(staged_pixels_.data());
  indexes_ = indexed ? static_cast<IndexPacket*>(staged_indexes_.data()) : nullptr;
  staged_ = true;
  return true;
}

void PixelView::CopyIn(const PixelStore& store) {
  const std::size_t offset = Offset(region_, store);
  CopyRows(pixels_, region_.width, store.pixels() + offset, store.columns(), region_.width,
           region_.height);
  if (indexes_ == nullptr) return;
  CopyRows(indexes_, region_.width, store.indexes() + offset, store.columns(), region_.width,
           region_.height);
}

bool PixelView::AcquireOutside(const Image* image, const PixelStore& store,
                               ExceptionInfo* exception) {
  const bool indexed = HasIndexes(image) && store.indexes() != nullptr;
  if (!Stage(image, indexed, exception)) return false;
  const kernels::Border border = VirtualBorder(image);
  std::vector<long> source_x(region_.width);
  for (std::size_t i = 0; i < region_.width; ++i) {
    source_x[i] = VirtualCoordinate(border, region_.x + static_cast<long>(i), store.columns());
  }
  std::size_t to = 0;
  for (std::size_t j = 0; j < region_.height; ++j) {
    const long y = VirtualCoordinate(border, region_.y + static_cast<long>(j), store.rows());
    const std::size_t row = static_cast<std::size_t>(y < 0 ? 0 : y) * store.columns();
    for (std::size_t i = 0; i < region_.width; ++i, ++to) {
      const bool background = y < 0 || source_x[i] < 0;
      const std::size_t from = background ? 0 : row + static_cast<std::size_t>(source_x[i]);
      pixels_[to] = background ? image->background_color : store.pixels()[from];
      if (indexed) indexes_[to] = background ? IndexPacket{0} : store.indexes()[from];
    }
  }
  return true;
}

const PixelPacket* PixelView::Acquire(const Image* image, const RectangleInfo& region,
                                      ExceptionInfo* exception) {
  Clear();
  region_ = region;
  if (!IsValidRegion(region, image, exception)) return nullptr;
  const PixelStore* store = image->cache->Readable(image, exception);
  if (store == nullptr) return nullptr;
  if (!IsInside(region, *store)) {
    if (!AcquireOutside(image, *store, exception)) Clear();
    return pixels_;
  }
  const bool indexed = HasIndexes(image) && store->indexes() != nullptr;
  if (IsContiguous(region, *store)) {
    PointInto(*store, indexed);
  } else if (Stage(image, indexed, exception)) {
    CopyIn(*store);
  }
  return pixels_;
}

PixelPacket* PixelView::Select(Image* image, const RectangleInfo& region, Access access,
                               ExceptionInfo* exception) {
  Clear();
  region_ = region;
  if (!IsValidRegion(region, image, exception)) return nullptr;
  const bool everything = region.width == image->columns && region.height == image->rows;
  const bool masked = HasMasks(image);
  const OldPixels old = access == Access::kReadWrite || !everything || masked
                            ? OldPixels::kKept
                            : OldPixels::kDiscarded;
  PixelStore* store = image->cache->Writable(image, old, exception);
  if (store == nullptr) return nullptr;
  if (!IsInside(region, *store)) {
    Throw(exception, CacheError, "Region lies outside the image", image->filename);
    return nullptr;
  }
  RecordPixelChange(image);
  const bool indexed = HasIndexes(image);
  writable_ = true;
  if (IsContiguous(region, *store) && !masked) {
    PointInto(*store, indexed);
  } else if (!Stage(image, indexed, exception)) {
    Clear();
  } else if (access == Access::kReadWrite) {
    CopyIn(*store);
  }
  return pixels_;
}

bool PixelView::Sync(Image* image, ExceptionInfo* exception) {
  if (!AreGiven({image}, exception)) return false;
  if (pixels_ == nullptr) {
    Throw(exception, CacheError, "No region is selected", image->filename);
    return false;
  }
  if (!writable_) return true;
  if (!staged_) {
    image->cache->EndWriting();
    return true;
  }
  PixelStore* store = image->cache->Writable(image, OldPixels::kKept, exception);
  if (store == nullptr) return false;
  if (!IsInside(region_, *store)) {
    Throw(exception, CacheError, "Region lies outside the image", image->filename);
    return false;
  }
  const std::size_t offset = Offset(region_, *store);
  if (HasMasks(image)) {
    const MaskedRows rows{region_.width, region_.height, store->pixels() + offset, store->columns(),
                          pixels_};
    if (!ApplyMask(image->extra->clip_mask, region_, ClipRows, rows, exception) ||
        !ApplyMask(image->extra->composite_mask, region_, BlendRows, rows, exception)) {
      return false;
    }
  }
  CopyRows(store->pixels() + offset, store->columns(), pixels_, region_.width, region_.width,
           region_.height);
  if (indexes_ != nullptr && store->indexes() != nullptr) {
    CopyRows(store->indexes() + offset, store->columns(), indexes_, region_.width, region_.width,
             region_.height);
  }
  return true;
}

}  // namespace lodestone
