// The commands of one call, and what the device's clock says about them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "accel/opencl/device/api.hpp"

namespace lodestone::accel::opencl {

enum class Stage { kUpload, kKernel, kDownload };

// Thread-safety: one call's own.
class Timeline {
 public:
  // Takes over the event of a command just enqueued, and gives it out for as long as this lives.
  cl_event Add(Stage stage, cl_event event);

  // The stage's latest command; null when there is none.
  cl_event Latest(Stage stage) const { return latest_[static_cast<size_t>(stage)]; }

  // To be called when all commands have ended: throws Problem(Failed) when any ended in an error.
  void CheckAll(const std::string& device) const;

  // Adds the stages' times to parts; queue_ns is the time in which none of the commands ran
  // although some were queued. A device that gives no times leaves them 0.
  void Measure(MagickAccelerateParts* parts) const;

 private:
  std::vector<std::pair<Stage, Event>> commands_;
  cl_event latest_[3] = {};
};

}  // namespace lodestone::accel::opencl
