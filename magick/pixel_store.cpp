#include "magick/pixel_store.hpp"

#include <cstring>
#include <string>

#include "magick/checked_size.hpp"
#include "magick/error.hpp"
#include "magick/resource.h"

namespace lodestone {
namespace {

bool WithinLimit(ResourceType type, std::size_t amount) {
  return amount <= static_cast<magick_uint64_t>(GetMagickResourceLimit(type));
}

MagickPassFail Refuse(const Image* image, const char* reason, ExceptionInfo* exception) {
  const std::string size = std::to_string(image->columns) + "x" + std::to_string(image->rows);
  const std::string description =
      image->filename[0] == '\0' ? size : image->filename + (", " + size);
  Throw(exception, ResourceLimitError, reason, description.c_str());
  return MagickFail;
}

}  // namespace

MagickPassFail CheckImagePixelLimits(const Image* image, ExceptionInfo* exception) {
  if (image->columns == 0 || image->rows == 0) {
    Throw(exception, ResourceError, "No pixels defined in cache", image->filename);
    return MagickFail;
  }
  if (!WithinLimit(WidthResource, image->columns)) {
    return Refuse(image, "Image pixel width limit exceeded", exception);
  }
  if (!WithinLimit(HeightResource, image->rows)) {
    return Refuse(image, "Image pixel height limit exceeded", exception);
  }
  const CheckedSize pixels = CheckedSize(image->columns) * image->rows;
  const CheckedSize bytes = pixels * (sizeof(PixelPacket) + sizeof(IndexPacket)) + 2 * 4096;
  if (!bytes.valid() || !WithinLimit(PixelsResource, pixels.value())) {
    return Refuse(image, "Image pixel limit exceeded", exception);
  }
  return MagickPass;
}

PixelStore* PixelStore::Create(std::size_t columns, std::size_t rows, bool indexed,
                               const char* filename, ExceptionInfo* exception) {
  const CheckedSize bytes = CheckedSize(columns) * rows * sizeof(PixelPacket);
  if (!bytes.valid()) {
    Throw(exception, ResourceLimitError, "Image pixel limit exceeded", filename);
    return nullptr;
  }
  PixelStore* store = new (std::nothrow) PixelStore(columns, rows);
  if (store == nullptr) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", filename);
    return nullptr;
  }
  if (indexed && !store->AddIndexes(filename, exception)) {
    store->Release();
    return nullptr;
  }
  return store;
}

PixelStore* PixelStore::Copy(bool indexed, const char* filename, ExceptionInfo* exception) const {
  if (!Fetch(filename, exception)) return nullptr;
  PixelStore* copy = Create(columns_, rows_, indexed, filename, exception);
  if (copy == nullptr) return nullptr;
  if (!copy->BeginWriting(Before::kRewritten, filename, exception)) {
    copy->Release();
    return nullptr;
  }
  std::memcpy(copy->pixels(), pixels(), area() * sizeof(PixelPacket));
  if (indexed && indexes() != nullptr) {
    std::memcpy(copy->indexes(), indexes(), area() * sizeof(IndexPacket));
  }
  return copy;
}

bool PixelStore::Fetch(const char* filename, ExceptionInfo* exception) const {
  const accel::Attempt attempt = device_pixels_.Fetch();
  if (attempt.done()) return true;
  if (attempt.parts.reason == MagickAccelerateHostMemory) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", filename);
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
    Throw(exception, ResourceLimitError, "Memory allocation failed", filename);
    return false;
  }
  device_pixels_.HostWrites();
  return true;
}

void* PixelStore::Memory(Contents contents) {
  const std::lock_guard lock(memory_mutex_);
  if (pixels_.data() == nullptr) {
    const auto wanted = contents == Contents::kZero ? PixelBlock::Contents::kZero
                                                    : PixelBlock::Contents::kUndefined;
    pixels_ = PixelBlock::Allocate(area() * sizeof(PixelPacket), wanted, "", nullptr);
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
