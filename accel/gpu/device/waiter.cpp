#include "accel/gpu/device/waiter.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace lodestone::accel::gpu {
namespace {

// The minimum error of predictions.
constexpr uint64_t kShortNs = 40'000;
// Predictions may be too long: at most this time, or this share of them, is slept at once.
constexpr uint64_t kMaxDelayNs = 30'000, kStepsPerWait = 32;
constexpr uint64_t kMinSleepNs = 20'000, kMaxSleepNs = 1'000'000;
// Each other thread that waits lets a thread look less often: where many wait, looks take CPUs from
// those that work.
constexpr uint64_t kSleepPerOtherNs = 10'000;

std::atomic<uint64_t> waiting{0};

struct Waiting {
  Waiting() { ++waiting; }
  ~Waiting() { --waiting; }
};

}  // namespace

uint64_t NowNs() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

FineSleep::FineSleep() : before_ns_(::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0)) {
  if (before_ns_ > 0) ::prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
}

FineSleep::~FineSleep() {
  if (before_ns_ > 0) ::prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(before_ns_), 0, 0, 0);
}

uint64_t NextSleepNs(uint64_t expected_ns, uint64_t waited_ns) {
  const uint64_t margin_ns = expected_ns / 16 + kShortNs;
  if (waited_ns + margin_ns + kMinSleepNs < expected_ns)
    return std::min(expected_ns - margin_ns - waited_ns,
                    std::max(kMaxDelayNs, expected_ns / kStepsPerWait));
  if (waited_ns < expected_ns + margin_ns) return 0;
  return std::clamp(waited_ns / 16, kMinSleepNs, kMaxSleepNs);
}

void WaitFor(const Event& event, uint64_t begin_ns, uint64_t expected_ns,
             const DeviceFacts& facts) {
  // CPU drivers already sleep while waiting. The status of the command is checked later.
  if (facts.is_cpu()) return event.Wait();
  const FineSleep fine;
  const Waiting counted;
  while (!event.HasEnded()) {
    const uint64_t sleep =
        std::max(NextSleepNs(expected_ns, NowNs() - begin_ns), (waiting - 1) * kSleepPerOtherNs);
    if (sleep > 0) std::this_thread::sleep_for(std::chrono::nanoseconds(sleep));
  }
}

}  // namespace lodestone::accel::gpu
