#include "utilities/conform/run_case.hpp"

#include "utilities/conform/pixel_digest.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::conform {

Target::Target(const std::string& device)
    : device_(device),
      mode_before_(MagickAccelerateSetThreadMode(device.empty() ? MagickAccelerateOff
                                                                : MagickAccelerateRequire)) {
  if (!device.empty()) MagickAccelerateSelectDevice(device.c_str());
  MagickAccelerateSetEventHandler(&Target::Record, this);
}

Target::~Target() {
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  if (!device_.empty()) MagickAccelerateSelectDevice(nullptr);
  MagickAccelerateSetThreadMode(mode_before_);
}

// Getting ready and fetching pixels are no operations.
void Target::Record(const MagickAccelerateEvent* event, void* context) {
  const std::string operation = event->operation;
  if (operation == "download" || operation == "warm-up") return;
  auto* const target = static_cast<Target*>(context);
  const std::lock_guard lock(target->mutex_);
  target->ran_.push_back({operation, event->accelerator, event->device, event->detail,
                          event->outcome == MagickAccelerateDone});
}

const Image* Target::Source(const SourceImage& source) {
  cli::ImageList& image = sources_[source];
  if (image == nullptr) image = Make(source);
  return image.get();
}

std::string Target::WhyNotHere() {
  const std::lock_guard lock(mutex_);
  if (ran_.empty()) return "no accelerator was asked";
  for (const Ran& ran : ran_) {
    if (!ran.done) return ran.operation + " did not run: " + ran.detail;
    if (ran.device != device_ || (device_.empty() && ran.accelerator != "cpu"))
      return ran.operation + " ran on " + (ran.device.empty() ? ran.accelerator : ran.device);
  }
  return "";
}

CaseResult Target::Run(const Case& each) {
  const Inputs inputs{Source(each.source), each.second ? Source(*each.second) : nullptr,
                      each.to.value_or(Size())};
  {
    const std::lock_guard lock(mutex_);
    ran_.clear();
  }
  cli::Exception exception;
  try {
    const cli::ImageList result(each.run(inputs, exception.get()));
    if (result == nullptr) exception.Throw("The library gave no result");
    if (std::string why = WhyNotHere(); !why.empty()) return {"", std::move(why)};
    return {PamOf(result.get()), ""};
  } catch (const cli::CommandError& error) {
    return {"", cli::ErrorText(error)};
  }
}

}  // namespace lodestone::conform
