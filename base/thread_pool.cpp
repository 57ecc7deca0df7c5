#include "base/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include "base/cpu_count.hpp"
#include "base/limited_arena.hpp"
#include "base/on_first_use.hpp"
#include "base/process_id.hpp"

namespace lodestone::accel {
namespace {

namespace tbb = oneapi::tbb;

// Several bands per thread, so that a late thread does not hold up the rest.
constexpr std::size_t kBandsPerThread = 4;

struct Pool {
  std::atomic<unsigned> limit{0};  // 0: as many as the machine allows
  std::atomic<unsigned> shares{0};
  std::atomic<unsigned> sharers{0};  // that have one, or wait for a device
  const unsigned granted = AvailableCpus();
  std::mutex mutex;
  std::shared_ptr<tbb::task_arena> arena;  // shared by all callers, so that they never add up
  unsigned arena_threads = 0;
  pid_t process = 0;  // a forked child does not inherit its parent's workers

  std::shared_ptr<tbb::task_arena> Arena(unsigned threads) {
    const std::lock_guard lock(mutex);
    if (!process) process = ProcessId();
    if (process != ProcessId()) return nullptr;
    if (!arena || arena_threads != threads) {
      // Asked for more threads than there are CPUs, oneTBB prints a warning; a library must not.
      const auto cpus = static_cast<unsigned>(tbb::info::default_concurrency());
      arena = MakeArena(std::min(threads, cpus));
      arena_threads = threads;
    }
    return arena;
  }
};

Pool& GetPool() {
  static constinit OnFirstUse<Pool> pool;
  return pool.Get();
}

thread_local bool has_share = false;

unsigned AllThreads() {
  const unsigned limit = GetPool().limit.load();
  return limit ? limit : GetPool().granted;
}

// Null if no worker can be started: a forked child, or a machine that refuses threads.
std::shared_ptr<tbb::task_arena> TryArena() {
  return GetPool().Arena(AllThreads());
}

void LeaveShare() {
  --GetPool().shares;
  GetPool().shares.notify_one();
}

void TakeShareWhenFree() {
  std::atomic<unsigned>& shares = GetPool().shares;
  for (unsigned taken = shares;;) {
    if (taken >= AllThreads()) {
      shares.wait(taken);
      taken = shares;
    } else if (shares.compare_exchange_weak(taken, taken + 1)) {
      return;
    }
  }
}

}  // namespace

ThreadShare::ThreadShare(When when) : had_share_(has_share) {
  if (had_share_) return;
  if (when == When::kWhenFree)
    TakeShareWhenFree();
  else
    ++GetPool().shares;
  ++GetPool().sharers;
  has_share = true;
}

ThreadShare::~ThreadShare() {
  if (had_share_) return;
  has_share = false;
  --GetPool().sharers;
  LeaveShare();
}

void ThreadShare::MakeWay() {
  if (had_share_ || GetPool().shares <= AllThreads()) return;
  LeaveShare();
  TakeShareWhenFree();
}

ThreadSharePause::ThreadSharePause(For what)
    : had_share_(has_share), keeps_size_(what == For::kDevice) {
  if (!had_share_) return;
  has_share = false;
  if (!keeps_size_) --GetPool().sharers;
  LeaveShare();
}

ThreadSharePause::~ThreadSharePause() {
  if (!had_share_) return;
  ++GetPool().shares;
  if (!keeps_size_) ++GetPool().sharers;
  has_share = true;
}

unsigned ThreadLimit() {
  return has_share ? std::max(1u, AllThreads() / GetPool().sharers) : AllThreads();
}

double ThreadPart() {
  return double(ThreadLimit()) / AllThreads();
}

bool ThreadsStart(unsigned threads) {
  return ThreadsThatStart(threads) == threads;
}

void SetThreadLimit(unsigned threads) {
  GetPool().limit = threads;
}

void ParallelBands(std::size_t count, std::size_t grain,
                   const std::function<void(std::size_t begin, std::size_t end)>& body) {
  if (count == 0) return;
  const unsigned threads = ThreadLimit();
  const std::size_t even = (count + threads * kBandsPerThread - 1) / (threads * kBandsPerThread);
  const std::size_t step = std::max<std::size_t>(1, grain);
  const std::size_t band = (even + step - 1) / step * step;
  if (threads == 1 || count <= band) return body(0, count);
  const auto arena = TryArena();
  if (!arena) return body(0, count);
  const std::size_t bands = (count + band - 1) / band;
  arena->execute([&] {
    tbb::parallel_for(std::size_t{0}, bands,
                      [&](std::size_t i) { body(i * band, std::min(count, (i + 1) * band)); });
  });
}

struct BackgroundTasks::Group {
  explicit Group(std::shared_ptr<tbb::task_arena> own) : arena(std::move(own)) {}
  std::shared_ptr<tbb::task_arena> arena;
  tbb::task_group tasks;
  bool started = false;
};

BackgroundTasks::BackgroundTasks() {
  const unsigned threads = ThreadLimit();
  if (threads == 1) return;
  if (auto arena = TryArena()) group_ = std::make_unique<Group>(std::move(arena));
}

BackgroundTasks::~BackgroundTasks() {
  Wait();
}

void BackgroundTasks::Start(std::function<void()> task) {
  group_->arena->execute([&] { group_->tasks.run(std::move(task)); });
  group_->started = true;
}

void BackgroundTasks::Wait() {
  if (group_ && group_->started) group_->arena->execute([&] { group_->tasks.wait(); });
}

}  // namespace lodestone::accel
