#include "accel/dispatch.hpp"

#include <algorithm>
#include <optional>
#include <shared_mutex>

#include "accel/call_record.hpp"
#include "accel/candidates.hpp"
#include "accel/cpu/native.hpp"
#include "accel/host_memory.hpp"
#include "accel/mode.hpp"
#include "accel/operation_table.hpp"
#include "accel/registry.hpp"
#include "accel/warm_up.hpp"

namespace lodestone::accel {
namespace {

// Source and destination together; below it a device's fixed costs always lose.
constexpr std::uint64_t kSmallestAcceleratedPixels = 512 * 512;

bool IsCancelled(const Attempt& attempt) {
  return attempt.parts.reason == MagickAccelerateCancelled;
}

Attempt NoHostMemory() {
  return Failed(MagickAccelerateHostMemory, "no memory for the pixels");
}

std::uint64_t BytesOf(const MagickAcceleratePixels& pixels) {
  return std::uint64_t{pixels.stride_bytes} * pixels.rows;
}

// One call: who was passed over and why, who did it, how long it took.
class Call {
 public:
  Call(const MagickAccelerateWork& work, const WorkImages* images)
      : record_(GetOperation(work.operation).name), work_(work), images_(images) {}

  Attempt Execute() {
    const Attempt attempt = Choose();
    Emit(attempt);
    return attempt;
  }

 private:
  Attempt Choose() {
    switch (MagickAccelerateGetMode()) {
      case MagickAccelerateOff:
        PassOver("", Declined(MagickAccelerateDisabled, "acceleration is switched off"));
        return RunOn(NativeCandidate(work_, images_));
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

  // False, with the reason kept, when no device may be looked at.
  bool DevicesAllowed() {
    if (CurrentSelector().MatchesNothing()) {
      PassOver("", Declined(MagickAccelerateDisabled, "device selection is off"));
      return false;
    }
    if (Registry::Get().Forked()) {
      PassOver("", Declined(MagickAccelerateForked,
                            "this process was forked from one that had the devices open"));
      return false;
    }
    return true;
  }

  // Never builds, tests or discovers anything on the caller's time.
  Attempt Auto() {
    const Candidate native = NativeCandidate(work_, images_);
    const std::uint64_t pixels = std::uint64_t{work_.source.columns} * work_.source.rows +
                                 std::uint64_t{work_.destination.columns} * work_.destination.rows;
    if (pixels < kSmallestAcceleratedPixels)
      PassOver("", Declined(MagickAccelerateTooSmall, "the image is too small to gain"));
    else if (DevicesAllowed())
      if (std::optional<Attempt> attempt = AutoDevices(native)) return *attempt;
    return RunOn(native);
  }

  // The result of the device predicted to be done first; nothing when the native path should do it.
  std::optional<Attempt> AutoDevices(const Candidate& native) {
    Registry& registry = Registry::Get();
    if (!registry.IsOpen()) {
      PassOver("", Declined(MagickAccelerateCold, "no device is warmed up in this process"));
      NoteNeed(native.predicted_ns);
      return std::nullopt;
    }
    const std::shared_lock running(registry.running());
    const Candidate* best = nullptr;
    const std::vector<Candidate> candidates = AutoCandidates(work_, images_);
    if (candidates.empty()) PassOver("", NoDevice());
    for (const Candidate& candidate : candidates) {
      const std::string& name = candidate.device->device();
      if (candidate.verdict.parts.reason == MagickAccelerateCold) NoteNeed(native.predicted_ns);
      if (!candidate.verdict.done())
        PassOver(name, candidate.verdict);
      else if (candidate.finish_ns >= (best ? best->finish_ns : native.finish_ns))
        PassOver(name, Declined(MagickAccelerateSlower, "predicted slower"));
      else
        best = &candidate;
    }
    if (!best) return std::nullopt;
    const Attempt attempt = RunOn(*best);
    if (attempt.done() || IsCancelled(attempt)) return attempt;
    PassOver(best->device->device(), attempt);
    return std::nullopt;
  }

  Attempt Require() {
    if (!DevicesAllowed()) return passed_over_;
    Registry& registry = Registry::Get();
    registry.Open();
    const std::shared_lock running(registry.running());
    for (const Candidate& candidate : RequiredCandidates()) {
      const Attempt attempt = RequireDevice(candidate);
      if (attempt.done() || IsCancelled(attempt)) return attempt;
      PassOver(candidate.device->device(), attempt);
    }
    keep_.reset();
    return passed_over_;
  }

  // The best class of device first, and within it who would be done first.
  std::vector<Candidate> RequiredCandidates() {
    std::vector<Candidate> candidates;
    for (auto& device : MatchingDevices()) {
      candidates.emplace_back().device = std::move(device);
      Predict(candidates.back(), work_, images_);
    }
    if (candidates.empty()) PassOver("", NoDevice());
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) {
                       const int rank_a = RankOf(a.device->type());
                       const int rank_b = RankOf(b.device->type());
                       return rank_a != rank_b ? rank_a < rank_b : a.finish_ns < b.finish_ns;
                     });
    return candidates;
  }

  Attempt RequireDevice(const Candidate& candidate) {
    PluginDevice& device = *candidate.device;
    if (const Attempt prepared = PrepareOn(candidate); !prepared.done()) return prepared;
    const Attempt supports = device.Supports(work_);
    return supports.done() ? RunOn(candidate) : supports;
  }

  // Others that look for a device meanwhile see that this one has work waiting.
  Attempt PrepareOn(const Candidate& candidate) {
    const Accelerator::Queued queued(*candidate.device, candidate.predicted_ns);
    const Attempt prepared = candidate.device->Prepare(work_.operation);
    prepared_ = prepared.parts;
    return prepared;
  }

  Attempt RunOn(const Candidate& candidate) {
    keep_ = candidate.device;
    predicted_ns_ = candidate.predicted_ns;
    const Accelerator::Queued queued(candidate.accelerator(), candidate.predicted_ns);
    return candidate.device ? RunOnDevice(*candidate.device) : RunOnNative();
  }

  // The source in host memory, and host memory for the result.
  Attempt SourceToHost(MagickAcceleratePixels& pixels) {
    if (!images_) return {};
    const Attempt fetched = images_->source.pixels->Fetch();
    if (!fetched.done()) return fetched;
    pixels.data = images_->source.host->Memory(HostPixels::Contents::kUndefined);
    pixels.pinned = IsFromHostMemory(pixels.data);
    return pixels.data ? Attempt() : NoHostMemory();
  }

  Attempt DestinationInHost(MagickAcceleratePixels& pixels) {
    if (!images_) return {};
    pixels.data = images_->destination.host->Memory(HostPixels::Contents::kUndefined);
    pixels.pinned = IsFromHostMemory(pixels.data);
    return pixels.data ? Attempt() : NoHostMemory();
  }

  Attempt RunOnNative() {
    MagickAccelerateWork work = work_;
    if (const Attempt source = SourceToHost(work.source); !source.done()) return source;
    if (const Attempt room = DestinationInHost(work.destination); !room.done()) return room;
    const Attempt attempt = Native().Run(work);
    if (attempt.done() && images_) images_->destination.pixels->HostWrites();
    return attempt;
  }

  Attempt RunOnDevice(PluginDevice& device) {
    MagickAccelerateWork work = work_;
    const auto source = SourceBuffer(device, work.source);
    if (!work.source.in_buffer)
      if (const Attempt fetched = SourceToHost(work.source); !fetched.done()) return fetched;
    const auto destination = NewBuffer(work.destination);
    work.destination.buffer = destination ? destination->handle() : nullptr;
    if (!destination)
      if (const Attempt room = DestinationInHost(work.destination); !room.done()) return room;
    Attempt attempt = device.Run(work);
    AddPreparation(attempt.parts);
    if (!attempt.done() || !images_) return attempt;
    attempt.parts.resident = work.source.in_buffer;
    if (source) images_->source.pixels->AddCopy(source);
    if (destination)
      images_->destination.pixels->MoveTo(destination);
    else
      images_->destination.pixels->HostWrites();
    return attempt;
  }

  // Where the source is, or is to be, on the device; null when no copy is kept there.
  std::shared_ptr<DeviceBuffer> SourceBuffer(const PluginDevice& device,
                                             MagickAcceleratePixels& pixels) {
    if (!images_) return nullptr;
    auto buffer = images_->source.pixels->CopyOn(device);
    pixels.in_buffer = buffer != nullptr;
    if (!buffer) buffer = NewBuffer(pixels);
    pixels.buffer = buffer ? buffer->handle() : nullptr;
    return buffer;
  }

  std::shared_ptr<DeviceBuffer> NewBuffer(const MagickAcceleratePixels& pixels) {
    if (!images_) return nullptr;
    Attempt attempt;
    return MakeDeviceBuffer(keep_, BytesOf(pixels), attempt);
  }

  // What getting the device ready took belongs to the call that had to.
  void AddPreparation(MagickAccelerateParts& parts) const {
    parts.compile_ns += prepared_.compile_ns;
    parts.context_ns += prepared_.context_ns;
    parts.load_ns += prepared_.load_ns;
    parts.test_ns += prepared_.test_ns;
  }

  void Emit(const Attempt& attempt) {
    Accelerator& by = keep_ ? static_cast<Accelerator&>(*keep_) : Native();
    record_.SetSizes(work_.source.columns, work_.source.rows, work_.destination.columns,
                     work_.destination.rows);
    record_.SetAlpha(work_.alpha != 0);
    record_.SetPredicted(predicted_ns_);
    if (attempt.done()) {
      record_.SetDoneBy(by);
      record_.SetFirst(by.FirstUse(work_.operation));
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
  MagickAccelerateParts prepared_{};
};

}  // namespace

Attempt Dispatch(const MagickAccelerateWork& work, const WorkImages* images) {
  return Call(work, images).Execute();
}

}  // namespace lodestone::accel
