// A library to be loaded before all others (LD_PRELOAD): each allocation lies between two pages
// that cannot be touched, so that the first byte that is read or written beyond it ends the
// process. What is freed can never be touched again. New memory is filled with something that
// depends on its placement: whoever uses it gets different results.
#include "tests/torture/guarded_memory.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* memory);
}

namespace {

using lodestone::torture::Placement;

constexpr std::size_t kPage = 4096;
constexpr std::size_t kArena = std::size_t{1} << 39;
constexpr std::size_t kAlignment = alignof(std::max_align_t);

struct Block {
  std::size_t size;
  std::uint32_t pages;
  std::uint32_t filler;
};

std::atomic<Placement> placement{Placement::kAnywhere};
std::atomic<std::size_t> next_page{0};
std::byte* arena = nullptr;
Block* blocks = nullptr;  // by the page where they begin

void* Reserve(std::size_t size, int protection) {
  void* const memory =
      mmap(nullptr, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

__attribute__((constructor)) void Attach() {
  blocks = static_cast<Block*>(Reserve(kArena / kPage * sizeof(Block), PROT_READ | PROT_WRITE));
  if (blocks != nullptr) arena = static_cast<std::byte*>(Reserve(kArena, PROT_NONE));
}

bool IsGuarded(const void* memory) {
  const auto* const at = static_cast<const std::byte*>(memory);
  return arena != nullptr && at >= arena && at < arena + kArena;
}

std::size_t PageOf(const void* memory) {
  return static_cast<std::size_t>(static_cast<const std::byte*>(memory) - arena) / kPage;
}

std::size_t RoundUp(std::size_t size, std::size_t unit) {
  return (size + unit - 1) / unit * unit;
}

// Null: from elsewhere.
void* Allocate(std::size_t size, std::size_t alignment) {
  const Placement where = placement;
  if (where == Placement::kAnywhere || arena == nullptr || alignment > kPage) return nullptr;
  if (size > kArena / 16) return nullptr;
  const std::size_t pages = std::max<std::size_t>(RoundUp(size, kPage) / kPage, 1);
  const std::size_t first = next_page.fetch_add(pages + 1) + 1;  // behind a page between
  if ((first + pages + 1) * kPage > kArena) return nullptr;
  std::byte* const begin = arena + first * kPage;
  if (mprotect(begin, pages * kPage, PROT_READ | PROT_WRITE) != 0) return nullptr;
  const auto filler = static_cast<unsigned char>(where == Placement::kAtEnd ? 0xa5 : 0x5a);
  std::memset(begin, filler, pages * kPage);
  blocks[first] = {size, static_cast<std::uint32_t>(pages), filler};
  return where == Placement::kAtStart ? begin : begin + pages * kPage - RoundUp(size, alignment);
}

// What is left over of the pages has not been written to.
void CheckRest(const std::byte* memory, const Block& block) {
  const std::byte* const begin = arena + PageOf(memory) * kPage;
  const auto is_filler = [&](std::byte byte) {
    return byte == static_cast<std::byte>(block.filler);
  };
  if (!std::all_of(begin, memory, is_filler) ||
      !std::all_of(memory + block.size, begin + block.pages * kPage, is_filler))
    std::abort();
}

void Free(void* memory) {
  const std::size_t first = PageOf(memory);
  CheckRest(static_cast<std::byte*>(memory), blocks[first]);
  std::byte* const begin = arena + first * kPage;
  const std::size_t length = blocks[first].pages * kPage;
  madvise(begin, length, MADV_DONTNEED);
  mprotect(begin, length, PROT_NONE);
}

template <typename Function>
Function* Next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void lodestone_place_memory(Placement where) {
  placement = where;
}

void* malloc(size_t size) {
  void* const memory = Allocate(size, kAlignment);
  return memory != nullptr ? memory : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* const memory = Allocate(bytes, kAlignment);
  return memory != nullptr ? std::memset(memory, 0, bytes) : __libc_calloc(count, size);
}
void free(void* memory) {
  const int error = errno;
  if (IsGuarded(memory)) {
    Free(memory);
  } else {
    __libc_free(memory);
  }
  errno = error;
}
void* realloc(void* memory, size_t size) {
  if (!IsGuarded(memory)) return __libc_realloc(memory, size);
  void* const moved = size == 0 ? nullptr : malloc(size);
  if (moved == nullptr && size != 0) return nullptr;
  if (moved != nullptr) std::memcpy(moved, memory, std::min(size, blocks[PageOf(memory)].size));
  free(memory);
  return moved;
}
void* memalign(size_t alignment, size_t size) {
  void* const memory = Allocate(size, std::max(alignment, kAlignment));
  return memory != nullptr ? memory : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
size_t malloc_usable_size(void* memory) {
  if (IsGuarded(memory)) return blocks[PageOf(memory)].size;
  static auto* const next = Next<decltype(malloc_usable_size)>("malloc_usable_size");
  return next(memory);
}

}  // extern "C"
