// The commands of one call, and their times by the device's clock.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "accel/gpu/driver.hpp"

namespace lodestone::accel::gpu {

enum class Stage { kUpload, kKernel, kDownload };

// Thread-safety: belongs to one call.
class Timeline {
 public:
  // Takes over the event of a command just enqueued, and returns it, valid as long as this object.
  const Event* Add(Stage stage, EventOwner event);

  // The stage's latest command; null if there is none.
  const Event* Latest(Stage stage) const { return latest_[static_cast<size_t>(stage)]; }

  // Returns when all commands have ended, or their driver will not say so.
  void Wait() const noexcept;

  // Call it after all commands have ended: throws Problem(Failed) if any ended in an error.
  void CheckAll() const;

  // Adds the stages' times to parts; queue_ns is the time in which no command ran although some
  // were queued. If a device reports no times they stay 0.
  void Measure(MagickAccelerateParts* parts) const;

 private:
  std::vector<std::pair<Stage, EventOwner>> commands_;
  const Event* latest_[3] = {};
};

}  // namespace lodestone::accel::gpu
