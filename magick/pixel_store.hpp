// The pixels of one or several images that share them.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>

#include "accel/device_pixels.hpp"
#include "magick/image.h"
#include "magick/pixel_block.hpp"

namespace lodestone {

// One rectangle of pixels, row after row without gaps, and the indexes that go with them if any.
// Reference counted; whoever finds it unshared may write. The pixels may be on devices instead of,
// or as well as, in memory: Fetch comes before every look at them, BeginWriting before every
// change.
class PixelStore final : public accel::HostPixels {
 public:
  // A new store with one reference, indexes all 0; null with *exception set. Its pixels have no
  // memory yet; whoever fetches them before they are written gets zeros.
  static PixelStore* Create(std::size_t columns, std::size_t rows, bool indexed,
                            const char* filename, ExceptionInfo* exception);
  // A copy with one reference; `indexed` may add or leave out indexes (new ones are 0).
  PixelStore* Copy(bool indexed, const char* filename, ExceptionInfo* exception) const;

  // Makes pixels() valid. False with *exception set.
  bool Fetch(const char* filename, ExceptionInfo* exception) const;
  // The same for an owner that is about to write: from now on pixels() is where they are. New
  // pixels that are all going to be written are undefined instead of 0.
  enum class Before { kNeeded, kRewritten };
  bool BeginWriting(Before before, const char* filename, ExceptionInfo* exception);
  // After writing: what devices may have got in the meantime is out of date.
  void EndWriting() const { device_pixels_.HostWrites(); }

  accel::DevicePixels& device_pixels() const { return device_pixels_; }
  void* Memory(Contents contents) override;

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
  PixelStore(std::size_t columns, std::size_t rows)
      : columns_(columns),
        rows_(rows),
        device_pixels_(*this, {columns, rows, sizeof(PixelPacket)}) {}
  ~PixelStore() = default;

  const std::size_t columns_;
  const std::size_t rows_;
  std::mutex memory_mutex_;
  PixelBlock pixels_;
  PixelBlock indexes_;
  std::atomic<unsigned> references_{1};
  mutable accel::DevicePixels device_pixels_;  // goes first: it may look at the memory
};

// True if an image of this class and colour space has indexes.
inline bool HasIndexes(const Image* image) {
  return image->storage_class == PseudoClass || image->colorspace == CMYKColorspace;
}

// MagickFail with a ResourceLimitError if the size of `image` exceeds a limit, or is 0 or too large
// to be addressed. Allocates nothing.
MagickPassFail CheckImagePixelLimits(const Image* image, ExceptionInfo* exception);

}  // namespace lodestone
