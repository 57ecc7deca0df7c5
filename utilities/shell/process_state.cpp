#include "utilities/shell/process_state.hpp"

#include <cstddef>
#include <cstdlib>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

constexpr char kLogFormat[] = "%t %r %u %p %m/%f/%l/%d:\\n  %e";

// The mode is only known by setting another.
MagickAccelerateMode ProcessMode() {
  const MagickAccelerateMode mode = MagickAccelerateSetMode(MagickAccelerateInherit);
  MagickAccelerateSetMode(mode);
  return mode;
}

MagickAccelerateMode ThreadMode() {
  const MagickAccelerateMode mode = MagickAccelerateSetThreadMode(MagickAccelerateInherit);
  MagickAccelerateSetThreadMode(mode);
  return mode;
}

ResourceType Resource(std::size_t i) {
  return static_cast<ResourceType>(i);
}

}  // namespace

ProcessState::ProcessState() : mode_(ProcessMode()), thread_mode_(ThreadMode()) {
  for (std::size_t i = DiskResource; i < limits_.size(); ++i)
    limits_[i] = GetMagickResourceLimit(Resource(i));
}

ProcessState::~ProcessState() {
  for (std::size_t i = DiskResource; i < limits_.size(); ++i)
    SetMagickResourceLimit(Resource(i), limits_[i]);
  MagickAccelerateSetMode(mode_);
  MagickAccelerateSetThreadMode(thread_mode_);
  CloseAccelerateLog();
  const char* const debug = std::getenv("MAGICK_DEBUG");
  SetLogEventMask(debug == nullptr ? "None" : debug);
  SetLogFormat(kLogFormat);
  ShowProgress(false);
  SetMagickRandomSeed(MagickRandomInteger());
}

}  // namespace lodestone::cli
