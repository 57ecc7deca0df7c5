#include "accel/dispatch/plan.hpp"

#include <algorithm>
#include <string>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/mode.hpp"
#include "accel/modules/owner.hpp"
#include "accel/pixels/host_memory.hpp"
#include "accel/profile/learning.hpp"
#include "accel/tuning/calibrate.hpp"
#include "accel/tuning/warm_up.hpp"
#include "base/thread_pool.hpp"

namespace lodestone::accel {
namespace {

// Transfers and launches alone take longer than this on any device.
constexpr std::uint64_t kMinDeviceNs = 10'000;

// Done unless devices are ruled out altogether.
Attempt DevicesAllowed() {
  if (const DeviceSelector selector = CurrentSelector(); selector.MatchesNothing())
    return Declined(MagickAccelerateDisabled, selector.Problem());
  if (Registry::Forked())
    return Declined(MagickAccelerateForked,
                    "this process was forked from one that has the devices open");
  return {};
}

// Done unless a device's fixed costs alone exceed the CPU's time.
Attempt LargeEnough(const Candidate& cpu) {
  if (cpu.call_ns() >= kMinDeviceNs) return {};
  return Declined(MagickAccelerateTooSmall, "the image is too small to benefit from a device");
}

// Done when `auto` may use a device that supports the works now.
Attempt Warm(PluginDevice& device, const WorkSet& set) {
  for (const MagickAccelerateWork& work : set.works)
    if (!device.Ready(work.operation))
      return Declined(MagickAccelerateCold, "the device is not warmed up");
  if (!IsCalibrated(device))
    return Declined(MagickAccelerateCold, "the device has not been measured yet");
  return {};
}

// The devices that the selection allows, in the registry's order. The registry is open.
DeviceList MatchingDevices() {
  const DeviceSelector selector = CurrentSelector();
  DeviceList devices = Registry::Get().Devices();
  std::erase_if(devices, [&](const auto& device) {
    return !selector.Matches(device->device(), device->type());
  });
  return devices;
}

Attempt UsedAs(const PluginDevice& instead) {
  return Declined(MagickAccelerateDisabled, OwnerProblem(instead));
}

// Why there are none.
Attempt NoDevice() {
  if (!Registry::Get().Devices().empty())
    return Declined(MagickAccelerateNoDevice, "no device matches " + CurrentSelector().Describe());
  std::string detail;
  MagickAccelerateReason reason = MagickAccelerateNoDevice;
  for (const LoadProblem& problem : Registry::Get().Problems()) {
    if (problem.reason != MagickAccelerateNoDevice) reason = problem.reason;
    detail += (detail.empty() ? "" : "; ") + problem.accelerator + ": " + problem.detail +
              "; hint: " + problem.hint;
  }
  return Declined(reason, detail.empty() ? "no device" : detail);
}

// Which devices there are is not known yet.
std::string NothingWarm() {
  const std::string text = "no device is warmed up in this process";
  const DeviceSelector selector = CurrentSelector();
  if (!selector.Chooses()) return text;
  return text + ", nor known to match " + selector.Describe();
}

void SetFinish(Candidate& candidate, std::uint64_t before_fetch_ns) {
  candidate.wait_ns = candidate.accelerator().queued_ns();
  if (candidate.source_fetch_ns != 0) candidate.wait_ns += before_fetch_ns;
  if (candidate.predictions.empty()) return;
  double ns = double(candidate.source_fetch_ns);
  for (const Prediction& prediction : candidate.predictions) ns += prediction.total_ns();
  candidate.finish_ns = static_cast<std::uint64_t>(ns) + candidate.wait_ns;
}

// Until a source that is on a device alone can be fetched.
std::uint64_t QueuedBeforeFetch(const std::vector<Candidate>& devices) {
  std::uint64_t most = 0;
  for (const Candidate& candidate : devices)
    if (candidate.resident) most = std::max(most, candidate.device->queued_ns());
  return most;
}

}  // namespace

Accelerator& Candidate::accelerator() const {
  if (device) return *device;
  return Cpu();
}

std::uint64_t Candidate::work_ns(std::size_t i) const {
  if (predictions.empty()) return 0;
  return static_cast<std::uint64_t>(predictions[i].run_ns()) + (i == 0 ? source_fetch_ns : 0);
}

std::uint64_t Candidate::call_ns(std::size_t first) const {
  std::uint64_t ns = 0;
  for (std::size_t i = first; i < predictions.size(); ++i) ns += work_ns(i);
  return ns;
}

std::uint64_t Candidate::queued_ns(std::size_t first) const {
  const double part = device ? 1.0 : ThreadPart();
  return static_cast<std::uint64_t>(part * double(call_ns(first)));
}

Plan::Plan(const WorkSet& set, const ImagePlaces& places, MagickAccelerateMode mode,
           Devices devices)
    : set_(set),
      source_(set.images ? &set.images[0].source : nullptr),
      places_(places),
      mode_(mode),
      extent_(devices) {
  if (source_) cpu_.source_fetch_ns = places_.FetchNs(*source_->pixels);
  for (const MagickAccelerateWork& work : set_.works) Predict(cpu_, work, Cpu().Estimate(work));
  switch (mode_) {
    case MagickAccelerateOff:
      Decline("", Declined(MagickAccelerateDisabled, "acceleration is disabled"));
      break;
    case MagickAccelerateRequire:
      cpu_.verdict = Declined(MagickAccelerateDisabled, "a device is required");
      LookAtRequiredDevices();
      break;
    default:
      LookAtAutoDevices();
  }
}

void Plan::Decline(const std::string& device, const Attempt& reason) {
  if (!declined_.done()) return;
  declined_ = reason;
  declined_by_ = device;
}

void Plan::ReleaseDevices() {
  if (running_) running_.unlock();
}

// Never builds, tests or discovers anything within a call.
void Plan::LookAtAutoDevices() {
  const Attempt large = LargeEnough(cpu_);
  if (!large.done()) {
    Decline("", large);
    if (extent_ == Devices::kNecessary) return;
  }
  if (const Attempt allowed = DevicesAllowed(); !allowed.done()) return Decline("", allowed);
  if (extent_ == Devices::kAll) Registry::Get().Open();
  if (!Registry::Get().IsOpen()) {
    is_cold_ = true;
    return Decline("", Declined(MagickAccelerateCold, NothingWarm()));
  }
  running_ = Registry::Get().Running();
  const DeviceSelector selector = CurrentSelector();
  for (auto& device : MatchingDevices()) {
    Candidate& candidate = devices_.emplace_back();
    candidate.device = std::move(device);
    if (const auto instead = UsedInsteadOf(*candidate.device, selector)) {
      candidate.verdict = UsedAs(*instead);
      continue;
    }
    const bool uses = AutoUses(*candidate.device, selector);
    if (uses || extent_ == Devices::kAll) candidate.verdict = PlanOn(candidate);
    if (!uses)
      candidate.verdict =
          Declined(MagickAccelerateSlower, "CPU devices are used only if selected or required");
    if (candidate.verdict.done()) candidate.verdict = Warm(*candidate.device, set_);
    if (candidate.verdict.parts.reason == MagickAccelerateCold) is_cold_ = true;
    if (candidate.verdict.done() && !large.done()) candidate.verdict = large;
  }
  if (devices_.empty()) Decline("", NoDevice());
}

void Plan::LookAtRequiredDevices() {
  if (const Attempt allowed = DevicesAllowed(); !allowed.done()) return Decline("", allowed);
  running_ = Registry::Get().OpenAndHold();
  const DeviceSelector selector = CurrentSelector();
  for (auto& device : MatchingDevices()) {
    Candidate& candidate = devices_.emplace_back();
    candidate.device = std::move(device);
    const auto instead = UsedInsteadOf(*candidate.device, selector);
    candidate.verdict = instead ? UsedAs(*instead) : PlanOn(candidate);
  }
  if (devices_.empty()) Decline("", NoDevice());
}

// With Devices::kAll, devices that must not be used are predicted too.
Attempt Plan::PlanOn(Candidate& candidate) const {
  PluginDevice& device = *candidate.device;
  candidate.resident = source_ && places_.IsOn(*source_->pixels, device);
  if (source_ && !candidate.resident) candidate.source_fetch_ns = places_.FetchNs(*source_->pixels);
  candidate.keeps_images = source_ && device.KeepsImages();
  Attempt verdict;
  for (std::size_t i = 0; i < set_.works.size(); ++i) {
    if (verdict.done()) verdict = device.Allows(set_.works[i].operation);
    if (!verdict.done() && extent_ == Devices::kNecessary) break;
    const MagickAccelerateWork work = Placed(candidate, i);
    WorkPlan plan;
    const Attempt attempt = device.Plan(work, plan);
    if (verdict.done()) verdict = attempt;
    if (!attempt.done()) break;
    Predict(candidate, work, plan->estimate);
    candidate.plans.push_back({std::move(plan), PlaceOf(work.source), work.second.in_buffer != 0});
  }
  if (candidate.predictions.size() < set_.works.size()) candidate.predictions.clear();
  return verdict;
}

void Plan::Predict(Candidate& candidate, const MagickAccelerateWork& work,
                   const MagickAccelerateEstimate& estimate) const {
  const auto prediction =
      PredictRun(candidate.accelerator(), work, estimate, candidate.keeps_images);
  if (prediction) candidate.predictions.push_back(*prediction);
}

// A work as the device would see it: where its pixels are decides what is transferred.
MagickAccelerateWork Plan::Placed(const Candidate& candidate, std::size_t i) const {
  MagickAccelerateWork work = set_.works[i];
  if (!candidate.device) return work;
  if (const WorkImages* images = set_.ImagesOf(i); images && images->second.pixels)
    work.second.in_buffer = places_.IsOn(*images->second.pixels, *candidate.device);
  work.source.in_buffer = candidate.IsResident(i);
  if (!work.source.in_buffer && source_ && source_->pixels->in_host())
    work.source.data = source_->host->Memory(HostPixels::Contents::kUndefined);
  work.source.pinned = IsHostMemoryOf(*candidate.device, work.source.data);
  return work;
}

void Plan::Order() {
  const std::uint64_t before_fetch_ns = QueuedBeforeFetch(devices_);
  SetFinish(cpu_, before_fetch_ns);
  for (Candidate& candidate : devices_) SetFinish(candidate, before_fetch_ns);
  mode_ == MagickAccelerateRequire ? OrderRequired() : OrderAuto();
}

// The device that would finish first if it beats the CPU, then the CPU.
void Plan::OrderAuto() {
  Candidate* best = nullptr;
  for (Candidate& candidate : devices_) {
    if (!candidate.verdict.done()) continue;
    const bool first = candidate.finish_ns < (best ? best->finish_ns : cpu_.finish_ns);
    Candidate* const slower = first ? best : &candidate;
    if (slower) slower->verdict = Declined(MagickAccelerateSlower, "predicted slower");
    if (first) best = &candidate;
  }
  for (const Candidate& candidate : devices_)
    if (!candidate.verdict.done()) Decline(candidate.name(), candidate.verdict);
  order_.push_back(&cpu_);
  if (!best) return;
  order_.insert(order_.begin(), best);
  cpu_.verdict = Declined(MagickAccelerateSlower, "predicted slower");
}

// The best class of device first; within a class, the device that would finish first.
void Plan::OrderRequired() {
  std::stable_sort(devices_.begin(), devices_.end(), [](const Candidate& a, const Candidate& b) {
    const int rank_a = RankOf(a.device->type());
    const int rank_b = RankOf(b.device->type());
    return rank_a != rank_b ? rank_a < rank_b : a.finish_ns < b.finish_ns;
  });
  for (Candidate& candidate : devices_) {
    if (!candidate.verdict.done()) {
      Decline(candidate.name(), candidate.verdict);
      continue;
    }
    if (!order_.empty())
      candidate.verdict = Declined(MagickAccelerateSlower, "would be tried after the one chosen");
    order_.push_back(&candidate);
  }
}

}  // namespace lodestone::accel
