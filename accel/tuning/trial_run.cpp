#include "accel/tuning/trial_run.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "accel/cpu/cpu_accelerator.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t Since(Clock::time_point start) {
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - start).count());
}

}  // namespace

TrialRun::TrialRun(std::shared_ptr<PluginDevice> device, const TrialWork& trial)
    : device_(std::move(device)), trial_(trial), result_(trial.samples()) {
  work_ = trial.Into(result_);
}

TrialRun::~TrialRun() {
  for (void* memory : {pinned_, pinned_result_})
    if (memory) device_->ReleaseHostMemory(memory);
}

void TrialRun::SetVariant(const std::string& name) {
  variant_ = name;
  work_.variant = variant_->c_str();
}

Attempt TrialRun::RunPlaced() {
  return device_ ? device_->Run(work_, plan_) : Cpu().Run(work_);
}

MagickAccelerateEstimate TrialRun::estimate() const {
  return device_ ? plan_->estimate : Cpu().Estimate(work_);
}

const TrialPixels* TrialRun::Result() {
  if (!destination_) return &result_;
  if (!Fetch()) return nullptr;
  if (pinned_result_) std::memcpy(result_.data(), pinned_result_, bytes());
  return &result_;
}

std::uint64_t TrialRun::source_bytes() const {
  return trial_.source_bytes();
}

std::uint64_t TrialRun::bytes() const {
  return trial_.samples() * sizeof(kernels::QuantumSample);
}

bool TrialRun::Place(SourcePlace place) {
  MagickAcceleratePixels& source = work_.source;
  source.data = trial_.work().source.data;
  if (place == SourcePlace::kPinned) source.data = pinned_;
  source.pinned = place == SourcePlace::kPinned;
  source.in_buffer = place == SourcePlace::kResident;
  if (!source.data || (source.in_buffer && !source_)) return false;
  return device_ ? device_->Plan(work_, plan_).done() : place == SourcePlace::kPageable;
}

// As a call would.
void TrialRun::AllocateOnDevice() {
  if (!device_) return;
  Attempt attempt;
  if (!work_.source.in_buffer && !ReadsOnce(work_.operation))
    source_ = MakeDeviceBuffer(device_, source_bytes(), attempt);
  destination_ = MakeDeviceBuffer(device_, bytes(), attempt);
  work_.source.buffer = source_ ? source_->handle() : nullptr;
  work_.destination.buffer = destination_ ? destination_->handle() : nullptr;
  work_.destination.data = destination_ ? nullptr : result_.data();
}

TrialTime TrialRun::Run(SourcePlace place) {
  if (place == SourcePlace::kPinned && !pinned_ && device_) {
    pinned_ = device_->AcquireHostMemory(source_bytes());
    if (pinned_) std::memcpy(pinned_, trial_.work().source.data, source_bytes());
  }
  if (!Place(place)) return std::nullopt;
  const Clock::time_point start = Clock::now();
  AllocateOnDevice();
  if (!RunPlaced().done()) return std::nullopt;
  return Since(start);
}

TrialTime TrialRun::Fetch() {
  if (!destination_) return std::nullopt;
  constexpr std::uint64_t kLarge = 1 << 20;
  if (!pinned_result_ && bytes() >= kLarge) pinned_result_ = device_->AcquireHostMemory(bytes());
  MagickAcceleratePixels pixels = work_.destination;
  pixels.data = pinned_result_ ? pinned_result_ : result_.data();
  pixels.pinned = pinned_result_ != nullptr;
  const Clock::time_point start = Clock::now();
  if (!device_->ReadBuffer(pixels, ResultPixelBytes(work_)).done()) return std::nullopt;
  return Since(start);
}

TrialTime Shortest(int times, const std::function<TrialTime()>& run) {
  if (!run()) return std::nullopt;
  TrialTime shortest;
  for (int i = 0; i < times; ++i) {
    const TrialTime time = run();
    if (!time) return std::nullopt;
    shortest = shortest ? std::min(*shortest, *time) : *time;
  }
  return shortest;
}

}  // namespace lodestone::accel
