// The devices of all modules found on this machine.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "accel/modules/module_loader.hpp"
#include "accel/modules/plugin_device.hpp"

namespace lodestone::accel {

using DeviceList = std::vector<std::shared_ptr<PluginDevice>>;

// Classes of devices, the best first.
int RankOf(MagickAccelerateDeviceType type);

class Registry {
 public:
  static Registry& Get();

  // Loads the modules and lists their devices; the first call may take the time that drivers need
  // to start. Later calls do nothing.
  void Open();
  // Neither waits for an Open that is under way in another thread.
  bool IsOpen() const { return open_; }
  // True in a forked child of a process that had opened the devices: they must not be touched.
  bool Forked() const;

  // Adds the devices behind a module's table, as Open does for each module file; tests add their
  // own. The table must live as long as the process.
  void Add(const MagickAcceleratePlugin& table);

  // Forgets what is remembered of the devices that `selector` matches, "" for all, and of the
  // module of that name. Returns how many that were.
  unsigned Forget(const std::string& selector);

  // GPUs first, processors last. Empty before Open.
  DeviceList Devices();
  std::vector<LoadProblem> Problems();

  // Waits for running work, then forgets all devices. Open finds them again.
  void Close();

  // Held while a device works.
  std::shared_mutex& running() { return running_; }

 private:
  void AddFile(const std::string& file);
  void AddTable(const MagickAcceleratePlugin& table, const std::string& build);

  std::mutex mutex_;
  std::shared_mutex running_;
  std::atomic<bool> open_{false};
  std::atomic<pid_t> process_{0};  // whose devices they are
  DeviceList devices_;
  std::vector<LoadProblem> problems_;
};

}  // namespace lodestone::accel
