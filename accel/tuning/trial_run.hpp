// Timed runs of a synthetic work, placed in memory like the works of images.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "accel/pixels/device_pixels.hpp"
#include "accel/trials/trial_work.hpp"
#include "accel/profile/work_class.hpp"

namespace lodestone::accel {

// Nanoseconds; empty if it could not be run.
using TrialTime = std::optional<std::uint64_t>;

// One work on one accelerator.
class TrialRun {
 public:
  // device: null for the CPU. `trial` must outlive this.
  TrialRun(std::shared_ptr<PluginDevice> device, const TrialWork& trial);
  ~TrialRun();
  TrialRun(const TrialRun&) = delete;
  TrialRun& operator=(const TrialRun&) = delete;

  // The module's variant from now on, "" for the module's choice, instead of the tuned one.
  void SetVariant(const std::string& name);

  // Runs once. Resident: only after another run has left the source on the device.
  TrialTime Run(SourcePlace place);
  // Fetches the result of the last run from the device, large ones to pinned memory as images use;
  // empty if it is not on the device.
  TrialTime Fetch();
  // Pixels of the last run's result, wherever it is; null if not available.
  const TrialPixels* Result();

  // The last run, as the accelerator saw it.
  const MagickAccelerateWork& work() const { return work_; }
  MagickAccelerateEstimate estimate() const;
  bool kept() const { return destination_ != nullptr; }
  std::uint64_t source_bytes() const;
  std::uint64_t bytes() const;  // of the result

 private:
  // Where the source comes from. False if it cannot.
  bool Place(SourcePlace place);
  void AllocateOnDevice();
  Attempt RunPlaced();

  const std::shared_ptr<PluginDevice> device_;
  const TrialWork& trial_;
  TrialPixels result_;
  void *pinned_ = nullptr, *pinned_result_ = nullptr;
  std::optional<std::string> variant_;
  MagickAccelerateWork work_;
  WorkPlan plan_;
  std::shared_ptr<DeviceBuffer> source_, destination_;
};

// The shortest of `times` calls of `run`, after one that does not count.
TrialTime Shortest(int times, const std::function<TrialTime()>& run);

}  // namespace lodestone::accel
