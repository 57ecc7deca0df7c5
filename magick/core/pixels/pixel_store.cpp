#include "magick/core/pixels/pixel_store.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/checked_size.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/core/resources/limit_reason.hpp"
#include "magick/log.h"

namespace lodestone {
PixelStore* PixelStore::Create(std::size_t columns, std::size_t rows, PixelLayout layout,
                               const char* filename, ExceptionInfo* exception) {
  // Grey pixels may be requested as packets later.
  const CheckedSize bytes = CheckedSize(columns) * rows * sizeof(PixelPacket);
  if (!bytes.valid()) {
    Throw(exception, ResourceLimitError, LimitReason(PixelsResource).c_str(), filename);
    return nullptr;
  }
  PixelStore* store = new (std::nothrow) PixelStore(columns, rows, layout);
  if (store == nullptr) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", filename);
    return nullptr;
  }
  StoreReference created(store);
  if (layout.grey) store->expansion_ = std::make_shared<Expansion>();
  if (layout.indexed && !store->AddIndexes(filename, exception)) return nullptr;
  return created.release();
}

PixelStore::~PixelStore() {
  if (grey() || expansion_ == nullptr) return;
  const std::lock_guard lock(expansion_->mutex);
  if (expansion_->packets == this) expansion_->packets = nullptr;
}

PixelStore* PixelStore::Copy(bool indexed, const char* filename, ExceptionInfo* exception) const {
  if (!Fetch(filename, exception)) return nullptr;
  StoreReference copy(Create(columns_, rows_, PixelLayout::Packets(indexed), filename, exception));
  if (!copy || !copy->BeginWriting(Before::kOverwritten, filename, exception)) return nullptr;
  if (grey()) {
    copy->FillFrom(*this);
    return copy.release();
  }
  std::memcpy(copy->pixels(), pixels(), area() * sizeof(PixelPacket));
  if (indexed && indexes() != nullptr) {
    std::memcpy(copy->indexes(), indexes(), area() * sizeof(IndexPacket));
  }
  return copy.release();
}

// Events are written while no lock is held: their receiver may access images.
PixelStore* PixelStore::Expand(const char* filename, ExceptionInfo* exception) const {
  if (!Fetch(filename, exception)) return nullptr;
  LogMagickEvent(CacheEvent, GetMagickModule(), "grey pixels of %s are converted to packets",
                 filename);
  const std::lock_guard lock(expansion_->mutex);
  if (expansion_->packets != nullptr && expansion_->packets->TryReference()) {
    return expansion_->packets;
  }
  PixelStore* packets = Copy(levels() != 0, filename, exception);
  if (packets == nullptr) return nullptr;
  packets->expansion_ = expansion_;
  expansion_->packets = packets;
  return packets;
}

bool PixelStore::TakeForWriting() {
  if (shared() || expansion_ == nullptr) return !shared();
  const std::lock_guard lock(expansion_->mutex);
  if (shared()) return false;
  if (expansion_->packets == this) expansion_->packets = nullptr;
  return true;
}

// Evenly spread shades are at least one step apart, so rounding finds the rank of a shade.
void PixelStore::FillFrom(const PixelStore& grey) {
  const Quantum* const from = grey.samples();
  std::transform(from, from + area(), pixels(), GreyPacket);
  if (indexes() == nullptr || grey.levels() == 0) return;
  const unsigned long last = grey.levels() - 1;
  for (std::size_t i = 0; i < area(); ++i) {
    indexes()[i] = static_cast<IndexPacket>((from[i] * last + MaxRGB / 2) / MaxRGB);
  }
}

bool PixelStore::TryReference() {
  unsigned references = references_.load(std::memory_order_relaxed);
  while (references != 0) {
    if (references_.compare_exchange_weak(references, references + 1, std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

bool PixelStore::Fetch(const char* filename, ExceptionInfo* exception) const {
  const accel::Attempt attempt = device_pixels_.Fetch();
  if (attempt.done()) return true;
  if (attempt.parts.reason == MagickAccelerateHostMemory) {
    PixelBlock::ThrowShortage(filename, exception);
  } else {
    Throw(exception, CacheError, "Pixels cannot be read back from the device",
          (std::string(filename) + ": " + attempt.parts.detail).c_str());
  }
  return false;
}

bool PixelStore::BeginWriting(Before before, const char* filename, ExceptionInfo* exception) {
  if (before == Before::kNeeded || !device_pixels_.nowhere()) {
    if (!Fetch(filename, exception)) return false;
  } else if (Memory(Contents::kUndefined) == nullptr) {
    PixelBlock::ThrowShortage(filename, exception);
    return false;
  }
  device_pixels_.MarkHostWritten();
  return true;
}

void* PixelStore::Memory(Contents contents) {
  const std::lock_guard lock(memory_mutex_);
  if (pixels_.data() == nullptr) {
    const auto wanted = contents == Contents::kZero ? PixelBlock::Contents::kZero
                                                    : PixelBlock::Contents::kUndefined;
    pixels_ = PixelBlock::Allocate(area() * layout_.pixel_bytes(), wanted, "", nullptr);
  }
  return pixels_.data();
}

void PixelStore::Release() {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

bool PixelStore::AddIndexes(const char* filename, ExceptionInfo* exception) {
  PixelBlock block = PixelBlock::Allocate(area() * sizeof(IndexPacket), PixelBlock::Contents::kZero,
                                          filename, exception);
  if (block.data() == nullptr) return false;
  indexes_ = std::move(block);
  return true;
}

}  // namespace lodestone
