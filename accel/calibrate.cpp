#include "accel/calibrate.hpp"

#include <chrono>

#include "accel/cpu/native.hpp"
#include "accel/learning.hpp"
#include "accel/trial_run.hpp"
#include "accel/warm_up.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLongest{300};

// Reductions and enlargements in turn, small ones first, since a slow device gets no further.
constexpr TrialShape kShapes[] = {
    {64, 64, 32, 32},     {48, 48, 72, 72},     {192, 192, 96, 96},     {150, 150, 225, 225},
    {512, 512, 256, 256}, {400, 400, 600, 600}, {1400, 1400, 700, 700}, {1000, 1000, 1500, 1500}};
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
  if (time) LearnRun(Native(), run.work(), false, *time);
}

void TimeOnDevice(const std::shared_ptr<PluginDevice>& device, const TrialWork& trial) {
  TrialRun run(device, trial);
  for (const SourcePlace place :
       {SourcePlace::kPageable, SourcePlace::kPinned, SourcePlace::kResident}) {
    const TrialTime time = Shortest(kRuns, [&] { return run.Run(place); });
    if (time) LearnRun(*device, run.work(), run.kept(), *time);
  }
  const TrialTime fetch = Shortest(kRuns, [&] { return run.Fetch(); });
  CostModel* costs = device->costs();
  if (fetch && costs) costs->LearnFetch(run.bytes(), *fetch);
}

void Calibrate(const std::shared_ptr<PluginDevice>& device) {
  // Whether it keeps images changes what a run of it takes.
  Attempt attempt;
  constexpr std::uint64_t kSomeBytes = 4096;
  if (auto* buffer = device->CreateBuffer(kSomeBytes, attempt)) device->ReleaseBuffer(buffer);
  if (IsCalibrated(*device)) return;
  const bool knows_device = Knows(device->costs()), knows_processor = Knows(NativeCosts());
  const Clock::time_point end = Clock::now() + kLongest;
  for (const TrialShape& shape : kShapes)
    for (const MagickAccelerateOperation operation : kOperations) {
      if (StopRequested()) return;
      if (Clock::now() >= end || !device->Ready(operation)) continue;
      const TrialWork trial(operation, shape, false);
      if (!knows_processor) TimeOnProcessor(trial);
      if (!knows_device && device->Supports(trial.work()).done()) TimeOnDevice(device, trial);
    }
  device->SetCalibrated();
  SaveExperience();
}

bool IsCalibrated(PluginDevice& device) {
  return device.calibrated() || !Learning() || KnowsBoth(device);
}

}  // namespace lodestone::accel
