#include "accel/dispatch/dispatch.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

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

// One work of a set, from when it begins.
struct Begun {
  explicit Begun(const MagickAccelerateWork& work) : record(NameOf(work)) {}

  CallRecord record;
  // From its end on:
  Attempt attempt;
  std::shared_ptr<PluginDevice> device;  // that it ran on; null: the CPU
  std::uint64_t predicted_ns = 0;
  bool first = false;
  // The first device that did not run it, and why.
  std::string declined_by;
  Attempt declined;
};

// One call: the plan, the attempts, an event for each work.
class DispatchedCall {
 public:
  explicit DispatchedCall(const WorkSet& set)
      : set_(set),
        begun_(Begin(set)),
        mode_(MagickAccelerateGetMode()),
        plan_(set, places_, mode_, Plan::Devices::kNecessary) {}

  Attempt Execute() {
    if (plan_.is_cold()) RecordMissedOffload(work().operation, plan_.cpu().call_ns());
    const Attempt attempt = TryInOrder();
    plan_.ReleaseDevices();
    if (!attempt.done() && set_.falls_back) return attempt;
    while (ended_ < set_.works.size()) End(attempt, record().elapsed_ns());
    for (std::size_t i = 0; i < ended_; ++i) Emit(set_.works[i], begun_[i]);
    SaveProfilesIfDue();
    return attempt;
  }

 private:
  static std::vector<Begun> Begin(const WorkSet& set) {
    std::vector<Begun> begun;
    begun.reserve(set.works.size());
    begun.emplace_back(set.works[0]);
    return begun;
  }

  // Works are done in their order; this is the one that is next, or under way.
  const MagickAccelerateWork& work() const { return set_.works[ended_]; }
  const WorkImages* images() const { return set_.ImagesOf(ended_); }
  const PlacedPlan& plan() const { return chosen_->plans[ended_]; }
  CallRecord& record() { return begun_.back().record; }

  // Concurrent calls that choose an accelerator must see that this call is queued there.
  Attempt TryInOrder() {
    std::unique_lock choosing(Choosing(), std::defer_lock);
    if (!plan_.devices().empty()) choosing.lock();
    plan_.Order();
    for (const Candidate* candidate : plan_.order()) {
      Accelerator::Queued queued(candidate->accelerator(), candidate->queued_ns(ended_));
      if (choosing) choosing.unlock();
      keep_ = candidate->device;
      chosen_ = candidate;
      const Attempt attempt = candidate->device ? RunRestOnDevice() : RunRestOnCpu();
      if (attempt.done()) queued.MarkDone();
      if (!candidate->device || attempt.done() || IsCancelled(attempt)) return attempt;
      plan_.Decline(candidate->name(), attempt);
    }
    keep_.reset();
    return plan_.declined();
  }

  Attempt RunRestOnDevice() {
    Attempt attempt;
    while (attempt.done() && ended_ < set_.works.size()) {
      attempt = TryDevice();
      if (attempt.done()) End(attempt, record().elapsed_ns());
    }
    return attempt;
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
      if (!images() || !keeps_images_) return attempt;
      keeps_images_ = false;
    }
  }

  // A self-test may find that the device must not be used after all.
  Attempt Prepare(PluginDevice& device) {
    const Attempt prepared = device.PrepareFor(work(), plan().plan);
    prepared_ = prepared.parts;
    return prepared.done() ? device.Allows(work().operation) : prepared;
  }

  // The image in host memory, without regard to what is there.
  Attempt InHost(const Images& image, MagickAcceleratePixels& pixels) {
    pixels.data = image.host->Memory(HostPixels::Contents::kUndefined);
    pixels.pinned = keep_ && IsHostMemoryOf(*keep_, pixels.data);
    return pixels.data ? Attempt() : NoHostMemory();
  }

  // A source in host memory.
  Attempt FetchedInHost(const Images& image, MagickAcceleratePixels& pixels) {
    const Attempt fetched = image.pixels->Fetch();
    return fetched.done() ? InHost(image, pixels) : fetched;
  }

  // All sources in host memory, except those in buffers.
  Attempt SourcesToHost(const WorkImages* images, MagickAccelerateWork& work) {
    Attempt attempt;
    if (!images) return attempt;
    if (!work.source.in_buffer) attempt = FetchedInHost(images->source, work.source);
    if (attempt.done() && images->second.pixels && !work.second.in_buffer)
      attempt = FetchedInHost(images->second, work.second);
    return attempt;
  }

  Attempt RunRestOnCpu() {
    plan_.ReleaseDevices();
    std::vector<MagickAccelerateWork> works(set_.works.begin() + ended_, set_.works.end());
    for (std::size_t i = 0; i < works.size(); ++i)
      if (const Attempt sources = SourcesToHost(set_.ImagesOf(ended_ + i), works[i]);
          !sources.done())
        return sources;
    const std::uint64_t start_ns = record().elapsed_ns();
    for (std::size_t i = 0; i < works.size() && images(); ++i)
      if (const Attempt room = RoomOnCpu(*set_.ImagesOf(ended_ + i), works[i]); !room.done())
        return room;
    return works.size() == 1 ? RunLastOnCpu(works[0], start_ns) : RunTogether(works);
  }

  Attempt RoomOnCpu(const WorkImages& images, MagickAccelerateWork& work) {
    if (!images.in_place) return InHost(images.destination, work.destination);
    // Even if the run is cancelled, some of it will have changed.
    images.source.pixels->MarkHostWritten();
    work.destination.data = work.source.data;
    return {};
  }

  Attempt RunLastOnCpu(const MagickAccelerateWork& work, std::uint64_t start_ns) {
    const Attempt attempt = Cpu().Run(work);
    if (!attempt.done()) return attempt;
    Learn(attempt, work, Cpu().Estimate(work), false, start_ns);
    EndOnCpu(attempt, record().elapsed_ns());
    return attempt;
  }

  // Their times are no measurements of each alone, so nothing is learned from them.
  Attempt RunTogether(const std::vector<MagickAccelerateWork>& works) {
    std::vector<double> shares;
    const Attempt attempt = Cpu().RunTogether(works, shares);
    if (!attempt.done()) return attempt;
    const auto all_ns = static_cast<double>(record().elapsed_ns());
    for (const double share : shares) {
      begun_.back().first = Cpu().FirstUse(work().operation);
      EndOnCpu(attempt, static_cast<std::uint64_t>(share * all_ns));
    }
    return attempt;
  }

  void EndOnCpu(const Attempt& attempt, std::uint64_t ns) {
    if (images() && !images()->in_place) images()->destination.pixels->MarkHostWritten();
    End(attempt, ns);
  }

  Attempt RunOnDevice(PluginDevice& device) {
    MagickAccelerateWork work = this->work();
    std::uint64_t start_ns = record().elapsed_ns();
    const auto source = images() ? SourceBuffer(device, images()->source, work.source) : nullptr;
    const auto second = images() && images()->second.pixels
                            ? SourceBuffer(device, images()->second, work.second)
                            : nullptr;
    const std::uint64_t fetch_ns = record().elapsed_ns();
    if (const Attempt fetched = SourcesToHost(images(), work); !fetched.done()) return fetched;
    start_ns += record().elapsed_ns() - fetch_ns;
    const auto destination =
        HasCountedResult(work.operation) ? nullptr : NewBuffer(work.destination);
    work.destination.buffer = destination ? destination->handle() : nullptr;
    if (!destination && images()) {
      const Attempt room = InHost(images()->destination, work.destination);
      if (!room.done()) return room;
    }
    Attempt attempt = device.Run(work, plan().plan);
    if (attempt.done()) LearnDevice(attempt, work, destination != nullptr, start_ns);
    // The time spent getting the device ready is charged to the call that had to wait for it.
    AddPreparation(attempt.parts, prepared_);
    if (attempt.done()) device.MarkUsed();
    if (!attempt.done() || !images()) return attempt;
    attempt.parts.resident = work.source.in_buffer;
    if (source) images()->source.pixels->AddCopy(source);
    if (second) images()->second.pixels->AddCopy(second);
    if (destination)
      images()->destination.pixels->MoveTo(destination);
    else
      images()->destination.pixels->MarkHostWritten();
    return attempt;
  }

  // Learns only from runs that did nothing else: the first run of an operation or of a kernel, and
  // runs that had to build something, take longer.
  void Learn(const Attempt& attempt, const MagickAccelerateWork& work,
             const MagickAccelerateEstimate& estimate, bool kept, std::uint64_t start_ns) {
    Accelerator& by = chosen_->accelerator();
    bool& first = begun_.back().first;
    first = by.FirstUse(work.operation);
    if (keep_ && keep_->IsFirstRun(work, attempt.parts.kernels)) first = true;
    const MagickAccelerateParts& parts = attempt.parts;
    const bool cold = parts.compile_ns || parts.context_ns || parts.load_ns || parts.test_ns;
    if (first || cold) return;
    const std::uint64_t ns = record().elapsed_ns() - start_ns;
    LearnRun(by, work, estimate, kept, ns - std::min(ns, parts.others_ns));
  }

  // Nothing if pixels were elsewhere than estimated.
  void LearnDevice(const Attempt& attempt, const MagickAccelerateWork& work, bool kept,
                   std::uint64_t start_ns) {
    MagickAccelerateEstimate estimate = plan().plan->estimate;
    if (!plan().IsOf(work)) estimate.kernel_ns = UINT64_MAX;
    Learn(attempt, work, estimate, kept, start_ns);
  }

  // Where a source is, or will be, on the device; null if no copy is kept there.
  std::shared_ptr<DeviceBuffer> SourceBuffer(const PluginDevice& device, const Images& image,
                                             MagickAcceleratePixels& pixels) {
    if (!keeps_images_ || ReadsOnce(work().operation)) return nullptr;
    auto buffer = image.pixels->CopyOn(device);
    pixels.in_buffer = buffer != nullptr;
    if (!buffer) buffer = NewBuffer(pixels);
    pixels.buffer = buffer ? buffer->handle() : nullptr;
    return buffer;
  }

  std::shared_ptr<DeviceBuffer> NewBuffer(const MagickAcceleratePixels& pixels) {
    if (!images() || !keeps_images_) return nullptr;
    Attempt attempt;
    return MakeDeviceBuffer(keep_, BytesOf(pixels), attempt);
  }

  // The work under way has ended; the next one begins.
  void End(const Attempt& attempt, std::uint64_t ns) {
    Begun& work = begun_.back();
    work.record.End(ns);
    work.attempt = attempt;
    work.device = keep_;
    if (chosen_) work.predicted_ns = chosen_->work_ns(ended_);
    const bool tells = attempt.done() || plan_.declined().parts.reason;
    work.declined_by = plan_.declined_by();
    work.declined = tells ? plan_.declined() : attempt;
    if (++ended_ < set_.works.size()) begun_.emplace_back(set_.works[ended_]);
  }

  static void Emit(const MagickAccelerateWork& work, Begun& begun) {
    CallRecord& record = begun.record;
    const Extent from = SourceSize(work);
    const Extent to = WrittenSize(work);
    record.SetSizes(from.columns, from.rows, to.columns, to.rows);
    record.SetChannels(work.channels);
    record.SetPredicted(begun.predicted_ns);
    if (begun.attempt.done()) {
      record.SetDoneBy(begun.device ? static_cast<Accelerator&>(*begun.device) : Cpu());
      record.SetFirst(begun.first);
    }
    record.SetDeclinedBy(begun.declined_by, begun.declined);
    record.Emit(begun.attempt);
  }

  const WorkSet set_;
  std::vector<Begun> begun_;
  std::size_t ended_ = 0;
  const MagickAccelerateMode mode_;
  const ImagePlaces places_;
  Plan plan_;
  const Candidate* chosen_ = nullptr;
  std::shared_ptr<PluginDevice> keep_;  // the device chosen; null: the CPU, or none
  bool keeps_images_ = true;
  MagickAccelerateParts prepared_{};
};

}  // namespace

Attempt Dispatch(const WorkSet& set) {
  if (Explaining()) return Explain(set);
  return DispatchedCall(set).Execute();
}

Attempt Dispatch(const MagickAccelerateWork& work, const WorkImages* images) {
  return Dispatch({{&work, 1}, images});
}

}  // namespace lodestone::accel
