#include "accel/dispatch.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <optional>

#include "accel/cpu/native.hpp"
#include "accel/event_log.hpp"
#include "accel/mode.hpp"
#include "accel/operation_table.hpp"
#include "accel/registry.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

// Source and destination together; below it a device's fixed costs always lose.
constexpr std::uint64_t kSmallestAcceleratedPixels = 512 * 512;

bool IsCancelled(const Attempt& attempt) {
  return attempt.parts.reason == MagickAccelerateCancelled;
}

// One call: who was passed over and why, who did it, how long it took.
class Call {
 public:
  explicit Call(const MagickAccelerateWork& work) : work_(work) {}

  Attempt Execute() {
    Attempt attempt = Choose();
    if (EventsWanted()) Emit(attempt);
    return attempt;
  }

 private:
  Attempt Choose() {
    switch (MagickAccelerateGetMode()) {
      case MagickAccelerateOff:
        PassOver("", Declined(MagickAccelerateDisabled, "acceleration is switched off"));
        return RunOn(Native());
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

  Attempt RunOn(Accelerator& accelerator) {
    done_by_ = &accelerator;
    predicted_ns_ = accelerator.EstimateNs(work_);
    Attempt attempt = accelerator.Run(work_);
    attempt.parts.compile_ns += compile_ns_;
    return attempt;
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
    const std::uint64_t pixels = std::uint64_t{work_.source.columns} * work_.source.rows +
                                 std::uint64_t{work_.destination.columns} * work_.destination.rows;
    if (pixels < kSmallestAcceleratedPixels)
      PassOver("", Declined(MagickAccelerateTooSmall, "the image is too small to gain"));
    else if (DevicesAllowed())
      if (std::optional<Attempt> attempt = AutoDevices()) return *attempt;
    return RunOn(Native());
  }

  // The result of the device predicted fastest; nothing when the native path should do it.
  std::optional<Attempt> AutoDevices() {
    Registry& registry = Registry::Get();
    if (!registry.IsOpen()) {
      PassOver("", Declined(MagickAccelerateCold, "no device is warmed up in this process"));
      return std::nullopt;
    }
    const std::shared_lock running(registry.running());
    std::shared_ptr<PluginDevice> best;
    std::uint64_t best_ns = Native().EstimateNs(work_);
    const DeviceSelector selector = CurrentSelector();
    for (const auto& device : MatchingDevices()) {
      if (!AutoUsable(*device, selector)) continue;
      const std::uint64_t ns = device->EstimateNs(work_);
      if (ns < best_ns) {
        best = device;
        best_ns = ns;
      } else {
        PassOver(device->device(), Declined(MagickAccelerateSlower, "predicted slower"));
      }
    }
    if (!best) return std::nullopt;
    keep_ = best;
    Attempt attempt = RunOn(*best);
    if (attempt.done() || IsCancelled(attempt)) return attempt;
    PassOver(best->device(), attempt);
    return std::nullopt;
  }

  bool AutoUsable(PluginDevice& device, const DeviceSelector& selector) {
    // The same processor through another door: only for those who ask for it.
    if (device.type() == MagickAccelerateTypeCPU &&
        !selector.Names(device.device(), device.type())) {
      PassOver(device.device(), Declined(MagickAccelerateSlower,
                                         "processor devices are used when selected or required"));
      return false;
    }
    const Attempt supports = device.Supports(work_);
    if (!supports.done()) {
      PassOver(device.device(), supports);
      return false;
    }
    if (!device.Ready(work_.operation)) {
      PassOver(device.device(), Declined(MagickAccelerateCold, "the device is not warmed up"));
      return false;
    }
    return true;
  }

  Attempt Require() {
    if (!DevicesAllowed()) return passed_over_;
    Registry& registry = Registry::Get();
    registry.Open();
    const std::shared_lock running(registry.running());
    for (const auto& device : MatchingDevices()) {
      keep_ = device;
      Attempt attempt = RequireDevice(*device);
      if (attempt.done() || IsCancelled(attempt)) return attempt;
      PassOver(device->device(), attempt);
    }
    done_by_ = nullptr;
    return passed_over_;
  }

  Attempt RequireDevice(PluginDevice& device) {
    const Attempt prepared = device.Prepare(work_.operation);
    if (!prepared.done()) return prepared;
    compile_ns_ = prepared.parts.compile_ns;
    const Attempt supports = device.Supports(work_);
    return supports.done() ? RunOn(device) : supports;
  }

  DeviceList MatchingDevices() {
    const DeviceSelector selector = CurrentSelector();
    DeviceList devices = Registry::Get().Devices();
    std::erase_if(devices, [&](const auto& device) {
      return !selector.Matches(device->device(), device->type());
    });
    if (devices.empty()) PassOver("", NoDevice());
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

  void Emit(const Attempt& attempt) {
    const std::uint64_t actual_ns =
        static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - start_).count());
    const Accelerator* by = attempt.done() ? done_by_ : nullptr;
    const Attempt& why = attempt.done() || passed_over_.parts.reason ? passed_over_ : attempt;
    const MagickAccelerateParts& parts = attempt.parts;
    MagickAccelerateEvent event{};
    event.struct_size = sizeof event;
    event.unix_time_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                             std::chrono::system_clock::now().time_since_epoch())
                             .count();
    event.thread = static_cast<std::uint64_t>(syscall(SYS_gettid));
    event.operation = GetOperation(work_.operation).name;
    event.source_columns = work_.source.columns;
    event.source_rows = work_.source.rows;
    event.columns = work_.destination.columns;
    event.rows = work_.destination.rows;
    event.quantum_depth = work_.quantum_depth;
    event.alpha = work_.alpha;
    event.outcome = attempt.outcome;
    event.accelerator = by ? by->accelerator().c_str() : "";
    event.device = by ? by->device().c_str() : "";
    event.passed_over = passed_over_name_.c_str();
    event.passed_over_outcome = why.outcome;
    event.reason = why.parts.reason;
    event.detail = why.parts.detail;
    event.kernels = parts.kernels;
    event.first = by ? done_by_->FirstUse(work_.operation) : 0;
    event.resident = parts.resident;
    event.predicted_ns = predicted_ns_;
    event.actual_ns = actual_ns;
    event.queue_ns = parts.queue_ns;
    event.compile_ns = parts.compile_ns;
    event.upload_ns = parts.upload_ns;
    event.kernel_ns = parts.kernel_ns;
    event.download_ns = parts.download_ns;
    event.bytes_up = parts.bytes_up;
    event.bytes_down = parts.bytes_down;
    EmitEvent(event);
  }

  const MagickAccelerateWork& work_;
  const Clock::time_point start_ = Clock::now();
  Accelerator* done_by_ = nullptr;
  std::shared_ptr<PluginDevice> keep_;  // what done_by_ points to, when it is a device
  Attempt passed_over_;
  std::string passed_over_name_;
  std::uint64_t predicted_ns_ = 0, compile_ns_ = 0;
};

}  // namespace

Attempt Dispatch(const MagickAccelerateWork& work) {
  return Call(work).Execute();
}

}  // namespace lodestone::accel
