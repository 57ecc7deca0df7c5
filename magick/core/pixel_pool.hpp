// Memory for large pixel blocks: anonymous mappings, or what a device in use reads fastest. Some
// that are no longer needed are kept and used again, because the system hands out fresh memory page
// by page, which takes several times as long as writing it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <mutex>

namespace lodestone {

// Asks for all pages of memory that is about to be written, which takes half to four fifths as long
// as touching them one after the other: the less, the sooner they are written.
void AskForPages(void* data, std::size_t bytes);

// What is kept is not in use and so is not counted as MemoryResource, but it gives way to what is:
// together they stay within that limit. It is at most kMostBytes and an eighth of the limit, and
// what nobody wanted for kIdle goes back to the system with the next call.
// Threads: safe. A forked child gives up what its parent kept, since using it would copy it.
class PixelPool {
 public:
  static constexpr std::size_t kSmallestBytes = std::size_t{1} << 20;  // less is left to malloc
  static constexpr std::size_t kMostBytes = std::size_t{512} << 20;
  static constexpr std::size_t kMostBlocks = 16;
  static constexpr std::chrono::seconds kIdle{10};

  struct Block {
    void* data = nullptr;
    std::size_t capacity = 0;
  };
  enum class Contents { kZero, kUndefined };

  static PixelPool& Get();

  // At least `bytes`, page-aligned; data is null when memory is short. Undefined contents may be
  // those of an image that is gone: only for who writes all of it before anybody can look.
  Block Acquire(std::size_t bytes, Contents contents);
  void Release(Block block);

  // Gives everything that is kept back to the system.
  void Trim();

  std::size_t kept_bytes();

 private:
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
  bool Keep(Block block);

  std::mutex mutex_;
  std::array<Kept, kMostBlocks> kept_;  // oldest first
  std::size_t count_ = 0;
  std::size_t kept_bytes_ = 0;
  long process_ = 0;  // whose memory it is
};

}  // namespace lodestone
