// The pixels of one or several images that share them.
#pragma once

#include <atomic>
#include <cstddef>

#include "magick/image.h"
#include "magick/pixel_block.hpp"

namespace lodestone {

// One rectangle of pixels, row after row without gaps, and the indexes that go with them if any.
// Reference counted; whoever finds it unshared may write. Every access to pixel memory goes through
// pixels() and indexes(), so a copy of them elsewhere can be brought back there.
class PixelStore {
 public:
  // A new store with one reference, indexes all 0; null with *exception set.
  static PixelStore* Create(std::size_t columns, std::size_t rows, bool indexed,
                            PixelBlock::Contents contents, const char* filename,
                            ExceptionInfo* exception);
  // A copy with one reference; `indexed` may add or leave out indexes (new ones are 0).
  PixelStore* Copy(bool indexed, const char* filename, ExceptionInfo* exception) const;

  void Reference() { references_.fetch_add(1, std::memory_order_relaxed); }
  void Release();
  bool shared() const { return references_.load(std::memory_order_acquire) > 1; }

  // Adds indexes, all 0, to a store that has none.
  bool AddIndexes(const char* filename, ExceptionInfo* exception);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }
  std::size_t area() const { return columns_ * rows_; }

  PixelPacket* pixels() { return static_cast<PixelPacket*>(pixels_.data()); }
  const PixelPacket* pixels() const { return static_cast<const PixelPacket*>(pixels_.data()); }
  // Null without indexes.
  IndexPacket* indexes() { return static_cast<IndexPacket*>(indexes_.data()); }
  const IndexPacket* indexes() const { return static_cast<const IndexPacket*>(indexes_.data()); }

 private:
  PixelStore(std::size_t columns, std::size_t rows, PixelBlock pixels)
      : columns_(columns), rows_(rows), pixels_(std::move(pixels)) {}
  ~PixelStore() = default;

  const std::size_t columns_;
  const std::size_t rows_;
  PixelBlock pixels_;
  PixelBlock indexes_;
  std::atomic<unsigned> references_{1};
};

// True if an image of this class and colour space has indexes.
inline bool HasIndexes(const Image* image) {
  return image->storage_class == PseudoClass || image->colorspace == CMYKColorspace;
}

// MagickFail with a ResourceLimitError if the size of `image` exceeds a limit, or is 0 or too large
// to be addressed. Allocates nothing.
MagickPassFail CheckImagePixelLimits(const Image* image, ExceptionInfo* exception);

}  // namespace lodestone
