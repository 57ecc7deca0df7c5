#include "base/process_id.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <new>

namespace lodestone {
namespace {

// 0: not asked for yet, by this process.
using Kept = std::atomic<pid_t>;

// Emulators take any advice, and heed little of it.
bool TakesAnyAdvice(void* page, std::size_t bytes) {
  constexpr int kNone = 0x7fffffff;
  return madvise(page, bytes, kNone) == 0;
}

// A page that is zero in a forked child; null if the system has none.
Kept* NewPage() {
  const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* page = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  if (!TakesAnyAdvice(page, bytes) && madvise(page, bytes, MADV_WIPEONFORK) == 0)
    return new (page) Kept(0);
  munmap(page, bytes);
  return nullptr;
}

constinit std::atomic<Kept*> kept{nullptr};
constinit std::atomic<bool> asked{false};

}  // namespace

pid_t ProcessId() {
  Kept* const page = kept.load(std::memory_order_acquire);
  if (page) {
    if (const pid_t known = page->load(std::memory_order_relaxed)) return known;
  } else if (!asked.exchange(true)) {
    kept.store(NewPage(), std::memory_order_release);  // once, whatever came of it
  }
  const pid_t process = getpid();
  if (page) page->store(process, std::memory_order_relaxed);
  return process;
}

}  // namespace lodestone
