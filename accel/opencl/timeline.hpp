// The commands of one call, and what the device's clock says about them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "accel/opencl/api.hpp"

namespace lodestone::accel::opencl {

enum class Stage { kUpload, kKernel, kDownload };

// Thread-safety: one call's own.
class Timeline {
 public:
  // Takes over the event of a command just enqueued.
  void Add(Stage stage, cl_event event) { commands_.emplace_back(stage, Event(event)); }

  size_t size() const { return commands_.size(); }

  // Waits for the first `count` commands. Throws Problem(Failed) when any ended in an error.
  void WaitUntil(size_t count, const std::string& device) const;

  // Waits for all commands.
  void Wait(const std::string& device) const { WaitUntil(size(), device); }

  // Adds the stages' times to parts; queue_ns is the time in which none of the commands ran
  // although some were queued. A device that gives no times leaves them 0. To be called after Wait.
  void Measure(MagickAccelerateParts* parts) const;

 private:
  std::vector<std::pair<Stage, Event>> commands_;
};

}  // namespace lodestone::accel::opencl
