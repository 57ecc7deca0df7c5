// The pixels of one image, or of several that share them.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "accel/pixels/device_pixels.hpp"
#include "base/coder_api.hpp"
#include "magick/image.h"
#include "magick/core/pixels/pixel_block.hpp"

namespace lodestone {

// What a store holds for each pixel.
struct PixelLayout {
  bool grey = false;     // one sample, which is all three colours; opaque. Else a PixelPacket
  bool indexed = false;  // packets: with indexes
  // Grey: the number of evenly spread shades, at least 2; the rank of a pixel's shade is its index.
  // 0: any shades, no indexes.
  unsigned long levels = 0;

  static PixelLayout Packets(bool indexed) { return {false, indexed, 0}; }
  static PixelLayout Grey(unsigned long levels) { return {true, false, levels}; }
  std::size_t pixel_bytes() const { return grey ? sizeof(Quantum) : sizeof(PixelPacket); }
};

// What one sample of grey pixels stands for.
inline PixelPacket GreyPacket(Quantum sample) {
  PixelPacket pixel{};
  pixel.red = pixel.green = pixel.blue = sample;
  pixel.opacity = OpaqueOpacity;
  return pixel;
}

// One rectangle of pixels, row after row without gaps, and their indexes if any. Reference counted;
// a caller for which TakeForWriting succeeds may write. The pixels may be on devices instead of, or
// as well as, in host memory: call Fetch before every read, BeginWriting before every change.
class LS_CODER_API PixelStore final : public accel::HostPixels {
 public:
  // A new store with one reference, indexes all 0; null with *exception set. Its pixels have no
  // memory yet; fetching them before they are written gives zeros.
  static PixelStore* Create(std::size_t columns, std::size_t rows, PixelLayout layout,
                            const char* filename, ExceptionInfo* exception);
  // A copy in packets, with one reference; `indexed` may add or leave out indexes (new ones are 0).
  PixelStore* Copy(bool indexed, const char* filename, ExceptionInfo* exception) const;
  // Of a grey store, which is unchanged: the same as packets, with a reference for the caller.
  // Images that share the grey pixels share the packets. Null with *exception set. Threads: safe.
  PixelStore* Expand(const char* filename, ExceptionInfo* exception) const;

  // Makes pixels() or samples() valid. False with *exception set.
  bool Fetch(const char* filename, ExceptionInfo* exception) const;
  // The same before writing: from now on the pixels are in host memory. New pixels that will all be
  // overwritten are undefined instead of 0.
  enum class Before { kNeeded, kOverwritten };
  bool BeginWriting(Before before, const char* filename, ExceptionInfo* exception);
  // After writing: any copies on devices are out of date.
  void EndWriting() const { device_pixels_.MarkHostWritten(); }

  accel::DevicePixels& device_pixels() const { return device_pixels_; }
  void* Memory(Contents contents) override;

  void Reference() { references_.fetch_add(1, std::memory_order_relaxed); }
  void Release();
  // True if there is no other reference; from then on Expand gives none out either.
  bool TakeForWriting();

  // Adds indexes, all 0, to a store that has none.
  bool AddIndexes(const char* filename, ExceptionInfo* exception);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }
  std::size_t area() const { return columns_ * rows_; }
  bool grey() const { return layout_.grey; }
  std::size_t pixel_bytes() const { return layout_.pixel_bytes(); }
  unsigned long levels() const { return layout_.levels; }

  // Of packets.
  PixelPacket* pixels() { return static_cast<PixelPacket*>(pixels_.data()); }
  const PixelPacket* pixels() const { return static_cast<const PixelPacket*>(pixels_.data()); }
  // Null without indexes.
  IndexPacket* indexes() { return static_cast<IndexPacket*>(indexes_.data()); }
  const IndexPacket* indexes() const { return static_cast<const IndexPacket*>(indexes_.data()); }
  // Of grey pixels.
  Quantum* samples() { return static_cast<Quantum*>(pixels_.data()); }
  const Quantum* samples() const { return static_cast<const Quantum*>(pixels_.data()); }

 private:
  bool shared() const { return references_.load(std::memory_order_acquire) > 1; }

  // Where stores of the same grey pixels find the packets while those are in use.
  struct Expansion {
    std::mutex mutex;
    PixelStore* packets = nullptr;  // not counted
  };

  PixelStore(std::size_t columns, std::size_t rows, PixelLayout layout)
      : columns_(columns),
        rows_(rows),
        layout_(layout),
        device_pixels_(*this, {columns, rows, layout.pixel_bytes()}) {}
  ~PixelStore();

  bool TryReference();
  void FillFrom(const PixelStore& grey);

  const std::size_t columns_;
  const std::size_t rows_;
  const PixelLayout layout_;
  std::mutex memory_mutex_;
  PixelBlock pixels_;
  PixelBlock indexes_;
  std::atomic<unsigned> references_{1};
  std::shared_ptr<Expansion> expansion_;       // of grey pixels, and of packets made of them
  mutable accel::DevicePixels device_pixels_;  // destroyed first: it may access the memory
};

// Keeps a store alive.
class StoreReference {
 public:
  // Takes over one reference; may be null.
  explicit StoreReference(PixelStore* store = nullptr) : store_(store) {}
  ~StoreReference() {
    if (store_ != nullptr) store_->Release();
  }
  StoreReference(StoreReference&& other) noexcept : store_(std::exchange(other.store_, nullptr)) {}
  StoreReference& operator=(StoreReference&& other) noexcept {
    std::swap(store_, other.store_);
    return *this;
  }

  PixelStore* get() const { return store_; }
  PixelStore* operator->() const { return store_; }
  explicit operator bool() const { return store_ != nullptr; }
  PixelStore* release() { return std::exchange(store_, nullptr); }

 private:
  PixelStore* store_;
};

// True if an image of this class and colour space has indexes.
inline bool HasIndexes(const Image* image) {
  return image->storage_class == PseudoClass || image->colorspace == CMYKColorspace;
}

}  // namespace lodestone
