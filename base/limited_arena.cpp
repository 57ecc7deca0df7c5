#include "base/limited_arena.hpp"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include <oneapi/tbb/parallel_for.h>

#include "base/cgroup.hpp"

namespace lodestone {
namespace {

namespace tbb = oneapi::tbb;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kStackBytes = std::size_t{8} << 20;  // twice what oneTBB's threads have
// For each further thread: that of a smaller share would be missing elsewhere.
constexpr rlim_t kAddressesAThread = rlim_t{128} << 20;
constexpr rlim_t kManyThreads = 4096;  // so many are never missing
// That others of a control group may start before ours are there.
constexpr double kSpareThreads = 256;

std::optional<rlim_t> LimitOf(decltype(RLIMIT_AS) resource) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

// Starts threads that wait for the last of them.
class ThreadTrial {
 public:
  explicit ThreadTrial(unsigned wanted) : wanted_(wanted) {
    threads_.reserve(wanted);
    pthread_attr_init(&attributes_);
    pthread_attr_setstacksize(&attributes_, kStackBytes);
  }
  ~ThreadTrial() { pthread_attr_destroy(&attributes_); }
  ThreadTrial(const ThreadTrial&) = delete;
  ThreadTrial& operator=(const ThreadTrial&) = delete;

  unsigned Count() {
    {
      const std::lock_guard lock(mutex_);
      while (threads_.size() < wanted_ && Start()) {
      }
    }
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
    return static_cast<unsigned>(threads_.size());
  }

 private:
  static void* Wait(void* mutex) {
    const std::lock_guard lock(*static_cast<std::mutex*>(mutex));
    return nullptr;
  }
  bool Start() {
    pthread_t thread;
    if (pthread_create(&thread, &attributes_, Wait, &mutex_) != 0) return false;
    threads_.push_back(thread);
    return true;
  }

  const unsigned wanted_;
  std::mutex mutex_;
  pthread_attr_t attributes_;
  std::vector<pthread_t> threads_;
};

// Has its threads started, unless others keep them busy.
void Gather(tbb::task_arena& arena, unsigned threads) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(100);
  std::mutex mutex;
  std::condition_variable changed;
  unsigned missing = threads;
  const auto arrive = [&](unsigned) {
    std::unique_lock lock(mutex);
    if (--missing == 0) changed.notify_all();
    changed.wait_until(lock, end, [&] { return missing == 0; });
  };
  arena.execute([&] { tbb::parallel_for(0u, threads, arrive, tbb::simple_partitioner()); });
}

std::shared_ptr<tbb::task_arena> NewArena(unsigned threads) {
  if (threads == 1) return nullptr;
  auto arena = std::make_shared<tbb::task_arena>(static_cast<int>(threads));
  // Done by its first use, it would fail there, and all later uses would wait for it for ever.
  arena->initialize();
  return arena;
}

// To look takes as long as a small image. A limit that is set later is not noticed.
constinit std::atomic<bool> no_group_is_limited{false};

bool GroupMayLackThreads(unsigned threads) {
  if (no_group_is_limited) return false;
  const double left = ThreadsLeftInCgroup();
  if (std::isinf(left)) no_group_is_limited = true;
  return left < threads + kSpareThreads;
}

bool MayLackThreads(unsigned threads) {
  return LimitOf(RLIMIT_NPROC).value_or(kManyThreads) < kManyThreads ||
         GroupMayLackThreads(threads);
}

std::shared_ptr<tbb::task_arena> ArenaWithin(unsigned threads) {
  if (!LimitOf(RLIMIT_AS) && !MayLackThreads(threads)) return NewArena(threads);
  const unsigned startable = 1 + ThreadTrial(ThreadsThatFit(threads) - 1).Count();
  auto arena = NewArena(startable);
  if (arena) Gather(*arena, startable);
  return arena;
}

}  // namespace

unsigned ThreadsThatFit(unsigned wanted) {
  const rlim_t room = LimitOf(RLIMIT_AS).value_or(RLIM_INFINITY) / kAddressesAThread;
  return static_cast<unsigned>(std::min<rlim_t>(wanted, 1 + room));
}

unsigned ThreadsThatStart(unsigned wanted) {
  return MayLackThreads(wanted) ? ThreadTrial(wanted).Count() : wanted;
}

std::shared_ptr<tbb::task_arena> MakeArena(unsigned threads) {
  try {
    return ArenaWithin(threads);
  } catch (const std::bad_alloc&) {
    return nullptr;
  } catch (const std::runtime_error&) {
    return nullptr;  // oneTBB cannot start
  }
}

}  // namespace lodestone
