#include "magick/core/system/memory.hpp"

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/checked_size.hpp"

namespace {

using lodestone::CheckedSize;

std::atomic<MagickMallocFunc> malloc_function{std::malloc};
std::atomic<MagickFreeFunc> free_function{std::free};
std::atomic<MagickReallocFunc> realloc_function{std::realloc};

}  // namespace

bool lodestone::IsAllocatorReplaced() {
  return malloc_function.load(std::memory_order_relaxed) != std::malloc;
}

void MagickAllocFunctions(MagickFreeFunc free_func, MagickMallocFunc malloc_func,
                          MagickReallocFunc realloc_func) {
  free_function = free_func != nullptr ? free_func : std::free;
  malloc_function = malloc_func != nullptr ? malloc_func : std::malloc;
  realloc_function = realloc_func != nullptr ? realloc_func : std::realloc;
}

void* MagickMalloc(const size_t size) {
  return size == 0 ? nullptr : malloc_function.load(std::memory_order_relaxed)(size);
}

void* MagickMallocCleared(const size_t size) {
  void* memory = MagickMalloc(size);
  if (memory != nullptr) std::memset(memory, 0, size);
  return memory;
}

// The allocator's address is stored right before the aligned block.
void* MagickMallocAligned(const size_t alignment, const size_t size) {
  if (size == 0 || !std::has_single_bit(alignment)) return nullptr;
  const CheckedSize total = CheckedSize(size) + alignment + sizeof(void*);
  if (!total.valid()) return nullptr;
  void* memory = MagickMalloc(total.value());
  if (memory == nullptr) return nullptr;
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(memory) + sizeof(void*);
  const std::uintptr_t aligned = (first + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
  void* block = reinterpret_cast<void*>(aligned);
  std::memcpy(static_cast<char*>(block) - sizeof(void*), &memory, sizeof(void*));
  return block;
}

void* MagickCloneMemory(void* destination, const void* source, const size_t size) {
  return destination == nullptr || source == nullptr || size == 0
             ? destination
             : std::memmove(destination, source, size);
}

void* MagickReallocStd(void* memory, const size_t size) {
  if (memory == nullptr) return MagickMalloc(size);
  if (size != 0) return realloc_function.load(std::memory_order_relaxed)(memory, size);
  MagickFree(memory);
  return nullptr;
}

void* MagickRealloc(void* memory, const size_t size) {
  void* const moved = MagickReallocStd(memory, size);
  if (moved == nullptr && size != 0) MagickFree(memory);
  return moved;
}

void MagickFree(void* memory) {
  if (memory != nullptr) free_function.load(std::memory_order_relaxed)(memory);
}

void MagickFreeAligned(void* memory) {
  if (memory == nullptr) return;
  void* base = nullptr;
  std::memcpy(&base, static_cast<char*>(memory) - sizeof(void*), sizeof(void*));
  MagickFree(base);
}
