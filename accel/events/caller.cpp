#include "accel/events/caller.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstring>

#include "accel/accelerate.h"
#include "base/on_first_use.hpp"

namespace lodestone::accel {
namespace {

// 0: not queried yet.
std::atomic<std::uint64_t> process_id{0};
thread_local std::uint64_t thread_id = 0;

constexpr std::size_t kItemBytes = 1024;
thread_local char item_text[kItemBytes] = "";

struct Host {
  char name[HOST_NAME_MAX + 1] = "";
  Host() {
    if (gethostname(name, sizeof name - 1) != 0) name[0] = '\0';
  }
};

// Only the forking thread exists in the child, and it runs this.
void ResetInChild() {
  process_id = 0;
  thread_id = 0;
}

[[maybe_unused]] const int kRegistered = pthread_atfork(nullptr, nullptr, ResetInChild);

}  // namespace

std::uint64_t ProcessId() {
  std::uint64_t id = process_id.load(std::memory_order_relaxed);
  if (id != 0) return id;
  id = static_cast<std::uint64_t>(getpid());
  process_id.store(id, std::memory_order_relaxed);
  return id;
}

std::uint64_t ThreadId() {
  if (thread_id == 0) thread_id = static_cast<std::uint64_t>(syscall(SYS_gettid));
  return thread_id;
}

const char* HostName() {
  static constinit OnFirstUse<Host> host;
  return host.Get().name;
}

const char* Item() {
  return item_text;
}

void SetItem(const char* item) {
  const std::size_t length = item == nullptr ? 0 : strnlen(item, kItemBytes - 1);
  std::memcpy(item_text, item == nullptr ? "" : item, length);
  item_text[length] = '\0';
}

}  // namespace lodestone::accel

void MagickAccelerateSetItem(const char* item) {
  lodestone::accel::SetItem(item);
}
