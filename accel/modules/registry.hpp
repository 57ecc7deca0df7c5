// The devices of all modules found on this machine.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "accel/modules/module_loader.hpp"
#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

using DeviceList = std::vector<std::shared_ptr<PluginDevice>>;

// How long a caller that closes the devices waits for work that others run.
inline constexpr std::chrono::seconds kMaxClosing{10};

// Classes of devices, the best first.
int RankOf(MagickAccelerateDeviceType type);

class Registry {
 public:
  static Registry& Get();

  // Loads the modules and lists their devices; the first call may take as long as drivers need to
  // start. Later calls do nothing.
  void Open();
  // Neither waits for an Open that is running in another thread.
  bool IsOpen() const { return open_; }
  // True in a forked child of a process that had opened the devices, which must not be used there.
  // Needs no memory.
  static bool Forked();

  // Adds the devices behind a module's table, as Open does for each module file; used by tests. The
  // table must live as long as the process.
  void Add(const MagickAcceleratePlugin& table);

  // Deletes what is remembered of the devices that `selector` matches, "" for all, and of the
  // module of that name. Returns the number of devices.
  unsigned Forget(const std::string& selector);

  // GPUs first, CPU devices last. Empty before Open.
  DeviceList Devices();
  std::vector<LoadProblem> Problems();

  // The devices are open, and stay so while the lock is held.
  using Hold = std::shared_lock<std::shared_timed_mutex>;
  Hold OpenAndHold();

  // Waits for running work, so long at most, then drops all devices: Open discovers them again.
  // False if there is work still.
  bool Close(std::chrono::milliseconds at_most);
  // Called by every Close before the devices go, to fetch the pixels that are only there.
  void BeforeClose(void (*function)());

  // Held while a device runs work.
  Hold Running() { return Hold(running_); }

 private:
  void AddFile(const std::string& file);
  // False when that was given up.
  bool RetestCrashed(const std::string& cache_directory, const std::vector<std::string>& files);
  std::vector<void (*)()> ClosingFunctions();
  void AddTable(const MagickAcceleratePlugin& table, const std::string& build);

  std::recursive_mutex mutex_;
  std::shared_timed_mutex running_;
  std::atomic<bool> open_{false};
  bool retesting_ = false;
  static inline constinit std::atomic<pid_t> process_{0};  // the process that opened the devices
  DeviceList devices_;
  std::vector<void (*)()> before_close_;
  std::vector<LoadProblem> problems_;
};

}  // namespace lodestone::accel
