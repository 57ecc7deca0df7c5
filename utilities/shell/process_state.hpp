// Settings of the whole process that options of a command change.
#pragma once

#include <array>

#include "accel/accelerate.h"
#include "magick/api.h"

namespace lodestone::cli {

// What has no value that could be read, so that changes are noted.
enum class ProcessSetting { kLog, kAccelerateLog, kRandomNumbers };
void NoteChange(ProcessSetting setting);

// Sets the mode of acceleration, which a ProcessState gives back.
void SetProcessMode(MagickAccelerateMode mode);

// Gives limits, log, progress, acceleration and random numbers back as they were, so that commands
// that run one after another in one process do not depend on each other. What the log was is what
// the environment says. What no command changed is not touched.
class ProcessState {
 public:
  ProcessState();
  ~ProcessState();
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;

 private:
  std::array<magick_int64_t, WriteResource + 1> limits_{};
  MagickAccelerateMode thread_mode_;
};

}  // namespace lodestone::cli
