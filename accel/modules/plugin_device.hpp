// A device of a loaded module, as an accelerator: warm-up, self-test, quarantine.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "accel/accelerator.hpp"
#include "accel/events/event_log.hpp"
#include "accel/modules/stop_request.hpp"
#include "accel/profile/cache_directory.hpp"
#include "accel/profile/cost_model.hpp"
#include "accel/profile/crash_marker.hpp"
#include "accel/profile/device_profile.hpp"
#include "accel/operation_table.hpp"
#include "accel/profile/self_test_verdicts.hpp"
#include "accel/profile/driver_crashes.hpp"
#include "accel/profile/tuned_variants.hpp"
#include "accel/work_kind.hpp"

namespace lodestone::accel {

// An open module. Closes its devices when the last reference goes; the code stays loaded.
class PluginModule {
 public:
  // Opens the module behind `table`. On failure returns null with the reason in `problem` and a
  // hint for the user in `hint`. build: identifies this build of the module; "": nothing is
  // stored for it.
  static std::shared_ptr<PluginModule> Open(const MagickAcceleratePlugin& table,
                                            const std::string& build, std::string& problem,
                                            std::string& hint);
  ~PluginModule();
  PluginModule(const PluginModule&) = delete;
  PluginModule& operator=(const PluginModule&) = delete;

  const MagickAcceleratePlugin& table() const { return table_; }
  void* state() const { return state_; }
  const std::string& build() const { return build_; }
  unsigned devices() const { return devices_; }
  std::uint64_t open_ns() const { return open_ns_; }

  // Calls a function of the table for a device; its texts may lack their NUL.
  template <class Function, class... Arguments>
  Attempt Call(Function function, unsigned device, Arguments... arguments) const {
    Attempt attempt;
    attempt.parts.timed = PartTimesWanted();
    attempt.outcome = function(state_, device, arguments..., &attempt.parts);
    EndTexts(attempt.parts);
    return attempt;
  }
  MagickAccelerateDeviceInfo Describe(unsigned device) const;

 private:
  PluginModule(const MagickAcceleratePlugin& table, const std::string& build);
  static void EndTexts(MagickAccelerateParts& parts);

  const MagickAcceleratePlugin table_;
  const std::string build_;
  CacheDirectory cache_ = FindCacheDirectory();
  MagickAccelerateHost host_{};
  void* state_ = nullptr;
  unsigned devices_ = 0;  // 0: not open
  std::uint64_t open_ns_ = 0;
};

// How a device would run a work; null: not planned. Its module stays open as long.
using WorkPlan = std::shared_ptr<const MagickAcceleratePlan>;

class PluginDevice final : public Accelerator {
 public:
  PluginDevice(std::shared_ptr<PluginModule> module, unsigned index);

  MagickAccelerateDeviceType type() const { return type_; }
  // Where it is; "" if that is not known.
  const std::string& hardware() const { return hardware_; }

  const std::string& accelerator() const override { return accelerator_; }
  const std::string& device() const override { return name_; }
  // Done unless the device must not be used for the operation.
  Attempt Allows(MagickAccelerateOperation operation);
  // Done with a plan if the device can run the work. Unless the work names a variant, it has the
  // one that was the fastest measured here for such work.
  Attempt Plan(const MagickAccelerateWork& work, WorkPlan& plan);
  // True if runs would start at once, without building or testing anything.
  bool Ready(MagickAccelerateOperation operation) const { return ready_ & Bit(operation); }
  // Not known to be unusable.
  bool IsUsable() { return Allowed().done(); }
  // Gets it ready for all works of one operation, however long that takes. Idempotent, any thread.
  Attempt Prepare(MagickAccelerateOperation operation);
  // Prepares it for this one work, as planned, and self-tests works of its kind.
  Attempt PrepareFor(const MagickAccelerateWork& work, const WorkPlan& plan);
  // Builds what no other process has built or is building, if the module can do that, and tests
  // nothing.
  Attempt Build();
  // Every operation runs and agrees with the CPU, whatever is known about that.
  bool PassesAllTests();
  bool ReadyForAny() const { return ready_ != 0; }
  // True the first time that these kernels ran for work of this kind, unless all have run while the
  // operation was made ready: drivers put off some work until then.
  bool IsFirstRun(const MagickAccelerateWork& work, const std::string& kernels);
  // True once it has run work for a caller, until it fails permanently.
  bool InUse() const { return in_use_; }
  void MarkUsed() { in_use_ = true; }
  CostModel* costs() override;
  // Writes the whole destination, or reports why not.
  Attempt Run(const MagickAccelerateWork& work, const WorkPlan& plan);
  void Describe(MagickAccelerateDeviceInfo& info) override;

  // What is remembered of the device between processes.
  DeviceProfile& profile() { return *profile_; }
  void Forget();
  // Keeps the verdict of a conformance check. False if it could not be written.
  bool KeepConformance(const MagickAccelerateConformance& found);

  // Set once there are enough measurements to choose by.
  bool calibrated() const { return calibrated_; }
  void SetCalibrated() { calibrated_ = true; }

  // False once the device is known not to keep images between calls.
  bool KeepsImages() const { return keeps_images_; }
  // Memory on the device; null if there is not enough, or if it keeps no images, with the reason in
  // `attempt`.
  MagickAccelerateBuffer* CreateBuffer(std::uint64_t bytes, Attempt& attempt);
  void ReleaseBuffer(MagickAccelerateBuffer* buffer);
  // Copies pixels.buffer to pixels.data.
  Attempt ReadBuffer(const MagickAcceleratePixels& pixels, std::size_t pixel_bytes);
  // The other way.
  Attempt WriteBuffer(const MagickAcceleratePixels& pixels, std::size_t pixel_bytes);
  // What the device is for other libraries and, unless `buffer` is null, where that is.
  Attempt Locate(MagickAccelerateBuffer* buffer, MagickAccelerateDevicePixels& pixels);
  // A buffer on memory of somebody else; null with the reason in `attempt`.
  MagickAccelerateBuffer* WrapPixels(const MagickAccelerateDevicePixels& pixels, Attempt& attempt);

  // Host memory for fast transfers, page-aligned; null if there is none.
  void* AcquireHostMemory(std::uint64_t bytes);
  void ReleaseHostMemory(void* data);
  // Whether memory from there is so for this device, too.
  bool SharesHostMemoryOf(const PluginDevice& other) const {
    return this == &other || (module_ == other.module_ && module_->table().pins_for_all);
  }

 private:
  static std::uint32_t Bit(MagickAccelerateOperation operation) { return 1u << operation; }

  PluginDevice(std::shared_ptr<PluginModule> module, unsigned index,
               const MagickAccelerateDeviceInfo& info);

  // Calls a function of the table for this device, with the crash marker set meanwhile.
  template <class Function, class... Arguments>
  Attempt Enter(DriverPhase phase, std::uint32_t operation, Function function,
                Arguments... arguments) {
    const DriverScope scope(marker_, phase, operation);
    // Whoever stops all threads waits for those that entered before. Pixels that are only on the
    // device are still to be had.
    if (AllThreadsStopped() && phase != DriverPhase::kMemory) return Exiting();
    return module_->Call(function, index_, arguments...);
  }
  static Attempt Exiting();
  static Attempt Cancelled();
  // Done unless the device must not be used at all.
  Attempt Allowed();
  // plan: of one work; null: of all works of the operation.
  Attempt GetReady(std::uint32_t operation, const MagickAcceleratePlan* plan = nullptr,
                   bool build_only = false);
  // Makes the programs of one operation ready.
  Attempt WarmUp(MagickAccelerateOperation operation);
  Attempt NewPlan(const MagickAccelerateWork& work, WorkPlan& plan);
  // Of a self-test: with the variant that the module chooses, whatever was tuned.
  Attempt RunTrial(const MagickAccelerateWork& work);
  void* Allocate(MagickAccelerateMemory kind, std::uint64_t bytes, Attempt& attempt);
  void Free(MagickAccelerateMemory kind, void* memory);
  // Tests those of the kinds that were not yet. False if that was cancelled. Adds what it took.
  bool Test(std::span<const WorkKind> kinds, MagickAccelerateParts& parts);
  bool PreparedFor(const WorkKind& kind);
  void Quarantine(const Attempt& attempt);
  void ReadDriverCrashes();
  void DescribeQuarantine(MagickAccelerateDeviceInfo& info);

  std::shared_ptr<PluginModule> module_;
  unsigned index_;
  std::string accelerator_, name_, hardware_, problem_;
  MagickAccelerateDeviceType type_;

  const std::shared_ptr<DeviceProfile> profile_;
  MarkerSlot* const marker_;  // null if nothing is to be marked
  std::once_flag costs_once_;
  std::shared_ptr<CostModel> costs_;
  SelfTestVerdicts verdicts_;
  std::atomic<bool> keeps_images_, pins_memory_{true}, calibrated_{false};

  std::mutex prepare_mutex_;
  std::atomic<std::uint32_t> ready_{0};  // one bit per operation
  std::atomic<bool> in_use_{false};

  std::mutex state_mutex_;                // guards the members below
  Attempt quarantine_;                    // not done once the device failed permanently
  DriverCrashes driver_crashes_;          // of earlier processes
  bool quarantined_for_crashes_ = false;  // they are the reason
  MagickAccelerateParts warmed_up_{};     // time spent on warm-up so far
  std::set<WorkKind> prepared_;           // of operations that may not be ready as a whole
  std::set<std::pair<WorkKind, std::string>> ran_;  // and their kernels
};

}  // namespace lodestone::accel
