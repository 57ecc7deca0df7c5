#include "accel/candidates.hpp"

#include <string>

#include "accel/cpu/native.hpp"
#include "accel/host_memory.hpp"
#include "accel/mode.hpp"
#include "accel/warm_up.hpp"

namespace lodestone::accel {
namespace {

// Done when `auto` may use the device now.
Attempt AutoVerdict(PluginDevice& device, const DeviceSelector& selector,
                    const MagickAccelerateWork& work) {
  if (!AutoUses(device, selector))
    return Declined(MagickAccelerateSlower, "processor devices are used when selected or required");
  const Attempt supports = device.Supports(work);
  if (!supports.done() || device.Ready(work.operation)) return supports;
  return Declined(MagickAccelerateCold, "the device is not warmed up");
}

std::uint64_t BytesOf(const MagickAcceleratePixels& pixels) {
  return std::uint64_t{pixels.stride_bytes} * pixels.rows;
}

// Of bringing the source to the host first, where it is needed there.
std::uint64_t SourceFetchNs(const MagickAccelerateWork& work, const WorkImages* images) {
  if (!images || images->source.pixels->in_host()) return 0;
  return FetchNs(BytesOf(work.source));
}

// The work as the device would see it: what lies where decides what must be transferred.
MagickAccelerateWork Placed(MagickAccelerateWork work, const WorkImages* images, bool resident) {
  work.source.in_buffer = resident;
  if (!resident && images && images->source.pixels->in_host())
    work.source.data = images->source.host->Memory(HostPixels::Contents::kUndefined);
  work.source.pinned = IsFromHostMemory(work.source.data);
  return work;
}

}  // namespace

Accelerator& Candidate::accelerator() const {
  if (device) return *device;
  return Native();
}

Candidate NativeCandidate(const MagickAccelerateWork& work, const WorkImages* images) {
  Candidate candidate;
  candidate.predicted_ns = Native().EstimateNs(work) + SourceFetchNs(work, images);
  candidate.finish_ns = candidate.predicted_ns + Native().queued_ns();
  return candidate;
}

void Predict(Candidate& candidate, const MagickAccelerateWork& work, const WorkImages* images) {
  PluginDevice& device = *candidate.device;
  const bool resident = images && images->source.pixels->CopyOn(device);
  candidate.predicted_ns = device.EstimateNs(Placed(work, images, resident));
  if (!resident) candidate.predicted_ns += SourceFetchNs(work, images);
  candidate.finish_ns = candidate.predicted_ns + device.queued_ns();
}

DeviceList MatchingDevices() {
  const DeviceSelector selector = CurrentSelector();
  DeviceList devices = Registry::Get().Devices();
  std::erase_if(devices, [&](const auto& device) {
    return !selector.Matches(device->device(), device->type());
  });
  return devices;
}

Attempt NoDevice() {
  if (!Registry::Get().Devices().empty())
    return Declined(MagickAccelerateNoDevice, "no device matches the selection");
  std::string detail;
  for (const LoadProblem& problem : Registry::Get().Problems())
    detail += (detail.empty() ? "" : "; ") + problem.accelerator + ": " + problem.detail +
              "; remedy: " + problem.remedy;
  return Declined(MagickAccelerateNoDevice, detail.empty() ? "no device" : detail);
}

std::vector<Candidate> AutoCandidates(const MagickAccelerateWork& work, const WorkImages* images) {
  const DeviceSelector selector = CurrentSelector();
  std::vector<Candidate> candidates;
  for (auto& device : MatchingDevices()) {
    Candidate candidate;
    candidate.device = std::move(device);
    candidate.verdict = AutoVerdict(*candidate.device, selector, work);
    if (candidate.verdict.done()) Predict(candidate, work, images);
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

}  // namespace lodestone::accel
