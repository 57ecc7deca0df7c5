#include "accel/dispatch/dispatch.hpp"

#include <mutex>
#include <optional>
#include <shared_mutex>

#include "accel/events/call_record.hpp"
#include "accel/candidates.hpp"
#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/dispatch/explain.hpp"
#include "accel/pixels/host_memory.hpp"
#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "accel/operation_table.hpp"
#include "accel/modules/registry.hpp"
#include "accel/tuning/warm_up.hpp"

namespace lodestone::accel {
namespace {

bool IsCancelled(const Attempt& attempt) {
  return attempt.parts.reason == MagickAccelerateCancelled;
}

Attempt NoHostMemory() {
  return Failed(MagickAccelerateHostMemory, "no memory for the pixels");
}

std::uint64_t BytesOf(const MagickAcceleratePixels& pixels) {
  return std::uint64_t{pixels.stride_bytes} * pixels.rows;
}

// Choosing who works, and saying that he has work waiting, is one step: calls that start together
// spread over the devices.
std::mutex& Choosing() {
  static std::mutex mutex;
  return mutex;
}

// One call: who was passed over and why, who did it, how long it took.
class Call {
 public:
  Call(const MagickAccelerateWork& work, const WorkImages* images)
      : record_(GetOperation(work.operation).name), work_(work), images_(images) {}

  Attempt Execute() {
    const Attempt attempt = Choose();
    Emit(attempt);
    SaveExperienceNowAndThen();
    return attempt;
  }

 private:
  Attempt Choose() {
    switch (MagickAccelerateGetMode()) {
      case MagickAccelerateOff:
        PassOver("", Declined(MagickAccelerateDisabled, "acceleration is switched off"));
        return RunOnNext(NativeCandidate(work_, images_));
      case MagickAccelerateRequire:
        return Require();
      default:
        return Auto();
    }
  }

  // The first reason is the interesting one: devices are tried best first.
  void PassOver(const std::string& who, const Attempt& attempt) {
    if (!passed_over_.done()) return;
    passed_over_ = attempt;
    passed_over_name_ = who;
  }

  // The same; false when there was something to pass over.
  bool Allowed(const Attempt& verdict) {
    if (!verdict.done()) PassOver("", verdict);
    return verdict.done();
  }

  // Never builds, tests or discovers anything on the caller's time.
  Attempt Auto() {
    Candidate native = NativeCandidate(work_, images_);
    if (Allowed(LargeEnough(native)) && Allowed(DevicesAllowed()))
      if (std::optional<Attempt> attempt = AutoDevices(native)) return *attempt;
    return RunOnNext(native);
  }

  // The result of the device predicted to be done first; nothing when the native path should do it.
  std::optional<Attempt> AutoDevices(Candidate& native) {
    Registry& registry = Registry::Get();
    if (!registry.IsOpen()) {
      PassOver("", Declined(MagickAccelerateCold, "no device is warmed up in this process"));
      NoteNeed(native.call_ns());
      return std::nullopt;
    }
    const std::shared_lock running(registry.running());
    std::vector<Candidate> candidates = AutoCandidates(work_, images_);
    if (candidates.empty()) PassOver("", NoDevice());
    std::unique_lock choosing(Choosing());
    const Candidate* best = FirstDone(native, candidates);
    std::optional<Accelerator::Queued> queued;
    if (best) queued.emplace(*best->device, best->call_ns());
    choosing.unlock();
    for (const Candidate& candidate : candidates) {
      if (candidate.verdict.done()) continue;
      if (candidate.verdict.parts.reason == MagickAccelerateCold) NoteNeed(native.call_ns());
      PassOver(candidate.device->device(), candidate.verdict);
    }
    if (!best) return std::nullopt;
    const Attempt attempt = RunOn(*best);
    if (attempt.done() || IsCancelled(attempt)) return attempt;
    PassOver(best->device->device(), attempt);
    return std::nullopt;
  }

  Attempt Require() {
    if (!Allowed(DevicesAllowed())) return passed_over_;
    Registry& registry = Registry::Get();
    registry.Open();
    const std::shared_lock running(registry.running());
    std::vector<Candidate> candidates = RequiredCandidates(work_, images_);
    if (candidates.empty()) PassOver("", NoDevice());
    std::unique_lock choosing(Choosing());
    BestFirst(candidates);
    for (const Candidate& candidate : candidates) {
      const Accelerator::Queued queued(*candidate.device, candidate.call_ns());
      if (choosing) choosing.unlock();
      const Attempt attempt = RequireDevice(candidate);
      if (attempt.done() || IsCancelled(attempt)) return attempt;
      PassOver(candidate.device->device(), attempt);
    }
    keep_.reset();
    return passed_over_;
  }

  Attempt RequireDevice(const Candidate& candidate) {
    PluginDevice& device = *candidate.device;
    if (const Attempt prepared = PrepareOn(candidate); !prepared.done()) return prepared;
    const Attempt supports = device.Supports(work_);
    return supports.done() ? RunOn(candidate) : supports;
  }

  Attempt PrepareOn(const Candidate& candidate) {
    const Attempt prepared = candidate.device->Prepare(work_.operation);
    prepared_ = prepared.parts;
    return prepared;
  }

  Attempt RunOnNext(const Candidate& candidate) {
    const Accelerator::Queued queued(candidate.accelerator(), candidate.call_ns());
    return RunOn(candidate);
  }

  // Others that look for someone to work meanwhile must see that this one is queued there.
  Attempt RunOn(const Candidate& candidate) {
    keep_ = candidate.device;
    predicted_ns_ = candidate.call_ns();
    return candidate.device ? RunOnDevice(*candidate.device) : RunOnNative();
  }

  // The source in host memory, and host memory for the result.
  Attempt SourceToHost(MagickAcceleratePixels& pixels) {
    if (!images_) return {};
    const Attempt fetched = images_->source.pixels->Fetch();
    if (!fetched.done()) return fetched;
    pixels.data = images_->source.host->Memory(HostPixels::Contents::kUndefined);
    pixels.pinned = keep_ && IsHostMemoryOf(*keep_, pixels.data);
    return pixels.data ? Attempt() : NoHostMemory();
  }

  Attempt DestinationInHost(MagickAcceleratePixels& pixels) {
    if (!images_) return {};
    pixels.data = images_->destination.host->Memory(HostPixels::Contents::kUndefined);
    pixels.pinned = keep_ && IsHostMemoryOf(*keep_, pixels.data);
    return pixels.data ? Attempt() : NoHostMemory();
  }

  Attempt RunOnNative() {
    MagickAccelerateWork work = work_;
    if (const Attempt source = SourceToHost(work.source); !source.done()) return source;
    const std::uint64_t start_ns = record_.elapsed_ns();
    if (const Attempt room = DestinationInHost(work.destination); !room.done()) return room;
    const Attempt attempt = Native().Run(work);
    if (attempt.done() && images_) images_->destination.pixels->HostWrites();
    Learn(attempt, work, false, start_ns);
    return attempt;
  }

  // Images that nobody is using at the moment make room for this call; where that is not enough,
  // its own are not kept either, and the device may work on one piece after the other.
  Attempt RunOnDevice(PluginDevice& device) {
    const auto is_short = [](const Attempt& attempt) {
      return attempt.parts.reason == MagickAccelerateDeviceMemory;
    };
    Attempt attempt = RunOnceOnDevice(device);
    while (is_short(attempt) && EvictOne(device)) attempt = RunOnceOnDevice(device);
    if (!is_short(attempt) || !images_) return attempt;
    keeps_images_ = false;
    return RunOnceOnDevice(device);
  }

  Attempt RunOnceOnDevice(PluginDevice& device) {
    MagickAccelerateWork work = work_;
    std::uint64_t start_ns = record_.elapsed_ns();
    const auto source = SourceBuffer(device, work.source);
    const std::uint64_t fetch_ns = record_.elapsed_ns();
    if (!work.source.in_buffer)
      if (const Attempt fetched = SourceToHost(work.source); !fetched.done()) return fetched;
    start_ns += record_.elapsed_ns() - fetch_ns;
    const auto destination = NewBuffer(work.destination);
    work.destination.buffer = destination ? destination->handle() : nullptr;
    if (!destination)
      if (const Attempt room = DestinationInHost(work.destination); !room.done()) return room;
    Attempt attempt = device.Run(work);
    Learn(attempt, work, destination != nullptr, start_ns);
    // What getting the device ready took belongs to the call that had to.
    AddPreparation(attempt.parts, prepared_);
    if (attempt.done()) device.NoteUse();
    if (!attempt.done() || !images_) return attempt;
    attempt.parts.resident = work.source.in_buffer;
    if (source) images_->source.pixels->AddCopy(source);
    if (destination)
      images_->destination.pixels->MoveTo(destination);
    else
      images_->destination.pixels->HostWrites();
    return attempt;
  }

  // From runs that were nothing but the work: the first one of an operation, and those that had to
  // build something, are not like the others.
  void Learn(const Attempt& attempt, const MagickAccelerateWork& work, bool kept,
             std::uint64_t start_ns) {
    Accelerator& by = keep_ ? static_cast<Accelerator&>(*keep_) : Native();
    if (!attempt.done()) return;
    first_ = by.FirstUse(work.operation);
    const MagickAccelerateParts& parts = attempt.parts;
    const bool cold = parts.compile_ns || parts.context_ns || parts.load_ns || parts.test_ns;
    if (first_ || cold) return;
    LearnRun(by, work, kept, record_.elapsed_ns() - start_ns);
  }

  // Where the source is, or is to be, on the device; null when no copy is kept there.
  std::shared_ptr<DeviceBuffer> SourceBuffer(const PluginDevice& device,
                                             MagickAcceleratePixels& pixels) {
    if (!images_ || !keeps_images_) return nullptr;
    auto buffer = images_->source.pixels->CopyOn(device);
    pixels.in_buffer = buffer != nullptr;
    if (!buffer) buffer = NewBuffer(pixels);
    pixels.buffer = buffer ? buffer->handle() : nullptr;
    return buffer;
  }

  std::shared_ptr<DeviceBuffer> NewBuffer(const MagickAcceleratePixels& pixels) {
    if (!images_ || !keeps_images_) return nullptr;
    Attempt attempt;
    return MakeDeviceBuffer(keep_, BytesOf(pixels), attempt);
  }

  void Emit(const Attempt& attempt) {
    Accelerator& by = keep_ ? static_cast<Accelerator&>(*keep_) : Native();
    record_.SetSizes(work_.source.columns, work_.source.rows, work_.destination.columns,
                     work_.destination.rows);
    record_.SetChannels(work_.channels);
    record_.SetPredicted(predicted_ns_);
    if (attempt.done()) {
      record_.SetDoneBy(by);
      record_.SetFirst(first_);
    }
    record_.SetPassedOver(passed_over_name_,
                          attempt.done() || passed_over_.parts.reason ? passed_over_ : attempt);
    record_.Emit(attempt);
  }

  CallRecord record_;
  const MagickAccelerateWork& work_;
  const WorkImages* images_;
  std::shared_ptr<PluginDevice> keep_;  // who works on it; null: the native path
  Attempt passed_over_;
  std::string passed_over_name_;
  std::uint64_t predicted_ns_ = 0;
  bool first_ = false;
  bool keeps_images_ = true;
  MagickAccelerateParts prepared_{};
};

}  // namespace

Attempt Dispatch(const MagickAccelerateWork& work, const WorkImages* images) {
  if (Explaining()) return Explain(work, images);
  return Call(work, images).Execute();
}

}  // namespace lodestone::accel
