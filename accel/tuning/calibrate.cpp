#include "accel/tuning/calibrate.hpp"

#include <chrono>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/profile/learning.hpp"
#include "accel/tuning/trial_run.hpp"
#include "accel/tuning/warm_up.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLongest{300};

// To a quarter, half, three halves and twice the side, small ones first, since a slow device gets
// no further.
constexpr std::uint32_t kSides[] = {32, 64, 128, 256, 512, 1000, 1400};
struct Ratio {
  std::uint32_t numerator, denominator;
};
constexpr Ratio kRatios[] = {{1, 2}, {3, 2}, {1, 4}, {2, 1}};
constexpr std::uint64_t kMostPixels = 3'000'000;  // of the result

constexpr MagickAccelerateOperation kOperations[] = {MagickAccelerateScale, MagickAccelerateResize};

constexpr int kRuns = 3;

bool Knows(CostModel* costs) {
  return costs && costs->Knows(MagickAccelerateScale) && costs->Knows(MagickAccelerateResize);
}

bool KnowsBoth(PluginDevice& device) {
  return Knows(device.costs()) && Knows(NativeCosts());
}

}  // namespace

void TimeOnProcessor(const TrialWork& trial) {
  TrialRun run(nullptr, trial);
  const TrialTime time = Shortest(kRuns, [&] { return run.Run(SourcePlace::kPageable); });
  if (time) LearnRun(Native(), run.work(), false, *time, Evidence::kShortestOfSeveral);
}

void TimeOnDevice(const std::shared_ptr<PluginDevice>& device, const TrialWork& trial) {
  TrialRun run(device, trial);
  for (const SourcePlace place :
       {SourcePlace::kPageable, SourcePlace::kPinned, SourcePlace::kResident}) {
    const TrialTime time = Shortest(kRuns, [&] { return run.Run(place); });
    if (time) LearnRun(*device, run.work(), run.kept(), *time, Evidence::kShortestOfSeveral);
  }
  const TrialTime fetch = Shortest(kRuns, [&] { return run.Fetch(); });
  CostModel* costs = device->costs();
  if (fetch && costs) costs->LearnFetch(run.bytes(), *fetch, Evidence::kShortestOfSeveral);
}

void Calibrate(const std::shared_ptr<PluginDevice>& device) {
  // Whether it keeps images changes what a run of it takes.
  Attempt attempt;
  constexpr std::uint64_t kSomeBytes = 4096;
  if (auto* buffer = device->CreateBuffer(kSomeBytes, attempt)) device->ReleaseBuffer(buffer);
  if (IsCalibrated(*device)) return;
  const bool knows_device = Knows(device->costs()), knows_processor = Knows(NativeCosts());
  const Clock::time_point end = Clock::now() + kLongest;
  const auto measure = [&](MagickAccelerateOperation operation, const TrialShape& shape) {
    if (!device->Ready(operation)) return;
    const TrialWork trial(operation, shape, MagickAccelerateOpaque);
    if (!knows_processor) TimeOnProcessor(trial);
    if (!knows_device && device->Supports(trial.work()).done()) TimeOnDevice(device, trial);
  };
  for (const std::uint32_t side : kSides)
    for (const Ratio& ratio : kRatios)
      for (const MagickAccelerateOperation operation : kOperations) {
        const std::uint32_t result = side * ratio.numerator / ratio.denominator;
        if (std::uint64_t{result} * result > kMostPixels) continue;
        if (StopRequested()) return;
        if (Clock::now() < end) measure(operation, {side, side, result, result});
      }
  device->SetCalibrated();
  SaveExperience();
}

bool IsCalibrated(PluginDevice& device) {
  return device.calibrated() || !Learning() || KnowsBoth(device);
}

}  // namespace lodestone::accel
