// A device of a loaded module, as an accelerator: warm-up, self-test, quarantine.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "accel/accelerator.hpp"
#include "accel/cache_directory.hpp"

namespace lodestone::accel {

// An open module. Closes its devices when the last user lets go; the code stays loaded.
class PluginModule {
 public:
  // Opens the module behind `table`. On failure returns null with the reason in `problem` and
  // what the user can do in `remedy`.
  static std::shared_ptr<PluginModule> Open(const MagickAcceleratePlugin& table,
                                            std::string& problem, std::string& remedy);
  ~PluginModule();
  PluginModule(const PluginModule&) = delete;
  PluginModule& operator=(const PluginModule&) = delete;

  const MagickAcceleratePlugin& table() const { return table_; }
  void* state() const { return state_; }

 private:
  explicit PluginModule(const MagickAcceleratePlugin& table);

  const MagickAcceleratePlugin& table_;
  CacheDirectory cache_ = FindCacheDirectory();
  MagickAccelerateHost host_{};
  void* state_ = nullptr;
};

class PluginDevice final : public Accelerator {
 public:
  PluginDevice(std::shared_ptr<PluginModule> module, unsigned index);

  MagickAccelerateDeviceType type() const { return type_; }

  const std::string& accelerator() const override { return accelerator_; }
  const std::string& device() const override { return name_; }
  Attempt Supports(const MagickAccelerateWork& work) override;
  bool Ready() override { return ready_; }
  Attempt Prepare() override;
  std::uint64_t EstimateNs(const MagickAccelerateWork& work) override;
  Attempt Run(const MagickAccelerateWork& work) override;
  void Describe(MagickAccelerateDeviceInfo& info) override;

  // Memory on the device; null when it has none to give, or keeps no images, with the reason in
  // `attempt`.
  MagickAccelerateBuffer* CreateBuffer(std::uint64_t bytes, Attempt& attempt);
  void ReleaseBuffer(MagickAccelerateBuffer* buffer);
  // Copies pixels.buffer to pixels.data.
  Attempt ReadBuffer(const MagickAcceleratePixels& pixels);

  // Host memory for fast transfers, page-aligned; null when there is none.
  void* AcquireHostMemory(std::uint64_t bytes);
  void ReleaseHostMemory(void* data);

 private:
  Attempt RunUntested(const MagickAccelerateWork& work);
  Attempt WarmUp();
  void TestOperations();
  void Quarantine(const Attempt& attempt);

  std::shared_ptr<PluginModule> module_;
  unsigned index_;
  std::string accelerator_, name_, problem_;
  MagickAccelerateDeviceType type_;

  std::mutex prepare_mutex_;
  std::atomic<bool> ready_{false};
  std::atomic<std::uint32_t> disagreeing_{0};  // bit per operation whose self-test failed

  std::mutex verdict_mutex_;
  std::string self_test_ = "not run";
  Attempt quarantine_;  // not done once the device failed for good
};

}  // namespace lodestone::accel
