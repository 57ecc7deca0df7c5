#include "accel/tuning/calibrate.hpp"

#include <algorithm>
#include <chrono>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/modules/stop_request.hpp"
#include "accel/operation_table.hpp"
#include "accel/profile/learning.hpp"
#include "accel/tuning/trial_run.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMaxDuration{300};

// To a quarter, half, three halves and twice the side, small ones first, since a slow device does
// not get beyond those.
constexpr std::uint32_t kSides[] = {32, 64, 128, 256, 512, 1000, 1400};
struct Ratio {
  std::uint32_t numerator, denominator;
};
constexpr Ratio kRatios[] = {{1, 2}, {3, 2}, {1, 4}, {2, 1}};
constexpr std::uint64_t kMaxPixels = 3'000'000;  // of the result

constexpr int kRuns = 3;

bool Knows(CostModel* costs) {
  return costs && std::ranges::all_of(Operations(), [&](const OperationTraits& each) {
           return !IsMeasured(each) || costs->Knows(each.operation);
         });
}

bool KnowsBoth(PluginDevice& device) {
  return Knows(device.costs()) && Knows(CpuCosts());
}

}  // namespace

// Resampling to any size says most about the other operations.
bool IsMeasured(const OperationTraits& operation) {
  return operation.size == SizeRule::kAny && operation.passes != Passes::kNone;
}

void TimeOnCpu(const TrialWork& trial) {
  TrialRun run(nullptr, trial);
  const TrialTime time = Shortest(kRuns, [&] { return run.Run(SourcePlace::kPageable); });
  if (time) LearnRun(Cpu(), run.work(), run.estimate(), false, *time, Evidence::kBestOfSeveral);
}

void TimeOnDevice(const std::shared_ptr<PluginDevice>& device, const TrialWork& trial) {
  TrialRun run(device, trial);
  for (const SourcePlace place :
       {SourcePlace::kPageable, SourcePlace::kPinned, SourcePlace::kResident}) {
    const TrialTime time = Shortest(kRuns, [&] { return run.Run(place); });
    if (time)
      LearnRun(*device, run.work(), run.estimate(), run.kept(), *time, Evidence::kBestOfSeveral);
  }
  const TrialTime fetch = Shortest(kRuns, [&] { return run.Fetch(); });
  CostModel* costs = device->costs();
  if (fetch && costs) costs->LearnFetch(run.bytes(), *fetch, Evidence::kBestOfSeveral);
}

void Calibrate(const std::shared_ptr<PluginDevice>& device) {
  // Whether it keeps images changes how long a run takes.
  Attempt attempt;
  constexpr std::uint64_t kProbeBytes = 4096;
  if (auto* buffer = device->CreateBuffer(kProbeBytes, attempt)) device->ReleaseBuffer(buffer);
  // For calls with any number of threads, of some of which nothing is known yet.
  if (IsCalibrated(*device)) return device->SetCalibrated();
  const bool knows_device = Knows(device->costs()), knows_cpu = Knows(CpuCosts());
  const Clock::time_point end = Clock::now() + kMaxDuration;
  const auto measure = [&](MagickAccelerateOperation operation, const TrialShape& shape) {
    if (!device->Ready(operation)) return;
    const TrialWork trial(operation, shape, MagickAccelerateOpaque);
    if (!knows_cpu) TimeOnCpu(trial);
    if (!knows_device && device->Allows(operation).done()) TimeOnDevice(device, trial);
  };
  for (const std::uint32_t side : kSides)
    for (const Ratio& ratio : kRatios)
      for (const OperationTraits& each : Operations()) {
        if (!IsMeasured(each)) continue;
        const std::uint32_t result = side * ratio.numerator / ratio.denominator;
        if (std::uint64_t{result} * result > kMaxPixels) continue;
        if (StopRequested()) return;
        if (Clock::now() < end) measure(each.operation, {side, side, result, result});
      }
  device->SetCalibrated();
  SaveAllProfiles();
}

bool IsCalibrated(PluginDevice& device) {
  return device.calibrated() || !Learning() || KnowsBoth(device);
}

}  // namespace lodestone::accel
