#include "accel/tuning/warm_up.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "accel/tuning/calibrate.hpp"
#include "accel/events/call_record.hpp"
#include "accel/profile/crash_marker.hpp"
#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "accel/operation_table.hpp"
#include "accel/modules/registry.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

// A short command is done before a device could be of any use to it.
constexpr std::uint64_t kEnoughNeedNs = 50'000'000;
// After a warm-up that left devices unready: they may have been busy or out of memory.
constexpr std::chrono::seconds kNextTry{30};
// Longer than any step that ends at all: compiling one program, or using one for the first time.
constexpr std::chrono::seconds kLongestWait{10};

thread_local bool in_background = false;

struct Background {
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> need_ns{0};
  bool running = false;
  bool waited = false;            // somebody has waited for it in vain
  std::atomic<pid_t> process{0};  // whose thread it is
  Clock::time_point earliest{};   // of the next start
};

Background& GetBackground() {
  static Background& background = *new Background;
  return background;
}

// While a program ends, its libraries are torn down one after the other: the thread must be out of
// the drivers before theirs are.
void WaitAtExit() {
  Background& background = GetBackground();
  if (background.process != getpid()) return;
  background.stop = true;
  CrashMarker::Get().Disarm();
  std::unique_lock lock(background.mutex);
  if (background.waited) return;
  background.waited =
      !background.changed.wait_for(lock, kLongestWait, [&] { return !background.running; });
}

// Functions registered later run earlier, so this is registered again after every step that may
// have loaded or started something.
void GuardExit() {
  (void)std::atexit(WaitAtExit);
}

// Objects of the ending thread go before any of those functions, also while a driver that has not
// returned yet has registered some. Threads other than the first end for other reasons too.
class FirstThreadEnd {
 public:
  FirstThreadEnd() = default;
  ~FirstThreadEnd() {
    if (syscall(SYS_gettid) == getpid()) WaitAtExit();
  }
  FirstThreadEnd(const FirstThreadEnd&) = delete;
  FirstThreadEnd& operator=(const FirstThreadEnd&) = delete;
};

void GuardExitOfThisThread() {
  [[maybe_unused]] static thread_local FirstThreadEnd guard;
}

// Gets one operation ready after the other. One event tells of all of them.
Attempt Prepare(PluginDevice& device) {
  CallRecord record("warm-up");
  record.SetDoneBy(device);
  Attempt all, one;
  bool fresh = false;
  for (const OperationInfo& operation : Operations()) {
    if (device.Ready(operation.operation)) continue;
    fresh = true;
    one = device.Prepare(operation.operation);
    GuardExit();
    AddPreparation(all.parts, one.parts);
    if (one.done()) continue;
    all.outcome = one.outcome;
    record.SetPassedOver(device.device(), one);
    break;
  }
  if (fresh) record.Emit(all);
  return all;
}

void Run() {
  in_background = true;
  Background& background = GetBackground();
  try {
    const DeviceSelector selector = CurrentSelector();
    (void)PrepareDevices([&](const PluginDevice& device) { return AutoUses(device, selector); });
  } catch (const std::exception&) {
    // Out of memory: the processor goes on.
  }
  const std::lock_guard lock(background.mutex);
  background.running = false;
  background.earliest = Clock::now() + kNextTry;
  background.changed.notify_all();
}

void Start() {
  Background& background = GetBackground();
  const std::lock_guard lock(background.mutex);
  if (background.running && background.process == getpid()) return;
  if (Clock::now() < background.earliest) return;
  try {
    background.stop = false;
    background.running = true;
    background.process = getpid();
    std::thread(Run).detach();
  } catch (const std::exception&) {
    background.running = false;  // no more threads: the processor goes on
  }
}

}  // namespace

bool AutoUses(const PluginDevice& device, const DeviceSelector& selector) {
  if (!selector.Matches(device.device(), device.type())) return false;
  return device.type() != MagickAccelerateTypeCPU || selector.Names(device.device(), device.type());
}

unsigned PrepareDevices(const std::function<bool(const PluginDevice&)>& wanted) {
  Registry& registry = Registry::Get();
  registry.Open();
  GuardExit();
  const std::shared_lock running(registry.running());
  unsigned ready = 0;
  for (const auto& device : registry.Devices()) {
    if (StopRequested() || !wanted(*device) || !Prepare(*device).done()) continue;
    ++ready;
    Calibrate(device);
  }
  // Reads files when it is called first: here, not in somebody's call.
  (void)NativeCosts();
  return ready;
}

void NoteNeed(std::uint64_t native_ns) {
  GuardExitOfThisThread();
  if (GetBackground().need_ns.fetch_add(native_ns) + native_ns >= kEnoughNeedNs) Start();
}

bool StopRequested() {
  return in_background && GetBackground().stop;
}

bool AbandonWarmUp() {
  Background& background = GetBackground();
  if (background.process != getpid()) return false;
  background.stop = true;
  CrashMarker::Get().Disarm();
  const std::lock_guard lock(background.mutex);
  return background.running;
}

}  // namespace lodestone::accel
