#include "accel/dispatch/explain.hpp"

#include <shared_mutex>
#include <string>
#include <vector>

#include "accel/events/call_record.hpp"
#include "accel/candidates.hpp"
#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

struct Handler {
  MagickAccelerateExplainHandler function = nullptr;
  void* context = nullptr;
};
thread_local Handler thread_handler;

std::uint64_t Whole(double ns) {
  return static_cast<std::uint64_t>(ns);
}

MagickAccelerateCandidate ToPublic(const Candidate& candidate, const Candidate* chosen) {
  MagickAccelerateCandidate out{};
  out.struct_size = sizeof out;
  out.accelerator = candidate.accelerator().accelerator().c_str();
  out.device = candidate.accelerator().device().c_str();
  out.outcome = candidate.verdict.outcome;
  out.reason = candidate.verdict.parts.reason;
  out.detail = candidate.verdict.parts.detail;
  out.chosen = &candidate == chosen;
  out.resident = candidate.resident;
  out.predicted_ns = candidate.call_ns();
  out.source_fetch_ns = candidate.source_fetch_ns;
  out.queued_ns = candidate.accelerator().queued_ns();
  if (!candidate.prediction) return out;
  out.launch_ns = Whole(candidate.prediction->launch_ns);
  out.upload_ns = Whole(candidate.prediction->upload_ns);
  out.kernel_ns = Whole(candidate.prediction->kernel_ns);
  out.download_ns = Whole(candidate.prediction->download_ns);
  out.fetch_ns = Whole(candidate.prediction->fetch_ns);
  return out;
}

// One explanation: the choice of Dispatch, followed without its last step.
class Explanation {
 public:
  Explanation(const MagickAccelerateWork& work, const WorkImages* images)
      : record_(GetOperation(work.operation).name), work_(work), images_(images) {}

  void Deliver() {
    const std::shared_lock running(Registry::Get().running());
    native_ = NativeCandidate(work_, images_);
    Choose();
    if (chosen_ && chosen_->device && images_) Leave(chosen_->device);
    Tell();
  }

 private:
  void Choose() {
    switch (MagickAccelerateGetMode()) {
      case MagickAccelerateOff:
        PassOver("", Declined(MagickAccelerateDisabled, "acceleration is switched off"));
        chosen_ = &native_;
        return;
      case MagickAccelerateRequire:
        Require();
        return;
      default:
        Auto();
    }
  }

  void PassOver(const std::string& who, const Attempt& attempt) {
    if (!passed_over_.done()) return;
    passed_over_ = attempt;
    passed_over_name_ = who;
  }

  void Auto() {
    const Attempt allowed = DevicesAllowed(), large = LargeEnough(native_);
    chosen_ = &native_;
    if (!large.done()) PassOver("", large);
    if (!allowed.done()) return PassOver("", allowed);
    devices_ = AutoCandidates(work_, images_);
    if (devices_.empty()) PassOver("", NoDevice());
    for (Candidate& device : devices_) {
      if (!device.prediction) Predict(device, work_, images_);
      if (!large.done() && device.verdict.done()) device.verdict = large;
    }
    if (!large.done()) return;
    if (const Candidate* best = FirstDone(native_, devices_)) chosen_ = best;
    for (const Candidate& device : devices_)
      if (!device.verdict.done()) PassOver(device.device->device(), device.verdict);
    if (chosen_ != &native_) native_.verdict = Declined(MagickAccelerateSlower, "predicted slower");
  }

  void Require() {
    const Attempt allowed = DevicesAllowed();
    native_.verdict = Declined(MagickAccelerateDisabled, "a device is required");
    if (!allowed.done()) return PassOver("", allowed);
    devices_ = RequiredCandidates(work_, images_);
    BestFirst(devices_);
    if (devices_.empty()) PassOver("", NoDevice());
    for (Candidate& device : devices_) {
      device.verdict = device.device->Supports(work_);
      if (!device.verdict.done())
        PassOver(device.device->device(), device.verdict);
      else if (chosen_)
        device.verdict = Declined(MagickAccelerateSlower, "tried after the one chosen");
      else
        chosen_ = &device;
    }
  }

  // What follows finds the images where a run would have left them.
  void Leave(const std::shared_ptr<PluginDevice>& device) {
    if (!device->KeepsImages()) return;
    images_->source.pixels->PretendOn(device);
    images_->destination.pixels->PretendOn(device);
  }

  void Tell() {
    record_.SetSizes(work_.source.columns, work_.source.rows, work_.destination.columns,
                     work_.destination.rows);
    record_.SetChannels(work_.channels);
    if (chosen_) {
      record_.SetDoneBy(chosen_->accelerator());
      record_.SetPredicted(chosen_->call_ns());
    }
    record_.SetPassedOver(passed_over_name_, passed_over_);
    std::vector<MagickAccelerateCandidate> all{ToPublic(native_, chosen_)};
    for (const Candidate& device : devices_) all.push_back(ToPublic(device, chosen_));
    const Attempt attempt = chosen_ ? Attempt() : passed_over_;
    MagickAccelerateEvent event = record_.Finish(attempt);
    event.actual_ns = 0;
    thread_handler.function(&event, all.data(), all.size(), thread_handler.context);
  }

  CallRecord record_;
  const MagickAccelerateWork& work_;
  const WorkImages* const images_;
  Candidate native_;
  std::vector<Candidate> devices_;
  const Candidate* chosen_ = nullptr;  // null: nobody
  Attempt passed_over_;
  std::string passed_over_name_;
};

}  // namespace

bool Explaining() {
  return thread_handler.function != nullptr;
}

Attempt Explain(const MagickAccelerateWork& work, const WorkImages* images) {
  const bool look = MagickAccelerateGetMode() != MagickAccelerateOff && DevicesAllowed().done();
  if (look) Registry::Get().Open();
  Explanation(work, images).Deliver();
  return {};
}

}  // namespace lodestone::accel

void MagickAccelerateSetThreadExplain(MagickAccelerateExplainHandler handler, void* context) {
  lodestone::accel::thread_handler = {handler, context};
}
