#include "accel/tuning/warm_up.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>

#include "accel/tuning/calibrate.hpp"
#include "accel/events/call_record.hpp"
#include "accel/profile/cache_directory.hpp"
#include "accel/profile/crash_marker.hpp"
#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "accel/modules/owner.hpp"
#include "accel/operation_table.hpp"
#include "accel/modules/registry.hpp"
#include "accel/modules/stop_request.hpp"
#include "accel/tuning/patience.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

// A short command ends before a device could be of any use to it.
constexpr std::uint64_t kMissedOffloadNs = 50'000'000;
// After a warm-up that left devices unready: they may have been busy or out of memory.
constexpr std::chrono::seconds kRetryAfter{30};

struct Background {
  std::mutex mutex;
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> missed_ns{0};  // of all operations
  std::array<std::atomic<std::uint64_t>, kOperationIndexes> missed_of_ns{};
  bool running = false;
  std::atomic<bool> waited{false};  // a thread has waited in vain
  std::atomic<pid_t> process{0};    // the process that owns the thread
  Clock::time_point earliest{};     // earliest next start
};

Background& GetBackground() {
  static constinit Background background;
  return background;
}

// Set before this process enters a driver for the first time.
constinit std::atomic<pid_t> uses_drivers{0};

bool IsRunning(Background& background) {
  const std::lock_guard lock(background.mutex);
  return background.running && background.process == getpid();
}

Patience::Time Now() {
  return Clock::now().time_since_epoch();
}

// Of the process.
Patience::Time CpuTime() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

// At exit, libraries are torn down one after the other: all threads must have left the drivers
// before theirs are.
void WaitAtExit() {
  if (uses_drivers != getpid()) return;
  Background& background = GetBackground();
  background.stop = true;
  StopAllThreads();
  CrashMarker::Get().Disarm();
  const auto busy = [&] { return IsRunning(background) || DriverScope::OthersAreInside(); };
  Patience patience(Now(), CpuTime());
  while (!background.waited && busy()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    background.waited = patience.IsOver(Now(), CpuTime());
  }
}

// Exit functions registered later run earlier, so this is registered again after every step that
// may have loaded or started something.
void GuardExit() {
  (void)std::atexit(WaitAtExit);
}

// Thread-local objects of the exiting thread are destroyed before any of those functions run, even
// while a driver that has not returned yet has registered some. Other threads than the first end
// for other reasons too.
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

// The first thread is the one that usually loads the library, and the one that may end the process
// while others get devices ready.
[[maybe_unused]] const bool kFirstThreadGuarded = (GuardExitOfThisThread(), true);

void PrepareForExit() {
  uses_drivers = getpid();
  GuardExit();
}

// Of those that are not ready the one to prepare next: what calls have missed most, then what is
// measured first, so that calls use the device while the rest is prepared. Null if all are ready.
const OperationTraits* NextOperation(const PluginDevice& device) {
  using Urgency = std::pair<std::uint64_t, bool>;
  const OperationTraits* next = nullptr;
  Urgency most;
  for (const OperationTraits& each : Operations()) {
    if (device.Ready(each.operation)) continue;
    const Urgency urgency(GetBackground().missed_of_ns[each.operation], IsMeasured(each));
    if (next && urgency <= most) continue;
    next = &each;
    most = urgency;
  }
  return next;
}

bool IsUrgent(const OperationTraits& operation) {
  return IsMeasured(operation) || GetBackground().missed_of_ns[operation.operation] > 0;
}

// Gets the operations ready one by one. One event covers all of them.
Attempt Prepare(const std::shared_ptr<PluginDevice>& device) {
  CallRecord record("warm-up");
  record.SetDoneBy(*device);
  Attempt all, one;
  bool fresh = false;
  while (const OperationTraits* operation = NextOperation(*device)) {
    if (!IsUrgent(*operation) && !IsCalibrated(*device)) Calibrate(device);
    fresh = true;
    one = device->Prepare(operation->operation);
    GuardExit();
    AddPreparation(all.parts, one.parts);
    if (one.done()) continue;
    all.outcome = one.outcome;
    record.SetDeclinedBy(device->device(), one);
    break;
  }
  if (fresh) record.Emit(all);
  return all;
}

// Opens the registry. Returns for how many devices `action` returned true.
template <class Wanted, class Action>
unsigned ForEachDevice(const Wanted& wanted, const Action& action) {
  Registry& registry = Registry::Get();
  PrepareForExit();
  const auto running = registry.OpenAndHold();
  GuardExit();
  unsigned count = 0;
  for (const auto& device : registry.Devices())
    if (!StopRequested() && wanted(*device) && action(device)) ++count;
  return count;
}

void Run() {
  Background& background = GetBackground();
  const StoppableScope stoppable(background.stop);
  try {
    const DeviceSelector selector = CurrentSelector();
    (void)PrepareDevices([&](const PluginDevice& device) { return AutoUses(device, selector); });
  } catch (const std::exception&) {
    // Out of memory: the CPU continues.
  }
  const std::lock_guard lock(background.mutex);
  background.running = false;
  background.earliest = Clock::now() + kRetryAfter;
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
    uses_drivers = getpid();
    std::thread(Run).detach();
  } catch (const std::exception&) {
    background.running = false;  // no more threads: the CPU continues
  }
}

}  // namespace

bool AutoUses(const PluginDevice& device, const DeviceSelector& selector) {
  if (!IsSelected(device, selector)) return false;
  return device.type() != MagickAccelerateTypeCPU || selector.Names(device.device(), device.type());
}

bool IsForCalls(const PluginDevice& device, const DeviceSelector& selector) {
  if (!IsSelected(device, selector)) return false;
  if (AutoUses(device, selector)) return true;
  const DeviceList devices = Registry::Get().Devices();
  return std::none_of(devices.begin(), devices.end(), [&](const auto& other) {
    return other->IsUsable() && AutoUses(*other, selector);
  });
}

unsigned PrepareDevices(const std::function<bool(const PluginDevice&)>& wanted) {
  const unsigned ready = ForEachDevice(wanted, [](const std::shared_ptr<PluginDevice>& device) {
    if (!Prepare(device).done()) return false;
    Calibrate(device);
    return true;
  });
  // The first call reads files: here, not within a caller's operation.
  (void)CpuCosts();
  return ready;
}

unsigned BuildPrograms(const std::function<bool(const PluginDevice&)>& wanted) {
  // Kept by this process alone, programs are of no use to the others.
  if (FindCacheDirectory().path.empty()) return 0;
  return ForEachDevice(wanted, [](const std::shared_ptr<PluginDevice>& device) {
    const Attempt attempt = device->Build();
    GuardExit();
    return attempt.done();
  });
}

void RecordMissedOffload(MagickAccelerateOperation operation, std::uint64_t cpu_ns) {
  GuardExitOfThisThread();
  GetBackground().missed_of_ns[operation] += cpu_ns;
  if (GetBackground().missed_ns.fetch_add(cpu_ns) + cpu_ns >= kMissedOffloadNs) Start();
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
