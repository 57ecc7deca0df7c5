// Memory for large blocks, of pixels or of files: anonymous mappings, or memory that a device in
// use reads fastest. Some blocks are kept for reuse when no longer needed, because the system
// provides fresh memory page by page, which takes several times as long as writing it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <mutex>

#include "base/coder_api.hpp"
#include "base/on_first_use.hpp"

namespace lodestone {

// Faults in all pages of memory that is about to be written, which takes half to four fifths as
// long as touching them one by one: the less, the sooner they are written.
LS_CODER_API void RequestPages(void* data, std::size_t bytes);

// Kept blocks are not in use and so not counted as MemoryResource, but memory in use has priority:
// together they stay within that limit. They total at most kMaxBytes and an eighth of the limit,
// and a block not reused for kIdle is returned to the system by the next call. Threads: safe. A
// forked child releases what its parent kept, since using it would copy it.
class PixelPool {
 public:
  static constexpr std::size_t kMinBytes = std::size_t{1} << 20;  // smaller ones use malloc
  static constexpr std::size_t kMaxBytes = std::size_t{512} << 20;
  static constexpr std::size_t kMaxBlocks = 256;
  static constexpr std::chrono::seconds kIdle{10};

  struct Block {
    void* data = nullptr;
    std::size_t capacity = 0;
  };
  enum class Contents { kZero, kUndefined };

  static PixelPool& Get();

  // At least `bytes`, page-aligned; data is null if out of memory. Undefined contents may be those
  // of a destroyed image: only for callers that write all of it before it is read.
  Block Acquire(std::size_t bytes, Contents contents);
  void Release(Block block);

  // Returns all kept blocks to the system.
  void Trim();

  std::size_t kept_bytes();

 private:
  friend class OnFirstUse<PixelPool>;
  using Clock = std::chrono::steady_clock;
  struct Kept {
    Block block;
    Clock::time_point since;
  };
  class Dropped;

  PixelPool() = default;
  std::unique_lock<std::mutex> Lock();
  Block Remove(std::size_t position);
  void DropOutdated(Dropped& dropped);
  void ShrinkTo(std::size_t limit, Dropped& dropped);
  Block Reuse(std::size_t bytes);
  Block Take(std::size_t bytes, Contents contents);
  bool Keep(Block block);

  std::mutex mutex_;
  std::array<Kept, kMaxBlocks> kept_;  // oldest first
  std::size_t count_ = 0;
  std::size_t kept_bytes_ = 0;
  long process_ = 0;  // the process that owns the blocks
};

}  // namespace lodestone
