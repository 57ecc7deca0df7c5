// Timed runs of a made-up work, placed in memory as the works of images are.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "accel/device_buffer.hpp"
#include "accel/trials/trial_work.hpp"
#include "accel/profile/work_class.hpp"

namespace lodestone::accel {

// Nanoseconds; nothing when it could not be done.
using TrialTime = std::optional<std::uint64_t>;

// One work on one accelerator.
class TrialRun {
 public:
  // device: null for the native path. `trial` must outlive this.
  TrialRun(std::shared_ptr<PluginDevice> device, const TrialWork& trial);
  ~TrialRun();
  TrialRun(const TrialRun&) = delete;
  TrialRun& operator=(const TrialRun&) = delete;

  // From now on in one of the module's ways; 0: as the module chooses.
  void SetVariant(std::uint32_t variant);

  // Runs once. Resident: only after a run from elsewhere has left the source on the device.
  TrialTime Run(SourcePlace place);
  // Fetches the result of the last run from the device, large ones to memory that it writes fast as
  // those of images are; nothing when it is not there.
  TrialTime Fetch();
  // Of the last run, wherever it was left; null when it cannot be had.
  const TrialPixels* Result();

  // The last run, as the accelerator saw it.
  const MagickAccelerateWork& work() const { return work_; }
  bool kept() const { return destination_ != nullptr; }
  std::uint64_t source_bytes() const;
  std::uint64_t bytes() const;  // of the result

 private:
  bool Place(SourcePlace place);
  Attempt RunPlaced();

  const std::shared_ptr<PluginDevice> device_;
  const TrialWork& trial_;
  TrialPixels result_;
  void *pinned_ = nullptr, *pinned_result_ = nullptr;
  bool as_is_ = false;
  MagickAccelerateWork work_;
  std::shared_ptr<DeviceBuffer> source_, destination_;
};

// The shortest of `times` calls of `run`, after one that does not count.
TrialTime Shortest(int times, const std::function<TrialTime()>& run);

}  // namespace lodestone::accel
