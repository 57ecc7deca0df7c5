// A device of a loaded module, as an accelerator: warm-up, self-test, quarantine.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "accel/accelerator.hpp"
#include "accel/profile/cache_directory.hpp"
#include "accel/profile/cost_model.hpp"
#include "accel/profile/crash_marker.hpp"
#include "accel/profile/device_profile.hpp"
#include "accel/operation_table.hpp"
#include "accel/profile/self_test_verdicts.hpp"
#include "accel/profile/driver_crashes.hpp"
#include "accel/profile/tuned_variants.hpp"

namespace lodestone::accel {

// An open module. Closes its devices when the last user lets go; the code stays loaded.
class PluginModule {
 public:
  // Opens the module behind `table`. On failure returns null with the reason in `problem` and
  // what the user can do in `remedy`.
  // build: tells this module from every other build of it; "": nothing is remembered of it.
  static std::shared_ptr<PluginModule> Open(const MagickAcceleratePlugin& table,
                                            const std::string& build, std::string& problem,
                                            std::string& remedy);
  ~PluginModule();
  PluginModule(const PluginModule&) = delete;
  PluginModule& operator=(const PluginModule&) = delete;

  const MagickAcceleratePlugin& table() const { return table_; }
  void* state() const { return state_; }
  const std::string& build() const { return build_; }
  std::uint64_t open_ns() const { return open_ns_; }

  // What one of the table's functions makes of a device, without trusting its words to end.
  template <class Function, class... Arguments>
  Attempt Call(Function function, unsigned device, Arguments... arguments) const {
    Attempt attempt;
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
  bool open_ = false;
  std::uint64_t open_ns_ = 0;
};

class PluginDevice final : public Accelerator {
 public:
  PluginDevice(std::shared_ptr<PluginModule> module, unsigned index);

  MagickAccelerateDeviceType type() const { return type_; }

  const std::string& accelerator() const override { return accelerator_; }
  const std::string& device() const override { return name_; }
  Attempt Supports(const MagickAccelerateWork& work) override;
  bool Ready(MagickAccelerateOperation operation) override { return ready_ & Bit(operation); }
  Attempt Prepare(MagickAccelerateOperation operation) override;
  bool ReadyForAny() const { return ready_ != 0; }
  // True once it has done work for a caller, until it fails for good.
  bool InUse() const { return in_use_; }
  void NoteUse() { in_use_ = true; }
  bool Estimate(const MagickAccelerateWork& work, MagickAccelerateEstimate& estimate) override;
  CostModel* costs() override;
  // A work that names no variant is done in the way that was found fastest on this device.
  Attempt Run(const MagickAccelerateWork& work) override;
  // The variant, 0 included, is as the work says.
  Attempt RunAsIs(const MagickAccelerateWork& work);
  void Describe(MagickAccelerateDeviceInfo& info) override;

  // What is remembered of the device between processes.
  DeviceProfile& profile() { return *profile_; }
  void Forget();

  // Set once its experience is enough to choose by.
  bool calibrated() const { return calibrated_; }
  void SetCalibrated() { calibrated_ = true; }

  // How many ways the module has to do this work, and their names, "" for a number beyond.
  std::uint32_t VariantCount(const MagickAccelerateWork& work);
  std::string VariantName(const MagickAccelerateWork& work, std::uint32_t variant);
  TunedVariants& tuned() { return tuned_; }

  // False once it is known that the device keeps no images from one call to the next.
  bool KeepsImages() const { return keeps_images_; }
  // Memory on the device; null when it has none to give, or keeps no images, with the reason in
  // `attempt`.
  MagickAccelerateBuffer* CreateBuffer(std::uint64_t bytes, Attempt& attempt);
  void ReleaseBuffer(MagickAccelerateBuffer* buffer);
  // Copies pixels.buffer to pixels.data.
  Attempt ReadBuffer(const MagickAcceleratePixels& pixels);

  // The laboratory's experiments; declined where the module has none.
  Attempt Lab(const MagickAccelerateLabOptions& options, MagickAccelerateLabHandler handler,
              void* context);

  // Host memory for fast transfers, page-aligned; null when there is none.
  void* AcquireHostMemory(std::uint64_t bytes);
  void ReleaseHostMemory(void* data);

 private:
  static std::uint32_t Bit(MagickAccelerateOperation operation) { return 1u << operation; }

  PluginDevice(std::shared_ptr<PluginModule> module, unsigned index,
               const MagickAccelerateDeviceInfo& info);

  // What a function of the table makes of this device; meanwhile the crash marker says so.
  template <class Function, class... Arguments>
  Attempt Enter(DriverPhase phase, std::uint32_t operation, Function function,
                Arguments... arguments) {
    const DriverScope scope(marker_, phase, operation);
    return module_->Call(function, index_, arguments...);
  }
  Attempt RunUntested(const MagickAccelerateWork& work);
  // Done unless nothing must be tried on the device.
  Attempt Allowed();
  // Opens the device for one operation, or all when it is 0.
  Attempt WarmUp(std::uint32_t operation);
  // Returns how long the test took, in nanoseconds.
  std::uint64_t Test(const OperationInfo& operation);
  void Quarantine(const Attempt& attempt);
  void ReadStrikes();
  void DescribeQuarantine(MagickAccelerateDeviceInfo& info);

  std::shared_ptr<PluginModule> module_;
  unsigned index_;
  std::string accelerator_, name_, problem_;
  MagickAccelerateDeviceType type_;

  const std::shared_ptr<DeviceProfile> profile_;
  MarkerSlot* const marker_;  // null when nothing is to be marked
  std::once_flag costs_once_;
  std::unique_ptr<CostModel> costs_;
  TunedVariants tuned_{*profile_};
  SelfTestVerdicts verdicts_;
  std::atomic<bool> keeps_images_, calibrated_{false};

  std::mutex prepare_mutex_;
  std::atomic<std::uint32_t> ready_{0};  // bit per operation
  std::atomic<bool> in_use_{false};

  std::mutex state_mutex_;             // guards what follows
  Attempt quarantine_;                 // not done once the device failed for good
  Strikes strikes_;                    // of processes before this one
  bool struck_out_ = false;            // they are why
  MagickAccelerateParts warmed_up_{};  // what getting ready took so far
};

}  // namespace lodestone::accel
