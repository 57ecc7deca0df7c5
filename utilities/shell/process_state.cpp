#include "utilities/shell/process_state.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

constexpr char kLogFormat[] = "%t %r %u %p %m/%f/%l/%d:\\n  %e";

std::atomic<bool> changed[3];  // by ProcessSetting

constexpr int kUnchanged = -1;
std::atomic<int> mode_before{kUnchanged};

bool TakeChange(ProcessSetting setting) {
  return changed[static_cast<std::size_t>(setting)].exchange(false);
}

void RestoreLog() {
  const char* const debug = std::getenv("MAGICK_DEBUG");
  SetLogEventMask(debug == nullptr ? "None" : debug);
  SetLogFormat(kLogFormat);
}

// The mode is only known by setting another.
MagickAccelerateMode ThreadMode() {
  const MagickAccelerateMode mode = MagickAccelerateSetThreadMode(MagickAccelerateInherit);
  MagickAccelerateSetThreadMode(mode);
  return mode;
}

ResourceType Resource(std::size_t i) {
  return static_cast<ResourceType>(i);
}

}  // namespace

void NoteChange(ProcessSetting setting) {
  changed[static_cast<std::size_t>(setting)] = true;
}

void SetProcessMode(MagickAccelerateMode mode) {
  int expected = kUnchanged;
  mode_before.compare_exchange_strong(expected, MagickAccelerateSetMode(mode));
}

ProcessState::ProcessState() : thread_mode_(ThreadMode()) {
  for (std::size_t i = DiskResource; i < limits_.size(); ++i)
    limits_[i] = GetMagickResourceLimit(Resource(i));
}

ProcessState::~ProcessState() {
  for (std::size_t i = DiskResource; i < limits_.size(); ++i)
    if (GetMagickResourceLimit(Resource(i)) != limits_[i])
      SetMagickResourceLimit(Resource(i), limits_[i]);
  const int mode = mode_before.exchange(kUnchanged);
  if (mode != kUnchanged) MagickAccelerateSetMode(static_cast<MagickAccelerateMode>(mode));
  MagickAccelerateSetThreadMode(thread_mode_);
  if (TakeChange(ProcessSetting::kAccelerateLog)) CloseAccelerateLog();
  if (TakeChange(ProcessSetting::kLog)) RestoreLog();
  ShowProgress(false);
  if (TakeChange(ProcessSetting::kRandomNumbers)) SetMagickRandomSeed(MagickRandomInteger());
}

}  // namespace lodestone::cli
