// The memory of one device: how much of it is in use, and buffers kept for reuse.
#pragma once

#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <utility>

#include "accel/gpu/driver.hpp"

namespace lodestone::accel::gpu {

// Thread-safety: any.
class DeviceMemory {
 public:
  // A buffer in use; returned on destruction, before which all commands that use it must have
  // ended.
  class Block {
   public:
    Block() = default;
    Block(Block&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)),
          buffer_(std::move(other.buffer_)),
          bytes_(other.bytes_),
          fresh_(other.fresh_),
          keep_(other.keep_) {}
    Block& operator=(Block&& other) noexcept {
      std::swap(owner_, other.owner_);
      std::swap(buffer_, other.buffer_);
      std::swap(bytes_, other.bytes_);
      std::swap(fresh_, other.fresh_);
      std::swap(keep_, other.keep_);
      return *this;
    }
    ~Block() {
      if (owner_) owner_->Return(std::move(buffer_), bytes_, keep_);
    }

    // Is not reused: others may have enqueued commands with it, which the driver waits for when it
    // frees memory.
    void DoNotKeep() { keep_ = false; }

    Memory* get() const { return buffer_.get(); }
    uint64_t bytes() const { return bytes_; }
    // Never used before.
    bool fresh() const { return fresh_; }
    explicit operator bool() const { return owner_ != nullptr; }

   private:
    friend class DeviceMemory;
    Block(DeviceMemory* owner, MemoryOwner buffer, uint64_t bytes, bool fresh)
        : owner_(owner), buffer_(std::move(buffer)), bytes_(bytes), fresh_(fresh) {}

    DeviceMemory* owner_ = nullptr;
    MemoryOwner buffer_;
    uint64_t bytes_ = 0;
    bool fresh_ = false, keep_ = true;
  };

  // keep_bytes: the most that is kept, if the device is large enough.
  DeviceMemory(const DeviceFacts& facts, uint64_t keep_bytes);

  // At least this many bytes, of unknown contents. Throws Problem(Declined): DeviceMemory,
  // TooLarge.
  Block Take(Context& context, uint64_t bytes);

  // Memory not in use.
  uint64_t FreeBytes() const;

  // Releases the buffers that are kept.
  void Trim();

 private:
  struct Kept {
    MemoryOwner buffer;
    uint64_t bytes;
  };

  void Return(MemoryOwner buffer, uint64_t bytes, bool keep) noexcept;
  bool Reuse(uint64_t bytes, Block* block);
  void DropOldest();
  MemoryOwner Create(Context& context, uint64_t bytes);

  const std::string device_;
  const uint64_t limit_bytes_, keep_bytes_;
  mutable std::mutex mutex_;
  uint64_t used_bytes_ = 0, kept_bytes_ = 0;
  std::list<Kept> kept_;  // oldest first
};

}  // namespace lodestone::accel::gpu
