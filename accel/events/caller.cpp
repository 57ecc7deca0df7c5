#include "accel/events/caller.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace lodestone::accel {
namespace {

// 0: not queried yet.
std::atomic<std::uint64_t> process_id{0};
thread_local std::uint64_t thread_id = 0;

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

}  // namespace lodestone::accel
