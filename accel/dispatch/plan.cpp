#include "accel/candidates.hpp"

#include <algorithm>
#include <string>

#include "accel/tuning/calibrate.hpp"
#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/pixels/host_memory.hpp"
#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "accel/tuning/warm_up.hpp"

namespace lodestone::accel {
namespace {

// Transfers and launches alone take longer than that on any device.
constexpr std::uint64_t kLeastDeviceNs = 10'000;

// Done when `auto` may use the device now.
Attempt AutoVerdict(PluginDevice& device, const DeviceSelector& selector,
                    const MagickAccelerateWork& work) {
  if (!AutoUses(device, selector))
    return Declined(MagickAccelerateSlower, "processor devices are used when selected or required");
  const Attempt supports = device.Supports(work);
  if (!supports.done()) return supports;
  if (!device.Ready(work.operation))
    return Declined(MagickAccelerateCold, "the device is not warmed up");
  if (!IsCalibrated(device))
    return Declined(MagickAccelerateCold, "the device has not been measured yet");
  return {};
}

// The work as the device would see it: what lies where decides what must be transferred.
MagickAccelerateWork Placed(const PluginDevice& device, MagickAccelerateWork work,
                            const WorkImages* images, bool resident) {
  work.source.in_buffer = resident;
  if (!resident && images && images->source.pixels->in_host())
    work.source.data = images->source.host->Memory(HostPixels::Contents::kUndefined);
  work.source.pinned = IsHostMemoryOf(device, work.source.data);
  return work;
}

void Finish(Candidate& candidate) {
  if (!candidate.prediction) return;
  const double ns = candidate.prediction->total_ns() + double(candidate.source_fetch_ns);
  candidate.finish_ns = static_cast<std::uint64_t>(ns) + candidate.accelerator().queued_ns();
}

}  // namespace

Accelerator& Candidate::accelerator() const {
  if (device) return *device;
  return Native();
}

std::uint64_t Candidate::call_ns() const {
  return prediction ? static_cast<std::uint64_t>(prediction->run_ns()) + source_fetch_ns : 0;
}

Candidate NativeCandidate(const MagickAccelerateWork& work, const WorkImages* images) {
  Candidate candidate;
  if (images) candidate.source_fetch_ns = images->source.pixels->FetchNs();
  candidate.prediction = PredictRun(Native(), work, false);
  return candidate;
}

Attempt DevicesAllowed() {
  if (CurrentSelector().MatchesNothing())
    return Declined(MagickAccelerateDisabled, "device selection is off");
  if (Registry::Get().Forked())
    return Declined(MagickAccelerateForked,
                    "this process was forked from one that had the devices open");
  return {};
}

Attempt LargeEnough(const Candidate& native) {
  if (native.call_ns() >= kLeastDeviceNs) return {};
  return Declined(MagickAccelerateTooSmall, "the image is too small to gain");
}

void Predict(Candidate& candidate, const MagickAccelerateWork& work, const WorkImages* images) {
  PluginDevice& device = *candidate.device;
  candidate.resident = images && images->source.pixels->IsOn(device);
  if (images && !candidate.resident) candidate.source_fetch_ns = images->source.pixels->FetchNs();
  candidate.prediction = PredictRun(device, Placed(device, work, images, candidate.resident),
                                    images && device.KeepsImages());
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
  MagickAccelerateReason reason = MagickAccelerateNoDevice;
  for (const LoadProblem& problem : Registry::Get().Problems()) {
    if (problem.reason != MagickAccelerateNoDevice) reason = problem.reason;
    detail += (detail.empty() ? "" : "; ") + problem.accelerator + ": " + problem.detail +
              "; remedy: " + problem.remedy;
  }
  return Declined(reason, detail.empty() ? "no device" : detail);
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

std::vector<Candidate> RequiredCandidates(const MagickAccelerateWork& work,
                                          const WorkImages* images) {
  std::vector<Candidate> candidates;
  for (auto& device : MatchingDevices()) {
    candidates.emplace_back().device = std::move(device);
    Predict(candidates.back(), work, images);
  }
  return candidates;
}

void BestFirst(std::vector<Candidate>& devices) {
  for (Candidate& candidate : devices) Finish(candidate);
  std::stable_sort(devices.begin(), devices.end(), [](const Candidate& a, const Candidate& b) {
    const int rank_a = RankOf(a.device->type());
    const int rank_b = RankOf(b.device->type());
    return rank_a != rank_b ? rank_a < rank_b : a.finish_ns < b.finish_ns;
  });
}

Candidate* FirstDone(Candidate& native, std::vector<Candidate>& devices) {
  Finish(native);
  for (Candidate& candidate : devices) Finish(candidate);
  Candidate* best = nullptr;
  for (Candidate& candidate : devices) {
    if (!candidate.verdict.done()) continue;
    const bool first = candidate.finish_ns < (best ? best->finish_ns : native.finish_ns);
    Candidate* const slower = first ? best : &candidate;
    if (slower) slower->verdict = Declined(MagickAccelerateSlower, "predicted slower");
    if (first) best = &candidate;
  }
  return best;
}

}  // namespace lodestone::accel
