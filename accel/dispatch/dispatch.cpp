#include "accel/dispatch/dispatch.hpp"

#include <mutex>

#include "accel/events/call_record.hpp"
#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/dispatch/explain.hpp"
#include "accel/dispatch/plan.hpp"
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

// Choosing an accelerator and announcing the work queued on it are one step, so that calls that
// start together spread over the devices.
std::mutex& Choosing() {
  static std::mutex mutex;
  return mutex;
}

// One call: the plan, the attempts, the event.
class DispatchedCall {
 public:
  DispatchedCall(const MagickAccelerateWork& work, const WorkImages* images)
      : record_(GetOperation(work.operation).name),
        work_(work),
        images_(images),
        mode_(MagickAccelerateGetMode()),
        plan_(work, images, places_, mode_, Plan::Devices::kNecessary) {}

  Attempt Execute() {
    if (plan_.is_cold()) RecordMissedOffload(plan_.cpu().call_ns());
    const Attempt attempt = TryInOrder();
    plan_.ReleaseDevices();
    Emit(attempt);
    SaveProfilesIfDue();
    return attempt;
  }

 private:
  // Concurrent calls that choose an accelerator must see that this call is queued there.
  Attempt TryInOrder() {
    std::unique_lock choosing(Choosing(), std::defer_lock);
    if (!plan_.devices().empty()) choosing.lock();
    plan_.Order();
    for (const Candidate* candidate : plan_.order()) {
      const Accelerator::Queued queued(candidate->accelerator(), candidate->call_ns());
      if (choosing) choosing.unlock();
      keep_ = candidate->device;
      predicted_ns_ = candidate->call_ns();
      if (!candidate->device) return RunOnCpu();
      const Attempt attempt = TryDevice();
      if (attempt.done() || IsCancelled(attempt)) return attempt;
      plan_.Decline(candidate->name(), attempt);
    }
    keep_.reset();
    return plan_.declined();
  }

  // Images not in use by any call are evicted for this call. If that is not enough, its own images
  // are not kept either, and the device may process one strip after another.
  Attempt TryDevice() {
    if (mode_ == MagickAccelerateRequire)
      if (const Attempt prepared = Prepare(*keep_); !prepared.done()) return prepared;
    for (;;) {
      const Attempt attempt = RunOnDevice(*keep_);
      if (attempt.parts.reason != MagickAccelerateDeviceMemory) return attempt;
      if (EvictOne(*keep_)) continue;
      if (!images_ || !keeps_images_) return attempt;
      keeps_images_ = false;
    }
  }

  // A self-test may find that the device does not support the operation after all.
  Attempt Prepare(PluginDevice& device) {
    const Attempt prepared = device.Prepare(work_.operation);
    prepared_ = prepared.parts;
    return prepared.done() ? device.Supports(work_) : prepared;
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

  Attempt RunOnCpu() {
    plan_.ReleaseDevices();
    MagickAccelerateWork work = work_;
    if (const Attempt source = SourceToHost(work.source); !source.done()) return source;
    const std::uint64_t start_ns = record_.elapsed_ns();
    if (const Attempt room = DestinationInHost(work.destination); !room.done()) return room;
    const Attempt attempt = Cpu().Run(work);
    if (attempt.done() && images_) images_->destination.pixels->MarkHostWritten();
    Learn(attempt, work, false, start_ns);
    return attempt;
  }

  Attempt RunOnDevice(PluginDevice& device) {
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
    if (work.variant == 0) work.variant = device.TunedVariant(work);
    Attempt attempt = device.Run(work);
    Learn(attempt, work, destination != nullptr, start_ns);
    // The time spent getting the device ready is charged to the call that had to wait for it.
    AddPreparation(attempt.parts, prepared_);
    if (attempt.done()) device.MarkUsed();
    if (!attempt.done() || !images_) return attempt;
    attempt.parts.resident = work.source.in_buffer;
    if (source) images_->source.pixels->AddCopy(source);
    if (destination)
      images_->destination.pixels->MoveTo(destination);
    else
      images_->destination.pixels->MarkHostWritten();
    return attempt;
  }

  // Learns only from runs that did nothing else: an operation's first run, and runs that had to
  // build something, take longer.
  void Learn(const Attempt& attempt, const MagickAccelerateWork& work, bool kept,
             std::uint64_t start_ns) {
    Accelerator& by = keep_ ? static_cast<Accelerator&>(*keep_) : Cpu();
    if (!attempt.done()) return;
    first_ = by.FirstUse(work.operation);
    const MagickAccelerateParts& parts = attempt.parts;
    const bool cold = parts.compile_ns || parts.context_ns || parts.load_ns || parts.test_ns;
    if (first_ || cold) return;
    LearnRun(by, work, kept, record_.elapsed_ns() - start_ns);
  }

  // Where the source is, or will be, on the device; null if no copy is kept there.
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
    Accelerator& by = keep_ ? static_cast<Accelerator&>(*keep_) : Cpu();
    record_.SetSizes(work_.source.columns, work_.source.rows, work_.destination.columns,
                     work_.destination.rows);
    record_.SetChannels(work_.channels);
    record_.SetPredicted(predicted_ns_);
    if (attempt.done()) {
      record_.SetDoneBy(by);
      record_.SetFirst(first_);
    }
    const bool tells = attempt.done() || plan_.declined().parts.reason;
    record_.SetDeclinedBy(plan_.declined_by(), tells ? plan_.declined() : attempt);
    record_.Emit(attempt);
  }

  CallRecord record_;
  const MagickAccelerateWork& work_;
  const WorkImages* images_;
  const MagickAccelerateMode mode_;
  const ImagePlaces places_;
  Plan plan_;
  std::shared_ptr<PluginDevice> keep_;  // the device that runs it; null: the CPU
  std::uint64_t predicted_ns_ = 0;
  bool first_ = false;
  bool keeps_images_ = true;
  MagickAccelerateParts prepared_{};
};

}  // namespace

Attempt Dispatch(const MagickAccelerateWork& work, const WorkImages* images) {
  if (Explaining()) return Explain(work, images);
  return DispatchedCall(work, images).Execute();
}

}  // namespace lodestone::accel
